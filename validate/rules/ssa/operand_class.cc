// Classes of ids (section 3.3): the definition of an id operand must have the
// class that the operand requires: a type, an object, a label, a function...
//
// The grammar's tables have the class of every operand (operand_class.h).
// This check comes before all others of an instruction, so that they can rely
// on it; they check the type and value of operands.
//
// Tested by testdata/rule_test.cc and testdata/operand_classes_test.cc.
#include "validate/rules/ssa/operand_class.h"

#include "grammar/operand_class.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::ExtInst;
using grammar::OperandClass;
using grammar::OperandPattern;

constexpr RuleTable R({
    Malformed({"ssa.instruction.result-type-is-type", "3.3",
               "the result type must be a type, but {0} is {1}"}),
    Also("cfg.label.only-forms-blocks function.function.consumers "
         "decoration.decorationgroup.consumers",
         Malformed({"ssa.instruction.value-operand-is-object", "3.3",
                    "this operand must be an object, but {0} is {1}"})),
    Also("type.operand.is-type type.typearray.length-constant "
         "function.functioncall.callee function.call.target-in-module "
         "control.branch.target-label control.branchconditional.target-labels "
         "control.switch.target-labels decoration.groupdecorate.group-kind "
         "enqueue.invoke.is-function cooperative.reduce.is-function "
         "cooperative.per-element.is-function cooperative.decode.function "
         "cooperative.decodevector.function tasksequence.create.function "
         "graph.entrypoint.is-graph ext.extinst.set-is-import",
         Malformed({"ssa.instruction.operand-class", "3.3",
                    "this operand must be {2}, but {0} is {1}"})),
    // Elements and members are objects (section 2.2.2), as results are, and an
    // object must not have a function type.
    Malformed({"ssa.instruction.result-type-not-function", "2.2.2",
               "the result type must not be a function type, but {0} is one"}),
    // The text requires a pointer; producers pass its type, and
    // implementations accept that.
    {"ssa.sizeof.operand-is-object", "3.3.1",
     "operand Pointer of OpSizeOf must be a pointer, but {0} is {1}", "",
     Severity::kWarning},
});

// Finds the class of one operand of an instruction.
class ClassFinder {
 public:
  ClassFinder(const Inst& inst, OperandIndex operand)
      : inst_(inst), count_(inst.operand_count()), target_(operand) {}

  OperandClass Find() {
    const absl::Span<const OperandPattern> patterns =
        grammar::Operands(inst_.info());
    // Nearly all instructions have one operand for each pattern.
    if (inst_.info().fixed_layout && count_ == patterns.size()) {
      return ClassOf(inst_.op(), target_);
    }
    Walk(patterns, inst_.op());
    return found_;
  }

 private:
  // Walks the operands of the patterns of an opcode, an extended instruction
  // or an enumerant, until the target is found.
  template <typename Owner>
  bool Walk(absl::Span<const OperandPattern> patterns, const Owner& owner) {
    for (uint32_t p = 0; p < patterns.size(); ++p) {
      const OperandPattern& pattern = patterns[p];
      const bool repeats = pattern.quantifier == grammar::Quantifier::kAny;
      do {
        if (at_ >= count_) return true;
        if (WalkOne(pattern, owner, p)) return true;
      } while (repeats);
    }
    return false;
  }

  template <typename Owner>
  bool WalkOne(const OperandPattern& pattern, const Owner& owner, uint32_t p) {
    const grammar::KindInfo& kind = grammar::Info(pattern.kind);
    const bool repeats = pattern.quantifier == grammar::Quantifier::kAny;
    switch (kind.category) {
      case Category::kId:
        if (!repeats && at_ != target_) break;
        found_ = ClassOf(owner, p);
        return true;
      case Category::kComposite: {
        if (pattern.kind == Kind::kCountedPairIdRefLiteralInteger) {
          return WalkCounted();
        }
        const absl::Span<const Kind> bases = grammar::Bases(kind);
        const auto size = static_cast<uint32_t>(bases.size());
        if (!repeats && target_ >= at_ + size) {
          at_ += size;
          return false;
        }
        const uint32_t base = (target_ - at_) % size;
        uint32_t id = 0;
        for (uint32_t b = 0; b < base; ++b) id += IsIdUse(bases[b]);
        if (IsIdUse(bases[base])) found_ = ClassOf(owner, p, id);
        return true;
      }
      case Category::kValueEnum:
      case Category::kBitEnum:
        return WalkEnumerants(pattern.kind, kind.category);
      case Category::kLiteral:
        if (pattern.kind == Kind::kLiteralExtInstInteger) return WalkExtInst();
        if (pattern.kind == Kind::kLiteralSpecConstantOpInteger) {
          return WalkNested();
        }
        break;
    }
    ++at_;
    return false;
  }

  bool WalkCounted() {
    const uint32_t pairs = inst_.operand_word(at_);
    const uint32_t end = at_ + 1 + 2 * pairs;
    if (target_ >= end) {
      at_ = end;
      return false;
    }
    found_ = OperandClass::kObject;
    return true;
  }

  bool WalkEnumerants(Kind kind, Category category) {
    uint32_t word = inst_.operand_word(at_++);
    if (category == Category::kValueEnum) return WalkEnumerant(kind, word);
    for (; word != 0; word &= word - 1) {
      if (WalkEnumerant(kind, word & (0 - word))) return true;
    }
    return false;
  }

  bool WalkEnumerant(Kind kind, uint32_t value) {
    const grammar::EnumerantInfo* const info =
        grammar::EnumerantByValue(kind, value);
    return info != nullptr && Walk(grammar::Parameters(*info), *info);
  }

  bool WalkExtInst() {
    ++at_;
    const ExtInst row = inst_.ext_inst();
    if (row == ExtInst::kNone) {
      found_ = OperandClass::kAny;
    } else {
      Walk(grammar::Operands(grammar::Info(row)), row);
    }
    return true;
  }

  // Walks the operands of the opcode in an OpSpecConstantOp, which a malicious
  // module may nest as often as an instruction has words.
  bool WalkNested() {
    Op op = Op::kSpecConstantOp;
    while (op == Op::kSpecConstantOp && at_ < count_) {
      op = grammar::OpFromOpcode(inst_.operand_word(at_++));
    }
    if (op == grammar::kNoOp) {
      found_ = OperandClass::kObject;
      return true;
    }
    const absl::Span<const OperandPattern> patterns =
        grammar::Operands(grammar::Info(op));
    for (uint32_t p = 0; p < patterns.size(); ++p) {
      const Kind kind = patterns[p].kind;
      if (kind == Kind::kIdResultType || kind == Kind::kIdResult) continue;
      do {
        if (at_ >= count_ || WalkOne(patterns[p], op, p)) return true;
      } while (patterns[p].quantifier == grammar::Quantifier::kAny);
    }
    return true;
  }

  const Inst& inst_;
  const uint32_t count_;
  const uint32_t target_;
  uint32_t at_ = 0;
  OperandClass found_ = OperandClass::kAny;
};

bool IsConstant(Op op) {
  return Is(op, OpTrait::kConstantDeclaration) || op == Op::kUndef;
}

bool BelongsTo(OperandClass operand_class, const Module& module,
               const Inst& def) {
  const Op op = def.op();
  switch (operand_class) {
    case OperandClass::kNone:
    case OperandClass::kAny:
      return true;
    case OperandClass::kObject:
      return DefinesObject(module, def.index());
    case OperandClass::kConstant:
      return IsConstant(op);
    case OperandClass::kType:
      return DeclaresType(op);
    case OperandClass::kLabel:
      return op == Op::kLabel;
    case OperandClass::kFunction:
      return op == Op::kFunction;
    case OperandClass::kString:
      return op == Op::kString;
    case OperandClass::kImport:
      return op == Op::kExtInstImport;
    case OperandClass::kGroup:
      return op == Op::kDecorationGroup;
    case OperandClass::kAliasDomain:
      return op == Op::kAliasDomainDeclINTEL;
    case OperandClass::kAliasScope:
      return op == Op::kAliasScopeDeclINTEL;
    case OperandClass::kAliasScopeList:
      return op == Op::kAliasScopeListDeclINTEL;
    case OperandClass::kGraph:
      return op == Op::kGraphARM;
    case OperandClass::kAsmTarget:
      return op == Op::kAsmTargetINTEL;
  }
  return true;
}

absl::string_view NameOf(OperandClass operand_class) {
  switch (operand_class) {
    case OperandClass::kNone:
    case OperandClass::kAny:
      return "an id";
    case OperandClass::kObject:
      return "an object";
    case OperandClass::kConstant:
      return "a constant";
    case OperandClass::kType:
      return "a type";
    case OperandClass::kLabel:
      return "a label";
    case OperandClass::kFunction:
      return "a function";
    case OperandClass::kString:
      return "a string";
    case OperandClass::kImport:
      return "an extended instruction set";
    case OperandClass::kGroup:
      return "a decoration group";
    case OperandClass::kAliasDomain:
      return "an alias domain";
    case OperandClass::kAliasScope:
      return "an alias scope";
    case OperandClass::kAliasScopeList:
      return "a list of alias scopes";
    case OperandClass::kGraph:
      return "a graph";
    case OperandClass::kAsmTarget:
      return "a target of OpAsmTargetINTEL";
  }
  return "";
}

// The class of the result of an instruction, for a message.
absl::string_view Describe(const Module& module, const Inst& def) {
  constexpr OperandClass kOthers[] = {
      OperandClass::kType,           OperandClass::kLabel,
      OperandClass::kFunction,       OperandClass::kString,
      OperandClass::kImport,         OperandClass::kGroup,
      OperandClass::kAliasDomain,    OperandClass::kAliasScope,
      OperandClass::kAliasScopeList, OperandClass::kGraph,
      OperandClass::kAsmTarget,      OperandClass::kConstant,
  };
  for (OperandClass operand_class : kOthers) {
    if (BelongsTo(operand_class, module, def)) return NameOf(operand_class);
  }
  if (Is(def.op(), OpTrait::kVariable)) return "a variable";
  return def.info().has_result_type ? "an object" : "not an object";
}

// The fast path: whether an operand of an instruction with a fixed layout has
// one of the most common classes, and belongs to it.
inline bool HasCommonClass(const Module& module, InstIndex use,
                           OperandIndex operand) {
  const InstRecord& user = module.record(use);
  const grammar::OpInfo& info = grammar::Info(user.op);
  if (!info.fixed_layout || user.operand_count != info.operand_count ||
      operand < info.has_result_type) {
    return false;
  }
  const Id id(module.words()[user.first_word + 1 + operand]);
  const Op def = module.record(module.def(id)).op;
  switch (ClassOf(user.op, operand)) {
    case OperandClass::kLabel:
      return def == Op::kLabel;
    case OperandClass::kType:
      return DeclaresType(def);
    case OperandClass::kFunction:
      return def == Op::kFunction;
    default:
      return false;
  }
}

}  // namespace

bool CheckOperandClass(const ModuleContext& context, DiagnosticList* list,
                       InstIndex use, OperandIndex operand) {
  const Module& module = context.module();
  if (HasCommonClass(module, use, operand)) return true;
  const Inst inst = module.inst(use);
  const Id id = inst.id(operand);
  const Inst def = module.inst(module.def(id));
  const OperandClass expected = ClassFinder(inst, operand).Find();
  const bool is_result_type = inst.kind(operand) == Kind::kIdResultType;
  const bool is_function_type = is_result_type && def.op() == Op::kTypeFunction;
  if (BelongsTo(expected, module, def) && !is_function_type) return true;
  const Rule* rule = &R("ssa.instruction.operand-class");
  if (is_function_type) {
    rule = &R("ssa.instruction.result-type-not-function");
  } else if (is_result_type) {
    rule = &R("ssa.instruction.result-type-is-type");
  } else if (expected == OperandClass::kObject) {
    const bool states_type =
        inst.op() == Op::kSizeOf && (def.op() == Op::kTypePointer ||
                                     def.op() == Op::kTypeUntypedPointerKHR);
    rule = states_type ? &R("ssa.sizeof.operand-is-object")
                       : &R("ssa.instruction.value-operand-is-object");
  }
  DiagnosticBuilder report =
      context.Report(*rule, Place::At(use, operand),
                     {id, Describe(module, def), NameOf(expected)}, list);
  report.Note("{0} is declared here", Place::At(def.index()), {id});
  if (is_result_type && def.info().has_result_type) {
    report.Note("the first operand of {0} is its result type: is it missing?",
                Place::At(use), {inst.op()});
  }
  return !report.is_error();
}

extern constinit const Family kOperandClass(R);

}  // namespace plumb
