#include "validate/rules/builtin/builtin_element.h"

#include "grammar/operands.h"
#include "validate/analysis/decorations.h"
#include "validate/facts/builtin_object.h"

namespace plumb {
namespace {

namespace chain_operand = grammar::operand::AccessChain;

bool IsChain(grammar::Op op) {
  return op == grammar::Op::kAccessChain ||
         op == grammar::Op::kInBoundsAccessChain;
}

}  // namespace

std::optional<BuiltInElement> BuiltInElement::At(const ModuleContext& context,
                                                 Id pointer) {
  // Producers emit one chain, and rarely another chain of its result.
  constexpr uint32_t kMaxChains = 4;
  const Module& module = context.module();
  std::array<InstIndex, kMaxChains> chains;
  uint32_t count = 0;
  InstIndex def = module.def(pointer);
  for (; def != kNoInst && IsChain(module.record(def).op);
       def = module.def(pointer)) {
    if (count == kMaxChains) return std::nullopt;
    chains[count++] = def;
    pointer = module.inst(def).id(chain_operand::kBase);
  }
  if (def == kNoInst ||
      !Is(module.record(def).op, grammar::OpTrait::kVariable)) {
    return std::nullopt;
  }
  BuiltInElement element;
  element.type_ = PointeeOf(context, pointer);
  if (const auto builtin = BuiltInAt(context, pointer)) {
    element.found_ = true;
    element.builtin_ = *builtin;
  }
  while (count > 0) {
    if (!element.Follow(context, module.inst(chains[--count]))) {
      return std::nullopt;
    }
  }
  if (!element.found_) return std::nullopt;
  return element;
}

bool BuiltInElement::Follow(const ModuleContext& context, const Inst& chain) {
  for (OperandIndex o = chain_operand::kIndexes; o < chain.operand_count();
       ++o) {
    const TypeInfo& info = context.types().Get(type_);
    if (info.unknown()) return false;
    if (!info.Is(type_trait::kStruct)) {
      if (found_) {
        if (step_count_ == kMaxSteps) return false;
        steps_[step_count_++] = {chain.index(), o, type_};
      }
      type_ = info.element;
      continue;
    }
    const ScalarConstant member = context.constants().Scalar(chain.id(o));
    if (!member.fixed() || found_) return false;
    const auto number = static_cast<uint32_t>(member.value);
    if (const auto builtin = BuiltInAt(context, type_, number)) {
      found_ = true;
      builtin_ = *builtin;
    }
    type_ = context.types().MemberOf(context.module(), type_, number);
  }
  return true;
}

}  // namespace plumb
