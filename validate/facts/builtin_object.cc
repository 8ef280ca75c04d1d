#include "validate/facts/builtin_object.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "absl/algorithm/container.h"
#include "core/constant.h"
#include "grammar/operands.h"
#include "validate/analysis/entry_point.h"

namespace plumb {

void DeclaredBuiltIns::Build(const ModuleContext& context) {
  all_.clear();
  context.decorations().ForEach(
      grammar::Decoration::kBuiltIn, [&](const Decorated& d) {
        const std::optional<grammar::BuiltIn> builtin =
            BuiltInOf(context.module(), d);
        if (builtin && !IsRepeatedDecoration(context, d)) {
          all_.push_back({*builtin, d});
        }
      });
  const auto before = [](const DeclaredBuiltIn& a, const DeclaredBuiltIn& b) {
    // A decoration of the whole comes first.
    const uint32_t a_member = a.decorated.member + 1;
    const uint32_t b_member = b.decorated.member + 1;
    return std::tie(a.decorated.target.value, a_member) <
           std::tie(b.decorated.target.value, b_member);
  };
  // A stable sort allocates memory, and producers decorate in order.
  if (!absl::c_is_sorted(all_, before)) absl::c_stable_sort(all_, before);
}

absl::Span<const DeclaredBuiltIn> DeclaredBuiltIns::Get(Id target) const {
  const auto begin = std::partition_point(
      all_.begin(), all_.end(), [target](const DeclaredBuiltIn& d) {
        return d.decorated.target.value < target.value;
      });
  const auto end = std::partition_point(
      begin, all_.end(), [target](const DeclaredBuiltIn& d) {
        return d.decorated.target.value == target.value;
      });
  return absl::MakeConstSpan(all_).subspan(
      static_cast<size_t>(begin - all_.begin()),
      std::min(static_cast<size_t>(end - begin),
               std::size(grammar::kValuesOfBuiltIn)));
}

absl::Span<const DeclaredBuiltIn> BuiltInsOf(const ModuleContext& context,
                                             const DeclaredBuiltIns& declared,
                                             Id variable) {
  const absl::Span<const DeclaredBuiltIn> own = declared.Get(variable);
  if (!own.empty()) return own;
  return declared.Get(BlockOf(context, PointeeOf(context, variable)).structure);
}

uint32_t MemberUsed(const ModuleContext& context, const Inst& inst,
                    OperandIndex operand) {
  namespace chain = grammar::operand::AccessChain;
  if ((inst.op() != grammar::Op::kAccessChain &&
       inst.op() != grammar::Op::kInBoundsAccessChain) ||
      operand != chain::kBase) {
    return kNoMember;
  }
  const TypeInfo& pointer =
      context.types().TypeOf(context.module(), inst.id(operand));
  const uint32_t index =
      chain::kIndexes + BlockOf(context, pointer.element).arrays;
  if (index >= inst.operand_count()) return kNoMember;
  const ScalarConstant member = context.constants().Scalar(inst.id(index));
  return member.fixed() ? static_cast<uint32_t>(member.value) : kNoMember;
}

ModelSet ListingModels::GetModels(const ModuleContext& context, Id id) {
  if (models_.empty()) {
    models_.resize(context.module().id_bound());
    for (const InstIndex i : context.module().entry_points()) {
      const EntryPoint entry(context.module(), i);
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        const Id variable = entry.interface(n);
        const Id block =
            BlockOf(context, PointeeOf(context, variable)).structure;
        // A malformed module may list undefined ids.
        if (variable.value < models_.size()) {
          models_[variable.value] |= entry.model();
        }
        models_[block.value] |= entry.model();
      }
    }
  }
  return id.value < models_.size() ? models_[id.value] : ModelSet();
}

}  // namespace plumb
