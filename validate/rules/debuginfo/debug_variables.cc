// Variables in debug information: the targets of indexes, and types whose size
// specialization determines.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"

namespace plumb {
namespace {

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";

// The text defines indexes like those of OpAccessChain; implementations do not
// check them.
constexpr RuleTable R({
    {"debuginfo.operand.index-member", kSection,
     "an index into {1}, a composite type, should be an OpConstant less than "
     "its number of members, not {0}",
     "", Severity::kWarning},
    {"debuginfo.operand.index-depth", kSection,
     "there are more indexes than levels of the type: {0} has no parts", "",
     Severity::kWarning},
    {"debuginfo.cooperative.same-spec-constant",
     "NonSemantic.Shader.DebugInfo Validation Rules",
     "the type of {0} uses specialization constant {1} where the debug type "
     "{2} names {3}"},
});

constexpr auto kFirst = operand::ExtInst::kOperands;

// The type that a debug instruction gives, without typedefs and qualifiers.
std::optional<DebugInst> TypeIn(const CheckContext& c, const DebugInst& inst) {
  const OperandIndex at = inst.Find(DebugRole::kType);
  if (at == kNoOperand) return std::nullopt;
  return NamedType(c.module(), inst.inst().id(at));
}

// --- Indexes ---

// Follows the indexes of a DebugValue or DebugDeclare through the type of its
// variable, as far as known.
class IndexWalk {
 public:
  explicit IndexWalk(const CheckContext& c) : c_(c) {}

  void Check(const DebugInst& debug) {
    constexpr OperandIndex kFirstIndex = kFirst + 3;
    if (c_.inst().operand_count() <= kFirstIndex) return;
    const std::optional<DebugInst> variable =
        NamedBy(c_.module(), debug, kFirst);
    if (!variable || !variable->Is(debug_set::kVariables)) return;
    type_ = TypeIn(c_, *variable);
    for (OperandIndex o = kFirstIndex; o < c_.inst().operand_count(); ++o) {
      if (!type_ || !Enter(o)) return;
    }
  }

 private:
  // Members after more than this many are not searched for.
  static constexpr uint32_t kFewMembers = 64;

  // Enters the part that an index selects; false if the walk must stop.
  bool Enter(OperandIndex index) {
    constexpr DebugSet kElements = AnyOf(
        Debug::kDebugTypeVector, Debug::kDebugTypeMatrix,
        Debug::kDebugTypeVectorIdEXT, Debug::kDebugTypeCooperativeMatrixKHR);
    constexpr DebugSet kWhole =
        AnyOf(Debug::kDebugTypeBasic, Debug::kDebugTypeEnum,
              Debug::kDebugTypePointer);
    if (type_->Is(AnyOf(Debug::kDebugTypeComposite))) return EnterMember(index);
    if (type_->Is(AnyOf(Debug::kDebugTypeArray))) return EnterElement();
    if (type_->Is(kElements)) {
      type_ = Element();
      return true;
    }
    if (type_->Is(kWhole)) {
      c_.Report(R("debuginfo.operand.index-depth"), index,
                {type_->inst().result()});
    }
    return false;
  }

  // The type of all elements is the first operand.
  std::optional<DebugInst> Element() const {
    const auto first = type_->inst().Find(kFirst);
    return first ? NamedType(c_.module(), type_->inst().id(*first))
                 : std::nullopt;
  }

  // An array may have several dimensions, with one index each.
  bool EnterElement() {
    const uint32_t dimensions = type_->count() - 1;
    if (++dimension_ < dimensions) return true;
    dimension_ = 0;
    type_ = Element();
    return true;
  }

  bool EnterMember(OperandIndex index) {
    const OperandIndex first = type_->Find(DebugRole::kMembers);
    const uint32_t count =
        first == kNoOperand ? 0 : type_->inst().operand_count() - first.value;
    const Id id = c_.inst().id(index);
    const auto value = FixedValue(c_, id);
    if (!IsDefinedBy(c_.module(), id, Op::kConstant) || !value ||
        *value >= count) {
      // The members of a type declared elsewhere are unknown.
      if (count != 0) {
        c_.Report(R("debuginfo.operand.index-member"), index,
                  {id, type_->inst().result()});
      }
      return false;
    }
    type_ = MemberType(first, *value);
    return true;
  }

  // The type of the member with a number, which does not count functions;
  // empty if there are too many members, or if bases may count too.
  std::optional<DebugInst> MemberType(OperandIndex first, uint32_t number) {
    const uint32_t end = type_->inst().operand_count();
    for (OperandIndex o = first; o < end && o < first + kFewMembers; ++o) {
      const std::optional<DebugInst> part = NamedBy(c_.module(), *type_, o);
      if (!part ||
          part->Is(debug_set::kNone | AnyOf(Debug::kDebugTypeInheritance))) {
        return std::nullopt;
      }
      if (!part->Is(AnyOf(Debug::kDebugTypeMember))) continue;
      if (number-- == 0) return TypeIn(c_, *part);
    }
    return std::nullopt;
  }

  const CheckContext& c_;
  std::optional<DebugInst> type_;
  uint32_t dimension_ = 0;
};

// --- Sizes that specialization determines ---

// Whether a debug type describes a type, by their opcodes.
bool Describes(const DebugInst& debug, Op type) {
  return (debug.Is(AnyOf(Debug::kDebugTypeVectorIdEXT)) &&
          type == Op::kTypeVectorIdEXT) ||
         (debug.Is(AnyOf(Debug::kDebugTypeCooperativeMatrixKHR)) &&
          type == Op::kTypeCooperativeMatrixKHR);
}

bool HasDescribedTypes(const Module& module) {
  return module.Has(Op::kTypeVectorIdEXT) ||
         module.Has(Op::kTypeCooperativeMatrixKHR);
}

// `debug` is the debug type of the object of operand `variable`.
void CheckSizes(const CheckContext& c, OperandIndex variable,
                const std::optional<DebugInst>& debug) {
  if (!debug || variable >= c.inst().operand_count()) return;
  const Id described = c.inst().id(variable);
  const TypeInfo& pointer = c.context().types().TypeOf(c.module(), described);
  if (!pointer.Is(type_trait::kPointer) || pointer.unknown()) return;
  const InstIndex def = c.module().def(pointer.element);
  if (def == kNoInst) return;
  const Inst type = c.module().inst(def);
  if (!Describes(*debug, type.op())) return;
  // After the component type both have the same operands.
  constexpr OperandIndex kSizes = 2;
  for (OperandIndex o = kSizes; o < type.operand_count(); ++o) {
    const OperandIndex same = kFirst + 1 + (o - kSizes);
    if (same >= debug->inst().operand_count()) return;
    const Id size = type.id(o);
    const InstIndex constant = c.module().def(size);
    if (constant == kNoInst || debug->inst().id(same) == size ||
        !Is(c.module().record(constant).op, OpTrait::kSpecConstant)) {
      continue;
    }
    c.Report(R("debuginfo.cooperative.same-spec-constant"), variable,
             {described, size, debug->inst().result(), debug->inst().id(same)})
        .Note("the debug type is here", Place::At(debug->inst().index(), same));
    return;
  }
}

void CheckGlobal(const CheckContext& c, const DebugInst& debug) {
  namespace global =
      grammar::ext_operand::NonSemanticShaderDebugInfo::DebugGlobalVariable;
  if (debug.dialect() == DebugDialect::kShader &&
      HasDescribedTypes(c.module())) {
    CheckSizes(c, global::kVariable, TypeIn(c, debug));
  }
}

void CheckLocal(const CheckContext& c, const DebugInst& debug) {
  IndexWalk(c).Check(debug);
  if (!HasDescribedTypes(c.module()) ||
      !debug.Is(AnyOf(Debug::kDebugDeclare))) {
    return;
  }
  const std::optional<DebugInst> local = NamedBy(c.module(), debug, kFirst);
  if (local) CheckSizes(c, kFirst + 1, TypeIn(c, *local));
}

void CheckInstruction(const CheckContext& c) {
  const DebugInst debug = *DebugInst::Get(c.module(), c.index());
  if (debug.Is(AnyOf(Debug::kDebugGlobalVariable))) {
    CheckGlobal(c, debug);
  } else {
    CheckLocal(c, debug);
  }
}

constexpr auto kNumbers =
    kDebugNumbersOf<Debug::kDebugGlobalVariable, Debug::kDebugDeclare,
                    Debug::kDebugValue>;
constexpr auto kChecks = InAllDebugSets(kNumbers, CheckInstruction);

}  // namespace

extern constinit const Family kDebugVariables(R, kChecks);

}  // namespace plumb
