// Combinations of operands of debug information: their number, the form of
// strings, and the composition of types.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"
#include "validate/rules/debuginfo/debug_forms.h"

namespace plumb {
namespace {

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";
constexpr char kLatest[] = "NonSemantic.Shader.DebugInfo.101 4";
constexpr char kOld[] = "OpenCL.DebugInfo.100 4";

constexpr RuleTable R({
    {"debuginfo.typearray.count-present", kSection,
     "an array type must have a component count for each dimension"},
    {"debuginfo.typetemplate.parameter-present", kSection,
     "a template must have at least one parameter"},
    // Packs may be empty, and producers emit empty ones.
    {"debuginfo.typetemplateparameterpack.parameter-present", kSection,
     "a parameter pack should have at least one parameter", "",
     Severity::kPedantic},
    {"debuginfo.value.operand-count", "DebugInfo 4.8",
     "DebugValue must have a local variable, a value and an expression, but "
     "there are only {0} operand{0s}"},
    {"debuginfo.operation.operand-count", kSection,
     "operation {0} takes {1} operand{1s}, but there are {2}"},

    {"debuginfo.typearray.count-variable-type", kSection,
     "the type of the element count, {0}, must be a DebugTypeBasic of 32 or 64 "
     "bits with encoding Unsigned"},
    {"debuginfo.typebasic.fpencoding-float", kLatest,
     "{1} is allowed only with encoding Float, not with {0}"},
    {"debuginfo.typebasic.fpencoding-bfloat16-size", kLatest,
     "a type encoded as BFloat16KHR must have size 16, not {0}"},
    {"debuginfo.typebasic.fpencoding-float8-size", kLatest,
     "a type encoded as Float8E4M3EXT or Float8E5M2EXT must have size 8, not "
     "{0}"},
    // Forward declarations have no size yet.
    {"debuginfo.typeenum.size-positive", kSection,
     "the size of an enumeration must be greater than 0"},
    // Producers write all ones for a pointer without an address space.
    {"debuginfo.typepointer.storageclass-enumerant", kOld,
     "{0} should be a storage class, not all ones", "", Severity::kPedantic},

    {"debuginfo.typecomposite.opaque-no-members", kSection,
     "a composite type whose size is DebugInfoNone should have no members", "",
     Severity::kWarning},
    {"debuginfo.typecomposite.opaque-name", kOld,
     "the name of a composite type whose size is DebugInfoNone should begin "
     "with @",
     "", Severity::kPedantic},
    {"debuginfo.typecomposite.unknown-layout-size", kSection,
     "size {0} should not be less than the end of the last member, {1}", "",
     Severity::kWarning},
    {"debuginfo.typemember.unknown-layout-size", kSection,
     "the size of a member should be greater than 0, even if its layout is "
     "unknown",
     "", Severity::kWarning},

    {"debuginfo.macrodef.name-form", kSection,
     "the name of a macro with parameters should have no blanks, and one comma "
     "between parameters",
     "", Severity::kWarning},
    {"debuginfo.debugbuildidentifier.identifier-form", kSection,
     "the identifier should have at least 32 characters, each a digit or a "
     "letter from a to f",
     "", Severity::kPedantic},
    {"debuginfo.importedentity.module-entity", kSection,
     "an entity that is imported as a module, {0}, should be a namespace: a "
     "DebugLexicalBlock with a name",
     "", Severity::kWarning},
});

constexpr auto kFirst = operand::ExtInst::kOperands;

std::optional<uint32_t> NumberAt(const CheckContext& c, const DebugInst& inst,
                                 OperandIndex operand) {
  return DebugNumber(c.context(), inst, operand);
}
std::optional<uint32_t> NumberOf(const CheckContext& c, const DebugInst& inst,
                                 DebugRole role) {
  return NumberAt(c, inst, inst.Find(role));
}

// --- Numbers of operands ---

// Instructions that require at least one of their repeated last operand.
struct MinCount {
  Debug number;
  uint32_t count;
  const Rule* rule;
};
constexpr MinCount kMinCounts[] = {
    {Debug::kDebugTypeArray, 2, &R("debuginfo.typearray.count-present")},
    {Debug::kDebugTypeTemplate, 2,
     &R("debuginfo.typetemplate.parameter-present")},
    {Debug::kDebugTypeTemplateParameterPack, 5,
     &R("debuginfo.typetemplateparameterpack.parameter-present")},
    {Debug::kDebugValue, 3, &R("debuginfo.value.operand-count")},
};

void CheckMinCount(const CheckContext& c, const DebugInst& debug) {
  const uint32_t count = debug.count();
  for (const MinCount& row : kMinCounts) {
    if (!debug.Is(AnyOf(row.number)) || count >= row.count) continue;
    c.Report(*row.rule, Place::kWhole, {count});
  }
}

void CheckOperation(const CheckContext& c, const DebugInst& debug) {
  constexpr uint8_t kOperands[] = {0, 0, 0, 1, 2, 0, 0, 0, 1, 2};
  const std::optional<uint32_t> operation =
      NumberOf(c, debug, DebugRole::kOperation);
  if (!operation || *operation >= std::size(kOperands)) return;
  const uint32_t count = debug.count() - 1;
  const uint32_t expected = kOperands[*operation];
  if (count == expected) return;
  const OperandIndex at =
      count > expected ? OperandIndex(kFirst + 1 + expected) : Place::kWhole;
  c.Report(R("debuginfo.operation.operand-count"), at,
           {*operation, expected, count});
}

// --- Types ---

// Whether a variable has the type of a count; true if unknown.
bool HasTypeOfCounts(const CheckContext& c, const DebugInst& variable) {
  // DebugInfo has other numbers for encodings, but does not allow variables.
  constexpr uint32_t kUnsigned = 6;
  const OperandIndex at = variable.Find(DebugRole::kType);
  if (at == kNoOperand) return true;
  const std::optional<DebugInst> type =
      NamedType(c.module(), variable.inst().id(at));
  if (!type || type->Is(debug_set::kNone))
    return true;  // reported by another
                  // rule
  if (!type->Is(AnyOf(Debug::kDebugTypeBasic))) return false;
  const uint32_t size = NumberAt(c, *type, type->FindSize()).value_or(32);
  return (size == 32 || size == 64) &&
         NumberOf(c, *type, DebugRole::kEncoding).value_or(kUnsigned) ==
             kUnsigned;
}

void CheckArray(const CheckContext& c, const DebugInst& debug) {
  for (OperandIndex o = kFirst + 1; o < c.inst().operand_count(); ++o) {
    const std::optional<DebugInst> variable = NamedBy(c.module(), debug, o);
    if (!variable || !variable->Is(debug_set::kVariables) ||
        HasTypeOfCounts(c, *variable)) {
      continue;
    }
    c.Report(R("debuginfo.typearray.count-variable-type"), o, {c.inst().id(o)});
    return;
  }
}

void CheckBasic(const CheckContext& c, const DebugInst& debug) {
  constexpr uint32_t kFloat = 3;
  const OperandIndex at = debug.Find(DebugRole::kFpEncoding);
  const auto fp_encoding = NumberAt(c, debug, at);
  if (!fp_encoding) return;
  const auto encoding = NumberOf(c, debug, DebugRole::kEncoding);
  if (encoding && *encoding != kFloat) {
    c.Report(R("debuginfo.typebasic.fpencoding-float"), at,
             {*encoding, Arg::Operand(c.inst(), at)});
    return;
  }
  const OperandIndex size_at = debug.FindSize();
  const auto size = NumberAt(c, debug, size_at);
  if (!size) return;
  switch (grammar::FPEncoding{*fp_encoding}) {
    case grammar::FPEncoding::kBFloat16KHR:
      if (*size == 16) return;
      c.Report(R("debuginfo.typebasic.fpencoding-bfloat16-size"), size_at,
               {*size});
      return;
    case grammar::FPEncoding::kFloat8E4M3EXT:
    case grammar::FPEncoding::kFloat8E5M2EXT:
      if (*size == 8) return;
      c.Report(R("debuginfo.typebasic.fpencoding-float8-size"), size_at,
               {*size});
      return;
    default:
      return;
  }
}

bool HasFlag(const CheckContext& c, const DebugInst& debug, uint32_t flag) {
  return (NumberOf(c, debug, DebugRole::kFlags).value_or(0) & flag) != 0;
}
constexpr uint32_t kFwdDecl = 1 << 4;
constexpr uint32_t kUnknownPhysicalLayout = 1 << 17;

void CheckEnum(const CheckContext& c, const DebugInst& debug) {
  const OperandIndex size = debug.FindSize();
  if (NumberAt(c, debug, size) == 0 && !HasFlag(c, debug, kFwdDecl)) {
    c.Report(R("debuginfo.typeenum.size-positive"), size);
  }
}

void CheckPointer(const CheckContext& c, const DebugInst& debug) {
  const OperandIndex at = debug.Find(DebugRole::kStorageClass);
  if (NumberAt(c, debug, at) == kNoAddressSpace) {
    c.Report(R("debuginfo.typepointer.storageclass-enumerant"), at,
             {Arg::Operand(c.inst(), at)});
  }
}

// --- Composite types ---

void CheckOpaque(const CheckContext& c, const DebugInst& debug) {
  if (const OperandIndex members = debug.Find(DebugRole::kMembers);
      members != kNoOperand) {
    c.Report(R("debuginfo.typecomposite.opaque-no-members"), members);
    return;
  }
  const OperandIndex name = debug.Find(DebugRole::kName);
  if (debug.dialect() == DebugDialect::kShader) return;
  if (!absl::StartsWith(StringAt(c, name).value_or("@"), "@")) {
    c.Report(R("debuginfo.typecomposite.opaque-name"), name);
  }
}

// The end in bits of the member with the greatest offset; 0 if no member has a
// known offset.
uint64_t EndOfLastMember(const CheckContext& c, const DebugInst& debug) {
  namespace member =
      grammar::ext_operand::NonSemanticShaderDebugInfo::DebugTypeMember;
  const OperandIndex first = debug.Find(DebugRole::kMembers);
  uint64_t last_offset = 0;
  uint64_t end = 0;
  for (OperandIndex o = first; o < c.inst().operand_count(); ++o) {
    const std::optional<DebugInst> part = NamedBy(c.module(), debug, o);
    if (!part || !part->Is(AnyOf(Debug::kDebugTypeMember))) continue;
    const auto offset = NumberAt(c, *part, member::kOffset);
    const auto size = NumberAt(c, *part, member::kSize);
    if (!offset || !size || *offset < last_offset) continue;
    last_offset = *offset;
    end = uint64_t{*offset} + *size;
  }
  return end;
}

void CheckComposite(const CheckContext& c, const DebugInst& debug) {
  const OperandIndex size_at = debug.FindSize();
  if (size_at == kNoOperand) return;
  const std::optional<DebugInst> none = NamedBy(c.module(), debug, size_at);
  if (none && none->Is(debug_set::kNone)) {
    CheckOpaque(c, debug);
    return;
  }
  if (debug.dialect() != DebugDialect::kShader ||
      !HasFlag(c, debug, kUnknownPhysicalLayout)) {
    return;
  }
  const auto size = NumberAt(c, debug, size_at);
  const uint64_t end = EndOfLastMember(c, debug);
  if (size && *size < end) {
    c.Report(R("debuginfo.typecomposite.unknown-layout-size"), size_at,
             {*size, end});
  }
}

void CheckMember(const CheckContext& c, const DebugInst& debug) {
  namespace member =
      grammar::ext_operand::NonSemanticShaderDebugInfo::DebugTypeMember;
  if (debug.dialect() == DebugDialect::kShader &&
      HasFlag(c, debug, kUnknownPhysicalLayout) &&
      NumberAt(c, debug, member::kSize) == 0) {
    c.Report(R("debuginfo.typemember.unknown-layout-size"), member::kSize);
  }
}

// --- Strings ---

// "F(a,b)": no blanks, no unnamed parameter, and nothing after it.  Any name
// without parameters is valid.
bool IsMacroName(absl::string_view name) {
  const size_t begin = name.find('(');
  if (begin == absl::string_view::npos) return true;
  if (absl::c_any_of(name, absl::ascii_isspace) ||
      name.find(')') != name.size() - 1) {
    return false;
  }
  const absl::string_view parameters =
      name.substr(begin + 1, name.size() - begin - 2);
  return parameters.empty() ||
         (parameters.front() != ',' && parameters.back() != ',' &&
          !absl::StrContains(parameters, ",,"));
}

void CheckMacro(const CheckContext& c, const DebugInst& debug) {
  const OperandIndex name = debug.Find(DebugRole::kName);
  if (!IsMacroName(StringAt(c, name).value_or(""))) {
    c.Report(R("debuginfo.macrodef.name-form"), name);
  }
}

void CheckBuildIdentifier(const CheckContext& c, const DebugInst& /*debug*/) {
  constexpr size_t kMinDigits = 32;
  const std::optional<absl::string_view> identifier = StringAt(c, kFirst);
  if (!identifier) return;
  const bool is_correct =
      identifier->size() >= kMinDigits &&
      absl::c_all_of(*identifier, [](unsigned char digit) {
        return absl::ascii_isdigit(digit) || (digit >= 'a' && digit <= 'f');
      });
  if (!is_correct) {
    c.Report(R("debuginfo.debugbuildidentifier.identifier-form"), kFirst);
  }
}

void CheckImportedEntity(const CheckContext& c, const DebugInst& debug) {
  namespace imported =
      grammar::ext_operand::NonSemanticShaderDebugInfo::DebugImportedEntity;
  constexpr OperandIndex kEntity = imported::kEntity;
  constexpr uint32_t kImportedModule = 0;
  // A compilation unit is a module in languages with modules.
  constexpr DebugSet kModules =
      BitOf(kDebugModuleIntel) | debug_set::kNone |
      AnyOf(Debug::kDebugCompilationUnit, Debug::kDebugImportedEntity);
  if (NumberAt(c, debug, imported::kTag) != kImportedModule) return;
  const std::optional<DebugInst> entity = NamedBy(c.module(), debug, kEntity);
  if (!entity || entity->Is(kModules) ||
      (entity->Is(AnyOf(Debug::kDebugLexicalBlock)) &&
       entity->Find(DebugRole::kName) != kNoOperand)) {
    return;
  }
  c.Report(R("debuginfo.importedentity.module-entity"), kEntity,
           {c.inst().id(kEntity)});
}

// --- Instructions ---

// The checks of an instruction, besides that of its number of operands.
void (*CheckOf(Debug number))(const CheckContext&, const DebugInst&) {
  switch (number) {
    case Debug::kDebugTypeBasic:
      return CheckBasic;
    case Debug::kDebugTypePointer:
      return CheckPointer;
    case Debug::kDebugTypeArray:
      return CheckArray;
    case Debug::kDebugTypeEnum:
      return CheckEnum;
    case Debug::kDebugTypeComposite:
      return CheckComposite;
    case Debug::kDebugTypeMember:
      return CheckMember;
    case Debug::kDebugOperation:
      return CheckOperation;
    case Debug::kDebugMacroDef:
      return CheckMacro;
    case Debug::kDebugImportedEntity:
      return CheckImportedEntity;
    case Debug::kDebugBuildIdentifier:
      return CheckBuildIdentifier;
    default:
      return CheckMinCount;
  }
}

void CheckInstruction(const CheckContext& c) {
  const DebugInst debug = *DebugInst::Get(c.module(), c.index());
  const Debug number{debug.number()};
  if (number == Debug::kDebugTypeArray) CheckMinCount(c, debug);
  CheckOf(number)(c, debug);
}

constexpr auto kNumbers = kDebugNumbersOf<
    Debug::kDebugTypeBasic, Debug::kDebugTypePointer, Debug::kDebugTypeArray,
    Debug::kDebugTypeEnum, Debug::kDebugTypeComposite, Debug::kDebugTypeMember,
    Debug::kDebugTypeTemplate, Debug::kDebugTypeTemplateParameterPack,
    Debug::kDebugValue, Debug::kDebugOperation, Debug::kDebugMacroDef,
    Debug::kDebugImportedEntity, Debug::kDebugBuildIdentifier>;
constexpr auto kChecks = InAllDebugSets(kNumbers, CheckInstruction);

}  // namespace

extern constinit const Family kDebugTypes(R, kChecks);

}  // namespace plumb
