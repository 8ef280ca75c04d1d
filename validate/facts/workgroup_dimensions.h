// The size of a workgroup, as given by execution modes and the built-in
// WorkgroupSize.
#ifndef PLUMB_VALIDATE_FACTS_WORKGROUP_DIMENSIONS_H_
#define PLUMB_VALIDATE_FACTS_WORKGROUP_DIMENSIONS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "grammar/operands.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/module_context.h"
#include "validate/facts/builtin_object.h"

namespace plumb {

// In invocations.
using WorkgroupSize = std::array<uint64_t, 3>;

// The object decorated with WorkgroupSize, which overrides modes; or kNoId.
// Linear in the built-ins.
inline Id FindSizeObject(const ModuleContext& context) {
  Id object = kNoId;
  context.decorations().ForEach(
      grammar::Decoration::kBuiltIn, [&](const Decorated& d) {
        if (object == kNoId && d.member == kNoMember &&
            BuiltInOf(context.module(), d) ==
                grammar::BuiltIn::kWorkgroupSize) {
          object = d.target;
        }
      });
  return object;
}

// The values of three constants, if they cannot be specialized.
inline std::optional<WorkgroupSize> ReadSizeConstants(
    const ModuleContext& context, const Inst& inst,
    OperandIndex first_operand) {
  if (inst.operand_count() < first_operand + 3) return std::nullopt;
  WorkgroupSize size;
  for (uint32_t d = 0; d < 3; ++d) {
    const ScalarConstant constant =
        context.constants().Scalar(inst.id(first_operand + d));
    if (!constant.fixed()) return std::nullopt;
    size[d] = static_cast<uint64_t>(constant.value);
  }
  return size;
}

// The first operand of an execution mode that gives a size.
inline constexpr OperandIndex kSizeOperands =
    grammar::operand::ExecutionMode::kMode + 1;

// The values of three literals.
inline std::optional<WorkgroupSize> ReadSizeLiterals(
    const ModuleContext& context, const ExecutionModeRow& mode) {
  const Inst inst = context.module().inst(mode.at);
  if (inst.operand_count() < kSizeOperands + 3) return std::nullopt;
  return WorkgroupSize{inst.operand_word(kSizeOperands),
                       inst.operand_word(kSizeOperands + 1),
                       inst.operand_word(kSizeOperands + 2)};
}

// The size given by LocalSize or LocalSizeId.
inline std::optional<WorkgroupSize> ReadLocalSize(
    const ModuleContext& context, const ExecutionModeRow& mode) {
  if (mode.mode != grammar::ExecutionMode::kLocalSizeId) {
    return ReadSizeLiterals(context, mode);
  }
  return ReadSizeConstants(context, context.module().inst(mode.at),
                           kSizeOperands);
}

inline std::optional<WorkgroupSize> ReadSizeOfObject(
    const ModuleContext& context, Id object) {
  const InstIndex def = context.module().def(object);
  if (def == kNoInst) return std::nullopt;
  const Inst inst = context.module().inst(def);
  if (inst.op() != grammar::Op::kConstantComposite &&
      inst.op() != grammar::Op::kSpecConstantComposite) {
    return std::nullopt;
  }
  return ReadSizeConstants(context, inst,
                           grammar::operand::ConstantComposite::kConstituents);
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_WORKGROUP_DIMENSIONS_H_
