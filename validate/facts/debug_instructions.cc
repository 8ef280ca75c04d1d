#include "validate/facts/debug_instructions.h"

#include "absl/algorithm/container.h"
#include "validate/engine/type_shape.h"
#include "validate/facts/import_version.h"

namespace plumb {
namespace {

using grammar::ExtInstSet;

constexpr auto kFirst = grammar::operand::ExtInst::kOperands;

// The layouts by number.
constexpr auto kLayoutOf = [] {
  std::array<const DebugLayout*, 128> layouts{};
  for (const DebugLayout& layout : kDebugLayouts) {
    layouts[static_cast<size_t>(layout.number)] = &layout;
  }
  return layouts;
}();

}  // namespace

OperandRoles OperandRolesOf(DebugDialect dialect, uint32_t number) {
  const DebugLayout* const layout =
      number < kLayoutOf.size() ? kLayoutOf[number] : nullptr;
  return layout == nullptr || dialect == DebugDialect::kNone
             ? OperandRoles()
             : OperandRoles(layout->RolesIn(dialect), layout->repeated);
}

OperandIndex DebugInst::Find(DebugRole role) const {
  return OperandAt(roles().listed().Find(role));
}

OperandIndex DebugInst::FindSize() const {
  const absl::Span<const DebugRole> listed = roles().listed().all();
  const auto at = absl::c_find_if(listed, IsSize);
  return at == listed.end()
             ? grammar::kNoOperand
             : OperandAt(static_cast<size_t>(at - listed.begin()));
}

OperandIndex DebugInst::OperandAt(size_t place) const {
  if (place == DebugRoles::kNone) return grammar::kNoOperand;
  const uint32_t operand = kFirst + static_cast<uint32_t>(place);
  return operand < inst_.operand_count() ? OperandIndex(operand)
                                         : grammar::kNoOperand;
}

std::optional<DebugInst> NamedBy(const Module& module, const DebugInst& inst,
                                 OperandIndex operand) {
  if (operand >= inst.inst().operand_count()) return std::nullopt;
  return DebugInst::Get(module, inst.inst().id(operand));
}

bool IsOfLaterVersion(const Module& module, const DebugInst& debug) {
  constexpr uint32_t kLastVersion = 101;
  if (debug.dialect() != DebugDialect::kShader) return false;
  const Id set = debug.inst().id(grammar::operand::ExtInst::kSet);
  return debug.inst().ext_inst_set() ==
             ExtInstSet::kNonSemanticShaderDebugInfo &&
         VersionIn(ImportName(module, set)).value_or(0) > kLastVersion;
}

std::optional<uint32_t> DebugNumber(const ModuleContext& context,
                                    const DebugInst& inst,
                                    OperandIndex operand) {
  if (operand == grammar::kNoOperand ||
      operand >= inst.inst().operand_count()) {
    return std::nullopt;
  }
  return IsIdUse(inst.inst().kind(operand))
             ? FixedValue(context, inst.inst().id(operand))
             : std::optional(inst.inst().operand_word(operand));
}

std::optional<DebugInst> NamedType(const Module& module, Id type) {
  constexpr DebugSet kNames =
      AnyOf(Debug::kDebugTypedef, Debug::kDebugTypeQualifier);
  std::optional<DebugInst> debug = DebugInst::Get(module, type);
  while (debug && debug->Is(kNames)) {
    const OperandIndex base = debug->Find(DebugRole::kType);
    if (base == grammar::kNoOperand) return std::nullopt;
    const InstIndex named = module.def(debug->inst().id(base));
    // References to later instructions could be cyclic.
    if (named == kNoInst || named >= debug->inst().index()) return std::nullopt;
    debug = DebugInst::Get(module, named);
  }
  return debug;
}

}  // namespace plumb
