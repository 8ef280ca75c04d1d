// Writes an instruction of each opcode, of each enumerant with <id>s and of
// each extended instruction whose operands have a class, with an operand of
// the right class at each place, and then one of each wrong class at one
// place: the check of classes must report the second, at its place, and not
// the first.
//
// Nothing else in the module needs to be valid: this tests the tables
// (grammar/operand_class.h) and how the check finds an operand in them.
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/session.h"
#include "grammar/grammar.h"
#include "grammar/operand_class.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::ExtInst;
using grammar::OperandClass;
using grammar::OperandPattern;
using Words = std::vector<uint32_t>;

uint32_t FirstWord(Op op, size_t words) {
  return static_cast<uint32_t>(words << 16) | grammar::Info(op).opcode;
}

Words StringWords(absl::string_view text) {
  Words words(text.size() / 4 + 1, 0);
  for (size_t i = 0; i < text.size(); ++i) {
    words[i / 4] |= uint32_t{static_cast<unsigned char>(text[i])}
                    << (i % 4 * 8);
  }
  return words;
}

// Ids of the module around the instruction.
constexpr uint32_t kVoid = 1, kImport = 2, kString = 3, kGroup = 4, kInt = 5,
                   kConstant = 6, kPointer = 7, kVariable = 8, kFnType = 9,
                   kDomain = 10, kScope = 11, kList = 12, kGraphType = 13,
                   kGraph = 14, kTarget = 15, kFunction = 20, kLabel = 21,
                   kSecondLabel = 22, kResult = 40, kBound = 64;

uint32_t IdOf(OperandClass operand_class) {
  switch (operand_class) {
    case OperandClass::kNone:
    case OperandClass::kAny:
    case OperandClass::kObject:
    case OperandClass::kConstant:
      return kConstant;
    case OperandClass::kType:
      return kInt;
    case OperandClass::kLabel:
      return kLabel;
    case OperandClass::kFunction:
      return kFunction;
    case OperandClass::kString:
      return kString;
    case OperandClass::kImport:
      return kImport;
    case OperandClass::kGroup:
      return kGroup;
    case OperandClass::kAliasDomain:
      return kDomain;
    case OperandClass::kAliasScope:
      return kScope;
    case OperandClass::kAliasScopeList:
      return kList;
    case OperandClass::kGraph:
      return kGraph;
    case OperandClass::kAsmTarget:
      return kTarget;
  }
  return kConstant;
}

constexpr uint32_t kAll[] = {kInt,    kConstant, kVariable, kLabel,
                             kString, kImport,   kGroup,    kFunction,
                             kDomain, kScope,    kList,     kGraph};

bool Fits(OperandClass operand_class, uint32_t id) {
  if (operand_class == OperandClass::kAny) return true;
  if (operand_class == OperandClass::kObject) {
    return id == kConstant || id == kVariable;
  }
  return id == IdOf(operand_class);
}

// An instruction, and the places of its <id>s.
struct Example {
  std::string name;
  Op op = Op::kNop;
  Words words = {0};  // the first is set at the end
  uint32_t operands = 0;
  struct Place {
    size_t word;
    uint32_t operand;
    OperandClass operand_class;
  };
  std::vector<Place> ids;
  std::string set;  // of an extended instruction
};

class Writer {
 public:
  // `kind` and `enumerant` select an enumerant other than the first one.
  Writer(Example* example, Kind kind, const grammar::EnumerantInfo* enumerant)
      : example_(*example), kind_(kind), enumerant_(enumerant) {}

  template <typename Owner>
  void Add(absl::Span<const OperandPattern> patterns, const Owner& owner) {
    for (uint32_t p = 0; p < patterns.size(); ++p) {
      AddOne(patterns[p].kind,
             [&](uint32_t id) { return grammar::ClassOf(owner, p, id); });
    }
  }

 private:
  template <typename ClassOf>
  void AddOne(Kind kind, const ClassOf& class_of) {
    const grammar::KindInfo& info = grammar::Info(kind);
    switch (info.category) {
      case Category::kId:
        return AddId(kind, class_of(0));
      case Category::kComposite: {
        if (kind == Kind::kCountedPairIdRefLiteralInteger) {
          AddWord(1);
          AddId(Kind::kIdRef, class_of(0));
          return AddWord(1);
        }
        uint32_t id = 0;
        for (Kind base : grammar::Bases(info)) {
          if (grammar::Info(base).category == Category::kId) {
            AddId(base, class_of(id++));
          } else {
            AddWord(1);
          }
        }
        return;
      }
      case Category::kValueEnum:
      case Category::kBitEnum:
        return AddEnumerant(kind, info);
      case Category::kLiteral:
        return AddLiteral(kind);
    }
  }

  void AddWord(uint32_t word) {
    example_.words.push_back(word);
    ++example_.operands;
  }

  void AddId(Kind kind, OperandClass operand_class) {
    if (kind == Kind::kIdResult) return AddWord(kResult);
    if (operand_class != OperandClass::kAny) {
      example_.ids.push_back(
          {example_.words.size(), example_.operands, operand_class});
    }
    const uint32_t id = IdOf(operand_class);
    AddWord(kind == Kind::kIdResultType ? kInt : id);
  }

  void AddEnumerant(Kind kind, const grammar::KindInfo& info) {
    if (enumerant_ != nullptr && kind == kind_) {
      AddWord(enumerant_->value);
      Add(grammar::Parameters(*enumerant_), *enumerant_);
      return;
    }
    if (info.category == Category::kBitEnum) return AddWord(0);
    const auto enumerants = grammar::Enumerants(kind);
    for (const grammar::EnumerantInfo& enumerant : enumerants) {
      if (enumerant.parameter_count == 0) return AddWord(enumerant.value);
    }
    AddWord(enumerants[0].value);
    Add(grammar::Parameters(enumerants[0]), enumerants[0]);
  }

  void AddLiteral(Kind kind) {
    switch (kind) {
      case Kind::kLiteralInteger64:
        AddWord(1);
        example_.words.push_back(0);
        return;
      case Kind::kLiteralSpecConstantOpInteger: {
        AddWord(grammar::Info(Op::kIAdd).opcode);
        AddId(Kind::kIdRef, OperandClass::kObject);
        return AddId(Kind::kIdRef, OperandClass::kObject);
      }
      default:
        return AddWord('a');
    }
  }

  Example& example_;
  const Kind kind_;
  const grammar::EnumerantInfo* const enumerant_;
};

bool PrecedesDeclarations(Op op) {
  switch (op) {
    case Op::kEntryPoint:
    case Op::kConditionalEntryPointINTEL:
    case Op::kGraphEntryPointARM:
    case Op::kExecutionMode:
    case Op::kExecutionModeId:
    case Op::kConditionalCapabilityINTEL:
    case Op::kConditionalExtensionINTEL:
      return true;
    default:
      return false;
  }
}

class Checker {
 public:
  // Whether there is an error at the operand of the instruction; if `operand`
  // is kNoOperand, an error of the check of classes at any operand.
  bool Reports(const Example& example, OperandIndex operand) {
    words_ = {kMagicNumber, 0x00010600, 0, kBound, 0};
    count_ = 0;
    for (Capability capability :
         {Capability::kLinkage, Capability::kKernel, Capability::kAddresses,
          Capability::kMemoryAccessAliasingINTEL, Capability::kAsmINTEL}) {
      Add(Op::kCapability, {static_cast<uint32_t>(capability)});
    }
    AddWithString(Op::kExtension, {}, "SPV_INTEL_memory_access_aliasing");
    AddWithString(Op::kExtension, {}, "SPV_INTEL_inline_assembly");
    const std::string set = example.set.empty() ? "OpenCL.std" : example.set;
    AddWithString(Op::kExtInstImport, {kImport}, set);
    Add(Op::kMemoryModel, {2, 2});  // Physical64 OpenCL
    AddWithString(Op::kString, {kString}, "a");
    Add(Op::kDecorationGroup, {kGroup});
    Add(Op::kAliasDomainDeclINTEL, {kDomain});
    Add(Op::kAliasScopeDeclINTEL, {kScope, kDomain});
    Add(Op::kAliasScopeListDeclINTEL, {kList, kScope});
    Add(Op::kTypeVoid, {kVoid});
    Add(Op::kTypeInt, {kInt, 32, 0});
    Add(Op::kConstant, {kInt, kConstant, 1});
    Add(Op::kTypePointer, {kPointer, 5, kInt});
    Add(Op::kVariable, {kPointer, kVariable, 5});
    Add(Op::kTypeFunction, {kFnType, kVoid});
    const bool has_graph = example.op == Op::kGraphEntryPointARM;
    if (has_graph) Add(Op::kTypeGraphARM, {kGraphType, 0, kInt});
    AddWithString(Op::kAsmTargetINTEL, {kTarget}, "a");
    const bool at_module_scope =
        Is(example.op, OpTrait::kTypeDeclaration |
                           OpTrait::kConstantDeclaration |
                           OpTrait::kAnnotation | OpTrait::kDebug) ||
        PrecedesDeclarations(example.op);
    uint32_t at = count_;
    if (at_module_scope) AddExample(example);
    Add(Op::kFunction, {kVoid, kFunction, 0, kFnType});
    Add(Op::kLabel, {kLabel});
    Add(Op::kBranch, {kSecondLabel});
    Add(Op::kLabel, {kSecondLabel});
    if (!at_module_scope) {
      at = count_;
      AddExample(example);
    }
    Add(Op::kReturn, {});
    Add(Op::kFunctionEnd, {});
    if (has_graph) {
      Add(Op::kGraphARM, {kGraphType, kGraph});
      Add(Op::kGraphEndARM, {});
    }
    SessionOptions options;
    options.format = InputFormat::kBinary;
    session_.set_options(std::move(options));
    const auto ok = session_.Run(absl::string_view(
        reinterpret_cast<const char*>(words_.data()), words_.size() * 4));
    if (!ok.ok()) return false;
    for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
      if (d.place.inst != InstIndex(at)) continue;
      if (operand == kNoOperand
              ? absl::StartsWith(d.rule->id, "ssa.instruction.")
              : d.place.operand == operand && d.severity == Severity::kError) {
        return true;
      }
    }
    return false;
  }

  std::string ReportedText() const {
    std::string reported;
    for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
      if (!absl::StartsWith(d.rule->id, "enum.token")) {
        absl::StrAppend(&reported, " ", d.rule->id);
      }
    }
    return reported;
  }

 private:
  void Add(Op op, const Words& operands) {
    words_.push_back(FirstWord(op, operands.size() + 1));
    words_.insert(words_.end(), operands.begin(), operands.end());
    ++count_;
  }
  void AddWithString(Op op, Words operands, absl::string_view text) {
    for (uint32_t word : StringWords(text)) operands.push_back(word);
    Add(op, operands);
  }
  void AddExample(const Example& example) {
    words_.insert(words_.end(), example.words.begin(), example.words.end());
    ++count_;
  }

  Session session_{SessionOptions()};
  Words words_;
  uint32_t count_ = 0;
};

// An instruction that begins or ends a function has the module's own operands:
// the valid modules of operand_classes_test test those.
bool HasFixedPlace(Op op) {
  switch (op) {
    case Op::kFunction:
    case Op::kFunctionParameter:
    case Op::kFunctionEnd:
    case Op::kLabel:
    case Op::kGraphARM:
    case Op::kGraphEndARM:
    case Op::kGraphInputARM:
    case Op::kGraphSetOutputARM:
    case Op::kExtInst:
    case Op::kExtInstWithForwardRefsKHR:
      return true;
    default:
      return false;
  }
}

void Finish(Example* example) {
  example->words[0] = FirstWord(example->op, example->words.size());
}

std::vector<Example> Examples() {
  std::vector<Example> examples;
  // OpDecorate has only enumerants without <id>s, which is checked elsewhere.
  const auto takes_ids = [](Op op) {
    return !Is(op, OpTrait::kAnnotation) || op == Op::kDecorateId ||
           op == Op::kMemberDecorateIdEXT;
  };
  for (int row = 0; row < grammar::kOpCount; ++row) {
    const Op op{static_cast<uint16_t>(row)};
    const grammar::OpInfo& info = grammar::Info(op);
    if (HasFixedPlace(op)) continue;
    Example example;
    example.name = std::string(grammar::NameOf(op));
    example.op = op;
    Writer(&example, Kind::kIdRef, nullptr).Add(grammar::Operands(info), op);
    Finish(&example);
    examples.push_back(std::move(example));
    // Enumerants whose parameters have a class.
    for (const OperandPattern& pattern : grammar::Operands(info)) {
      const Category category = grammar::Info(pattern.kind).category;
      if (category != Category::kValueEnum && category != Category::kBitEnum) {
        continue;
      }
      for (const grammar::EnumerantInfo& e :
           grammar::Enumerants(pattern.kind)) {
        if (e.parameter_count == 0 || !takes_ids(op)) continue;
        Example with;
        with.name =
            absl::StrCat(grammar::NameOf(op), " ", grammar::Text(e.name));
        with.op = op;
        Writer(&with, pattern.kind, &e).Add(grammar::Operands(info), op);
        Finish(&with);
        if (with.ids.size() > examples.back().ids.size()) {
          examples.push_back(std::move(with));
        }
      }
    }
  }
  for (const grammar::ExtInstSetInfo& set : grammar::ExtInstSets()) {
    for (uint32_t i = 0; i < set.instruction_count; ++i) {
      const ExtInst inst{static_cast<uint16_t>(set.first_instruction + i)};
      const grammar::ExtInstInfo& info = grammar::Info(inst);
      Example example;
      example.set = std::string(grammar::Text(set.name));
      if (set.versioned) absl::StrAppend(&example.set, ".1");
      example.name = absl::StrCat(example.set, " ", grammar::Text(info.name));
      example.op = Op::kExtInst;
      example.words = {0, kInt, kResult, kImport, info.number};
      example.operands = 4;
      Writer(&example, Kind::kIdRef, nullptr)
          .Add(grammar::Operands(info), inst);
      Finish(&example);
      if (!example.ids.empty()) examples.push_back(std::move(example));
    }
  }
  return examples;
}

TEST(OperandClassTableTest, EveryOpcodeRejectsWrongClasses) {
  Checker checker;
  size_t substitutions = 0;
  size_t places = 0;
  for (const Example& example : Examples()) {
    EXPECT_FALSE(checker.Reports(example, kNoOperand))
        << example.name
        << " with operands of the right classes:" << checker.ReportedText();
    for (const Example::Place& place : example.ids) {
      ++places;
      for (uint32_t id : kAll) {
        if (Fits(place.operand_class, id) || id == kGraph) continue;
        Example wrong = example;
        wrong.words[place.word] = id;
        ++substitutions;
        EXPECT_TRUE(checker.Reports(wrong, place.operand))
            << example.name << ", operand " << place.operand << ", id " << id
            << ":" << checker.ReportedText();
      }
    }
  }
  std::cout << places << " operands, " << substitutions << " substitutions\n";
  EXPECT_GT(places, 1000u);
}

}  // namespace
}  // namespace plumb
