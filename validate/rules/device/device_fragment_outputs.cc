// The number of resources that fragment shaders write, against the limit of
// the device.
//
// This is a lower bound: each binding and location counts once if an
// instruction writes it through a pointer whose variable is known.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/facts/written_pointers.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    DeviceRule(
        "device.fragment-outputs.count",
        "the fragment shader writes at least {0} storage buffers, storage "
        "images and locations, but {1} of the device is {2}",
        "VUID-RuntimeSpirv-Location-06428"),
});

constexpr DeviceLimit kLimit("maxFragmentCombinedOutputResources");
constexpr ModelSet kFragment = ExecutionModel::kFragment;

class FragmentOutputs {
 public:
  explicit FragmentOutputs(ModuleContext& context)
      : context_(context), module_(context.module()) {
    written_.assign(module_.id_bound(), 0);
    for (uint32_t f = 0; f < module_.functions().size(); ++f) {
      if (!context.reach()
               .models(cfg::FunctionIndex(f))
               .Intersects(kFragment)) {
        continue;
      }
      const FunctionRange& function = module_.functions()[f];
      for (InstIndex i = function.first; i < function.last; ++i) {
        Visit(module_.inst(i));
      }
    }
  }

  void Check(const EntryPoint& entry, uint64_t max) {
    std::vector<Resource> resources;
    for (uint32_t id = 0; id < written_.size(); ++id) {
      if (written_[id] == 0) continue;
      if (const auto resource = ResourceOf(Id(id))) {
        resources.push_back(*resource);
      }
    }
    absl::c_sort(resources);
    resources.erase(std::unique(resources.begin(), resources.end()),
                    resources.end());
    if (resources.size() <= max) return;
    context_.Report(R("device.fragment-outputs.count"),
                    Place::At(entry.at(), entry.id_operand()),
                    {uint64_t{resources.size()}, kLimit.name(), max});
  }

 private:
  // A binding with its set, or a location.
  struct Resource {
    bool is_location;
    uint32_t set;
    uint32_t number;

    // clang-tidy 14 takes the 0 that results are compared with for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Resource&, const Resource&) = default;
  };

  void Visit(const Inst& inst) {
    if (inst.op() == Op::kImageWrite) {
      return Mark(LoadedFrom(inst.id(operand::ImageWrite::kImage)));
    }
    if (!Is(inst.op(), OpTrait::kAtomic) &&
        !absl::c_linear_search(kStoringOps, inst.op())) {
      return;
    }
    const OperandIndex pointer = WrittenPointer(inst.op());
    if (pointer != kNoOperand) Mark(inst.id(pointer));
  }

  Id LoadedFrom(Id image) const {
    return IsDefinedBy(module_, image, Op::kLoad)
               ? module_.inst(module_.def(image)).id(operand::Load::kPointer)
               : kNoId;
  }

  void Mark(Id pointer) {
    const PointerOrigin origin = context_.pointers().OriginOf(pointer);
    if (origin.kind == PointerRoot::kVariable) written_[origin.root.value] = 1;
  }

  // The resource to count for a written variable, if any.
  std::optional<Resource> ResourceOf(Id variable) const {
    const StorageClass storage =
        context_.types().TypeOf(module_, variable).storage_class;
    if (storage == StorageClass::kOutput) {
      const auto location = NumberOf(variable, Decoration::kLocation);
      if (!location) return std::nullopt;
      return Resource{true, 0, *location};
    }
    const auto set = NumberOf(variable, Decoration::kDescriptorSet);
    const auto binding = NumberOf(variable, Decoration::kBinding);
    if (!set || !binding || !IsStorage(variable, storage)) return std::nullopt;
    return Resource{false, *set, *binding};
  }

  // Whether a variable is a storage buffer, or an image that can be written.
  bool IsStorage(Id variable, StorageClass storage) const {
    const Id held =
        InnermostElement(context_, ObjectTypeOf(context_, variable));
    return storage == StorageClass::kStorageBuffer ||
           (storage == StorageClass::kUniform &&
            context_.decorations().Has(held, Decoration::kBufferBlock)) ||
           (storage == StorageClass::kUniformConstant &&
            context_.types().Get(held).Is(tt::kImage));
  }

  std::optional<uint32_t> NumberOf(Id variable, Decoration kind) const {
    const auto d = context_.decorations().Find(variable, kind);
    if (!d) return std::nullopt;
    const Inst statement = module_.inst(d->statement);
    if (d->parameter >= statement.operand_count()) return std::nullopt;
    return statement.operand_word(d->parameter);
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<uint8_t> written_;  // by id of the variable
};

bool HasKnownLimit(const ModuleContext& context) {
  return Knows<kLimit>(context) &&
         context.entry_points().models().Intersects(kFragment);
}

void ProvidePointers(ModuleContext& context) {
  if (HasKnownLimit(context)) context.Provide(fact::kPointers);
}

// With several fragment shaders it is unknown which of them reaches what.
void CheckModule(ModuleContext& context) {
  if (!HasKnownLimit(context)) return;
  std::optional<EntryPoint> shader;
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    if (entry.model() != ExecutionModel::kFragment) continue;
    if (shader) return;
    shader = entry;
  }
  if (!shader) return;
  FragmentOutputs(context).Check(
      *shader, static_cast<uint64_t>(DeviceOf(context)->Limit(kLimit)[0]));
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kIds, ProvidePointers, Requires(ValidationInput::kDevice)},
    {Phase::kSummaries, CheckModule, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceFragmentOutputs(R, kModuleChecks);

}  // namespace plumb
