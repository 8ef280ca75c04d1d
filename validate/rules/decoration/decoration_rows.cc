#include "validate/rules/decoration/decoration_rows.h"

#include "absl/algorithm/container.h"

namespace plumb {
namespace {

constexpr char kDefinedHere[] = "{0} is defined here";

// A parameter of a decoration, or the target if a group is applied to it.
Place PlaceOfParameter(const Decorated& d, uint32_t operand) {
  return d.by_group() ? PlaceOf(d) : Place::At(d.place, operand);
}

}  // namespace

void CheckTargetRow(ModuleContext& context, const TargetRow& row,
                    const Decorated& d) {
  const InstIndex def = context.module().def(d.target);
  if (def == kNoInst) return;
  const Definitions& only = *row.only;
  if (d.member != kNoMember) {
    const Id type =
        context.types().MemberOf(context.module(), d.target, d.member);
    if (type == kNoId || context.types().Get(type).poisoned() ||
        (only.member != nullptr && only.member(context, type))) {
      return;
    }
    context
        .Report(row.rule, PlaceOf(d),
                {NameOf(d.kind), d.target, "a member of ", Arg::Type(type)})
        .Note(kDefinedHere, Place::At(def), {d.target});
    return;
  }
  // Groups applied to members are also applied to whole structures.
  if (only.include == nullptr
          ? d.by_group()
          : only.include(context, context.module().inst(def))) {
    return;
  }
  context.Report(row.rule, PlaceOf(d), {NameOf(d.kind), d.target, ""})
      .Note(kDefinedHere, Place::At(def), {d.target});
}

void CheckMemberRow(ModuleContext& context, const MemberRow& row,
                    const Decorated& d) {
  context.Report(row.rule, PlaceOf(d), {NameOf(d.kind)});
}

void CheckStorageRow(ModuleContext& context, const StorageRow& row,
                     const Decorated& d) {
  const TypeInfo& type = context.types().TypeOf(context.module(), d.target);
  if (!type.Is(type_trait::kAnyPointer) || type.poisoned() ||
      absl::c_linear_search(row.only->classes, type.storage_class)) {
    return;
  }
  const auto report = [&](const Rule& rule) {
    context
        .Report(rule, PlaceOf(d),
                {NameOf(d.kind), d.target, NameOf(type.storage_class)})
        .Note(kDefinedHere, Place::At(context.module().def(d.target)),
              {d.target});
  };
  report(row.rule);
  // Their scopes exclude each other.
  if (row.elsewhere != nullptr) report(*row.elsewhere);
}

void CheckNumberRow(ModuleContext& context, const NumberRow& row,
                    const Decorated& d) {
  const Inst inst = context.module().inst(d.statement);
  const uint32_t operand = d.parameter + row.parameter;
  if (operand >= inst.operand_count() || IsIdUse(inst.kind(operand))) return;
  const uint32_t number = inst.operand_word(operand);
  if (row.only.Include(number)) return;
  context.Report(row.rule, PlaceOfParameter(d, operand),
                 {NameOf(d.kind), number});
}

void CheckIdRow(ModuleContext& context, const IdRow& row, const Decorated& d) {
  const Inst inst = context.module().inst(d.statement);
  const uint32_t operand = d.parameter + row.parameter;
  if (operand >= inst.operand_count() || !IsIdUse(inst.kind(operand))) return;
  const Id id = inst.id(operand);
  const InstIndex def = context.module().def(id);
  if (def == kNoInst || row.include(context, d, context.module().inst(def))) {
    return;
  }
  context.Report(row.rule, PlaceOfParameter(d, operand), {NameOf(d.kind), id})
      .Note(kDefinedHere, Place::At(def), {id});
}

}  // namespace plumb
