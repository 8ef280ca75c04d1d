// Checks that shaders write PointSize where they must (feature maintenance5).
//
// A mesh shader certainly outputs points if its first block does.  The path
// that a shader takes is not certain, because conditions may depend on each
// other, so a path without a write is a warning.  Calls count as writes.
// Invocations of mesh and tessellation control shaders share their outputs, so
// the path of a single invocation is not checked.
//
// Cost: linear in the instructions of shaders that have such an output.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/facts/written_pointers.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr Rule Warning(Rule rule) {
  rule.severity = Severity::kWarning;
  return rule;
}

constexpr RuleTable R({
    DeviceRule("device.point-size.mesh",
               "the mesh shader outputs points, so it must write their "
               "PointSize: the device lacks feature maintenance5",
               "VUID-RuntimeSpirv-MeshEXT-09218"),
    Warning(
        DeviceRule("device.point-size.paths",
                   "the shader writes PointSize, but not on all paths to here",
                   "VUID-RuntimeSpirv-maintenance5-09190")),
    Warning(DeviceRule(
        "device.point-size.emitted-paths",
        "the shader writes PointSize, but not on all paths to this vertex",
        "VUID-RuntimeSpirv-maintenance5-10934")),
});

constexpr DeviceFeature kMaintenance("maintenance5");

// --- Writes ---

// Finds the instructions that may write PointSize.
class PointSizeWrites {
 public:
  explicit PointSizeWrites(const ModuleContext& context)
      : context_(context), module_(context.module()) {}

  bool Has(const Inst& inst) const {
    if (!Is(inst.op(), OpTrait::kAtomic) &&
        !absl::c_linear_search(kStoringOps, inst.op())) {
      return false;
    }
    const OperandIndex pointer = WrittenPointer(inst.op());
    return pointer != kNoOperand && LeadsTo(inst.id(pointer));
  }

 private:
  // Whether a pointer may point to PointSize of a point.
  bool LeadsTo(Id pointer) const {
    constexpr int kMaxChains = 16;
    const TypeInfo& type = context_.types().TypeOf(module_, pointer);
    if (type.unknown() || type.storage_class != StorageClass::kOutput) {
      return false;
    }
    for (int n = 0; n < kMaxChains; ++n) {
      const InstIndex def = module_.def(pointer);
      if (def == kNoInst) return true;
      const Inst inst = module_.inst(def);
      switch (inst.op()) {
        case Op::kAccessChain:
        case Op::kInBoundsAccessChain: {
          const std::optional<bool> picks = SelectsPointSize(inst);
          if (picks) return *picks;
          pointer = inst.id(operand::AccessChain::kBase);
          continue;
        }
        case Op::kCopyObject:
          pointer = inst.id(operand::CopyObject::kOperand);
          continue;
        case Op::kVariable:
          return IsPointSize(pointer, kNoMember) ||
                 MemberIn(InnermostElement(context_,
                                           ObjectTypeOf(context_, pointer)))
                     .has_value();
        default:
          return true;
      }
    }
    return true;
  }

  // Whether a chain selects PointSize, or the whole that contains it, in a
  // block; empty if it does not point into a block with PointSize.
  std::optional<bool> SelectsPointSize(const Inst& chain) const {
    const TypeTable& types = context_.types();
    Id type =
        types.TypeOf(module_, chain.id(operand::AccessChain::kBase)).element;
    OperandIndex index = operand::AccessChain::kIndexes;
    while (index < chain.operand_count() &&
           types.Get(type).Is(tt::kArray | tt::kRuntimeArray) &&
           !types.Get(type).poisoned()) {
      type = types.Get(type).element;
      ++index;
    }
    const auto member = MemberIn(InnermostElement(context_, type));
    if (!member) return std::nullopt;
    if (index >= chain.operand_count()) return true;
    const auto picked = FixedValue(context_, chain.id(index));
    return !picked || *picked == *member;
  }

  std::optional<uint32_t> MemberIn(Id block) const {
    const TypeInfo& type = context_.types().Get(block);
    if (type.unknown() || !type.Is(tt::kStruct)) return std::nullopt;
    std::optional<uint32_t> member;
    context_.decorations().ForEachOf(block, [&](const Decorated& d) {
      if (d.member != kNoMember && d.kind == Decoration::kBuiltIn &&
          BuiltInOf(module_, d) == BuiltIn::kPointSize) {
        member = d.member;
      }
    });
    return member;
  }

  bool IsPointSize(Id target, uint32_t member) const {
    return BuiltInAt(context_, target, member) == BuiltIn::kPointSize;
  }

  const ModuleContext& context_;
  const Module& module_;
};

// Whether the module has such a variable or member at all.
bool MentionsPointSize(const Module& module) {
  const grammar::EnumerantInfo* info = grammar::EnumerantByValue(
      grammar::Kind::kBuiltIn, static_cast<uint32_t>(BuiltIn::kPointSize));
  return info != nullptr && module.requirement_used(info->requirement);
}

// --- Meshes ---

constexpr ModelSet kMeshes = {ExecutionModel::kMeshEXT,
                              ExecutionModel::kMeshNV};

// The instruction of the first block that certainly outputs primitives, or
// kNoInst.
InstIndex FindOutputs(const ModuleContext& context,
                      const FunctionRange& function) {
  const Module& module = context.module();
  int labels = 0;
  for (InstIndex i = function.first; i < function.last; ++i) {
    const Op op = module.record(i).op;
    if (op == Op::kLabel && ++labels > 1) break;
    if (op != Op::kSetMeshOutputsEXT) continue;
    const auto count = FixedValue(
        context,
        module.inst(i).id(operand::SetMeshOutputsEXT::kPrimitiveCount));
    return count && *count > 0 ? i : kNoInst;
  }
  return kNoInst;
}

bool AnyMeshWrites(const ModuleContext& context) {
  const Module& module = context.module();
  const PointSizeWrites writes(context);
  for (uint32_t f = 0; f < module.functions().size(); ++f) {
    if (!context.reach().models(cfg::FunctionIndex(f)).Intersects(kMeshes)) {
      continue;
    }
    const FunctionRange& function = module.functions()[f];
    for (InstIndex i = function.first; i < function.last; ++i) {
      if (writes.Has(module.inst(i))) return true;
    }
  }
  return false;
}

void CheckMeshes(ModuleContext& context) {
  if (!Lacks<kMaintenance>(context) ||
      !context.entry_points().models().Intersects(kMeshes) ||
      (MentionsPointSize(context.module()) && AnyMeshWrites(context))) {
    return;
  }
  for (const EntryFunction& entry : context.entry_points().functions()) {
    const cfg::FunctionIndex f = context.FunctionOf(entry.function);
    if (!entry.models.Intersects(kMeshes) || f == cfg::kNoFunction ||
        !entry.Has(ExecutionMode::kOutputPoints)) {
      continue;
    }
    const InstIndex outputs =
        FindOutputs(context, context.module().functions()[f.value]);
    if (outputs == kNoInst) continue;
    context.Report(R("device.point-size.mesh"), Place::At(outputs));
  }
}

// --- Paths ---

// Follows the paths of a shader before the first write.
class UnwrittenPaths {
 public:
  UnwrittenPaths(FunctionContext& function, bool emits)
      : function_(function), writes_(function.context()), emits_(emits) {}

  void Check() {
    if (!AnyWrite()) return;
    const uint32_t count = function_.graph().block_count();
    seen_.assign(count, 0);
    Add(BlockIndex(0));
    // Emitting a vertex uses the values written so far.
    for (uint32_t b = 0; emits_ && b < count; ++b) {
      if (function_.dominators().reachable(BlockIndex(b))) {
        Walk(BlockIndex(b), /*unwritten=*/false);
      }
    }
    while (!done_ && !work_.empty()) {
      const BlockIndex b = work_.back();
      work_.pop_back();
      Walk(b, /*unwritten=*/true);
    }
  }

 private:
  bool AnyWrite() const {
    const FunctionRange& range = function_.range();
    for (InstIndex i = range.first; i < range.last; ++i) {
      if (writes_.Has(function_.module().inst(i))) return true;
    }
    return false;
  }

  void Add(BlockIndex b) {
    if (std::exchange(seen_[b.value], 1) == 0) work_.push_back(b);
  }

  void Walk(BlockIndex b, bool unwritten) {
    const Block& block = function_.block(b);
    if (block.terminator == kNoInst) return;
    for (InstIndex i = block.label; i <= block.terminator && !done_; ++i) {
      const Inst inst = function_.module().inst(i);
      const bool ends = IsEnd(inst.op());
      if (ends && unwritten) {
        function_.Report(emits_ ? R("device.point-size.emitted-paths")
                                : R("device.point-size.paths"),
                         Place::At(i));
        done_ = true;
      }
      if (ends) unwritten = true;
      if (inst.op() == Op::kFunctionCall || writes_.Has(inst)) {
        unwritten = false;
      }
    }
    if (!unwritten) return;
    for (const BlockIndex next : function_.graph().successors(b)) Add(next);
  }

  // Whether the values written so far are used here.
  bool IsEnd(Op op) const {
    return emits_ ? op == Op::kEmitVertex || op == Op::kEmitStreamVertex
                  : op == Op::kReturn;
  }

  FunctionContext& function_;
  const PointSizeWrites writes_;
  const bool emits_;
  bool done_ = false;
  std::vector<uint8_t> seen_;  // by block
  std::vector<BlockIndex> work_;
};

constexpr ModelSet kReturning = {ExecutionModel::kVertex,
                                 ExecutionModel::kTessellationEvaluation};

void CheckPaths(FunctionContext& function) {
  const Device* const device = DeviceOf(function.context());
  if (device == nullptr || !device->Has(kMaintenance) ||
      !MentionsPointSize(function.module()) || !function.has_graph()) {
    return;
  }
  const ModelSet models =
      function.context().entry_points().Get(function.id()).models;
  if (models.Intersects(kReturning)) UnwrittenPaths(function, false).Check();
  if (models.Contains(ExecutionModel::kGeometry)) {
    UnwrittenPaths(function, true).Check();
  }
}

}  // namespace

extern constinit const Family kDevicePointSizes(
    R, kModuleCheck<Phase::kSummaries, CheckMeshes, ValidationInput::kDevice>,
    kFunctionCheck<CheckPaths>);

}  // namespace plumb
