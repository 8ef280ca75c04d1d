#include "api/resolve/source_location.h"

#include <algorithm>

#include "core/op_role.h"

namespace plumb {
namespace {

// Bounds the inlining depth; readers do not need more.
constexpr size_t kMaxCalls = 16;

}  // namespace

SourceLocation SourceLocator::At(InstIndex inst) {
  if (inst == kNoInst || inst.value >= module_.size()) return {};
  if (inst + 1 < next_) Restart(inst);
  for (; next_ <= inst; ++next_) Step(next_);
  if (!has_positions_) {
    has_positions_ = true;
    positions_.Build(module_);
  }
  SourceLocation result = location_;
  result.position = positions_.PositionOf(inst);
  result.inlined_at = positions_.InlinedAt(inst, kMaxCalls);
  result.function_name = NameOf(result.function);
  return result;
}

// Blocks do not extend into the next function, so it suffices to start at the
// function.
void SourceLocator::Restart(InstIndex inst) {
  location_ = {};
  leaves_block_ = false;
  next_ = InstIndex(0);
  const absl::Span<const FunctionRange> functions = module_.functions();
  const auto after = std::upper_bound(
      functions.begin(), functions.end(), inst,
      [](InstIndex i, const FunctionRange& f) { return i < f.first; });
  if (after != functions.begin()) next_ = (after - 1)->first;
}

void SourceLocator::Step(InstIndex index) {
  const Inst inst = module_.inst(index);
  if (leaves_block_) {
    leaves_block_ = false;
    location_.block = kNoId;
  }
  switch (inst.op()) {
    case Op::kFunction:
      location_.function = inst.result();
      location_.block = kNoId;
      return;
    case Op::kLabel:
      location_.block = inst.result();
      return;
    default:
      break;
  }
  const OpRole role = RoleOf(inst.op());
  leaves_block_ = role == OpRole::kBranch || role == OpRole::kTermination;
  if (inst.op() == Op::kFunctionEnd) {
    const Id function = location_.function;
    location_ = {};
    location_.function = function;
  } else if (index > InstIndex(0) && location_.function != kNoId &&
             module_.record(InstIndex(index.value - 1)).op ==
                 Op::kFunctionEnd) {
    location_.function = kNoId;  // astray between functions
  }
}

absl::string_view SourceLocator::NameOf(Id function) {
  if (function == kNoId) return "";
  if (!has_names_) {
    has_names_ = true;
    const auto add = [this](Id id, absl::string_view name) {
      const InstIndex def = module_.def(id);
      if (name.empty() || def == kNoInst) return;
      if (module_.record(def).op == Op::kFunction) names_.emplace(id, name);
    };
    for (InstIndex i : module_.names()) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kName) add(inst.id(0), inst.string(1));
    }
    for (InstIndex i : module_.entry_points()) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kEntryPoint) add(inst.id(1), inst.string(2));
    }
  }
  const auto at = names_.find(function);
  return at == names_.end() ? "" : at->second;
}

}  // namespace plumb
