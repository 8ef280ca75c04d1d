#include "api/resolve/source_location.h"

#include <algorithm>

#include "core/op_role.h"

namespace plumb {
namespace {

// Instructions of NonSemantic.Shader.DebugInfo, by number: older headers lack
// their names.
constexpr uint32_t kDebugSource = 35;
constexpr uint32_t kDebugLine = 103;
constexpr uint32_t kDebugNoLine = 104;

// Operands of OpExtInst: result type, result, set, number, arguments.
constexpr uint32_t kSet = 2;
constexpr uint32_t kNumber = 3;
constexpr uint32_t kFirstArgument = 4;

// Arguments of DebugLine.
constexpr uint32_t kSource = kFirstArgument;
constexpr uint32_t kLineStart = kFirstArgument + 1;
constexpr uint32_t kColumnStart = kFirstArgument + 3;
constexpr uint32_t kDebugLineEnd = kFirstArgument + 5;

}  // namespace

SourceLocation SourceLocator::At(InstIndex inst) {
  if (inst == kNoInst || inst.value >= module_.size()) return {};
  if (inst + 1 < next_) Restart(inst);
  for (; next_ <= inst; ++next_) Step(next_);
  SourceLocation result = location_;
  result.function_name = NameOf(result.function);
  return result;
}

// Lines of a function do not reach into the next, so it is enough to begin
// with the function.
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
    location_.line = 0;
  }
  switch (inst.op()) {
    case Op::kFunction:
      location_.function = inst.result();
      location_.block = kNoId;
      return;
    case Op::kLabel:
      location_.block = inst.result();
      return;
    case Op::kLine:
      return ReadLine(inst);
    case Op::kNoLine:
      location_.line = 0;
      return;
    case Op::kExtInst:
      return ReadExtInst(inst);
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

void SourceLocator::ReadLine(const Inst& line) {
  location_.file = String(line.id(0));
  location_.line = line.operand_word(1);
  location_.column = line.operand_word(2);
}

void SourceLocator::ReadExtInst(const Inst& inst) {
  if (inst.operand_count() <= kNumber || !IsShaderDebugInfo(inst.id(kSet))) {
    return;
  }
  const uint32_t number = inst.operand_word(kNumber);
  if (number == kDebugNoLine) location_.line = 0;
  if (number != kDebugLine || inst.operand_count() < kDebugLineEnd) return;
  location_.file = FileOfSource(inst.id(kSource));
  location_.line = Constant(inst.id(kLineStart));
  location_.column = Constant(inst.id(kColumnStart));
}

bool SourceLocator::IsShaderDebugInfo(Id set) {
  if (set != set_) {
    set_ = set;
    const ExtInstSet known = module_.ext_inst_set(set);
    set_has_lines_ = known == ExtInstSet::kNonSemanticShaderDebugInfo ||
                     known == ExtInstSet::kNonSemanticShaderDebugInfo100;
  }
  return set_has_lines_;
}

absl::string_view SourceLocator::FileOfSource(Id debug_source) const {
  const InstIndex def = module_.def(debug_source);
  if (def == kNoInst) return "";
  const Inst inst = module_.inst(def);
  if (inst.op() != Op::kExtInst || inst.operand_count() <= kFirstArgument ||
      inst.operand_word(kNumber) != kDebugSource) {
    return "";
  }
  return String(inst.id(kFirstArgument));
}

// The value of a 32-bit constant; 0 for anything else.
uint32_t SourceLocator::Constant(Id id) const {
  const InstIndex def = module_.def(id);
  if (def == kNoInst) return 0;
  const Inst inst = module_.inst(def);
  constexpr uint32_t kValue = 3;  // its word
  return inst.op() == Op::kConstant && inst.word_count() > kValue
             ? inst.word(kValue)
             : 0;
}

absl::string_view SourceLocator::String(Id id) const {
  const InstIndex def = module_.def(id);
  if (def == kNoInst || module_.record(def).op != Op::kString) return "";
  return module_.inst(def).string(1);
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
