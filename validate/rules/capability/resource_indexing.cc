// Dynamic indexes into arrays of resources (SPIR-V environment of Vulkan):
// each kind of resource has a capability for an index that is not constant.
//
// resource_arrays.cc checks tensors.  The first such index is reported for
// each kind of resource, and only modules with such arrays are searched.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

using grammar::Dim;

// Pedantic, because front ends do not declare the capabilities.
constexpr Rule Indexing(absl::string_view id, Capability needs,
                        absl::string_view vuid) {
  return WithFix(
      DeclareArgument(2),
      {.id = id,
       .section = kVulkan,
       .text = "{0} is not a constant, so selecting {1} with it requires "
               "capability {2}",
       .vuid = vuid,
       .severity = Severity::kPedantic,
       .when = {.envs = kVulkanEnvs, .unless = needs}});
}

struct Resource {
  absl::string_view name;
  Capability needs;
  Rule rule;
};

constexpr Resource kResources[] = {
    {"a uniform buffer", Capability::kUniformBufferArrayDynamicIndexing,
     Indexing("capability.uniformbufferarraydynamicindexing.index",
              Capability::kUniformBufferArrayDynamicIndexing,
              "VUID-StandaloneSpirv-UniformBufferArrayDynamicIndexing-10127")},
    {"a sampled image or sampler",
     Capability::kSampledImageArrayDynamicIndexing,
     Indexing("capability.sampledimagearraydynamicindexing.index",
              Capability::kSampledImageArrayDynamicIndexing,
              "VUID-StandaloneSpirv-SampledImageArrayDynamicIndexing-10128")},
    {"a storage buffer", Capability::kStorageBufferArrayDynamicIndexing,
     Indexing("capability.storagebufferarraydynamicindexing.index",
              Capability::kStorageBufferArrayDynamicIndexing,
              "VUID-StandaloneSpirv-StorageBufferArrayDynamicIndexing-10129")},
    {"a storage image", Capability::kStorageImageArrayDynamicIndexing,
     Indexing("capability.storageimagearraydynamicindexing.index",
              Capability::kStorageImageArrayDynamicIndexing,
              "VUID-StandaloneSpirv-StorageImageArrayDynamicIndexing-10130")},
    {"an input attachment", Capability::kInputAttachmentArrayDynamicIndexing,
     Indexing(
         "capability.inputattachmentarraydynamicindexing.index",
         Capability::kInputAttachmentArrayDynamicIndexing,
         "VUID-StandaloneSpirv-InputAttachmentArrayDynamicIndexing-10131")},
    {"a uniform texel buffer",
     Capability::kUniformTexelBufferArrayDynamicIndexing,
     Indexing(
         "capability.uniformtexelbufferarraydynamicindexing.index",
         Capability::kUniformTexelBufferArrayDynamicIndexing,
         "VUID-StandaloneSpirv-UniformTexelBufferArrayDynamicIndexing-10132")},
    {"a storage texel buffer",
     Capability::kStorageTexelBufferArrayDynamicIndexing,
     Indexing(
         "capability.storagetexelbufferarraydynamicindexing.index",
         Capability::kStorageTexelBufferArrayDynamicIndexing,
         "VUID-StandaloneSpirv-StorageTexelBufferArrayDynamicIndexing-10133")},
};
constexpr auto kRules = Join(RulesOf(kResources, &Resource::rule));

const Resource& ResourceOf(const ImageType& image) {
  const bool sampled = image.sampled == 1;
  if (image.dim == Dim::kSubpassData) return kResources[4];
  if (image.dim == Dim::kBuffer) return kResources[sampled ? 5 : 6];
  return kResources[sampled ? 1 : 3];
}

// The kind of resource in an array; null: none of these.
const Resource* Find(const ModuleContext& context, StorageClass storage,
                     Id type) {
  const TypeInfo& info = context.types().Get(type);
  if (info.unknown()) return nullptr;
  if (storage == StorageClass::kUniformConstant) {
    if (info.Is(tt::kSampler)) return &kResources[1];
    const ImageType* image = context.images().Find(type);
    return image != nullptr ? &ResourceOf(*image) : nullptr;
  }
  if (!info.Is(tt::kStruct)) return nullptr;
  if (context.decorations().Has(type, Decoration::kBufferBlock) ||
      (storage == StorageClass::kStorageBuffer &&
       context.decorations().Has(type, Decoration::kBlock))) {
    return &kResources[2];
  }
  return storage == StorageClass::kUniform &&
                 context.decorations().Has(type, Decoration::kBlock)
             ? &kResources[0]
             : nullptr;
}

// Arrays of resources that need an undeclared capability, and the first use of
// each kind.
class Indexes {
 public:
  explicit Indexes(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  // False if there is no such array.
  bool FindVariables() {
    for (const InstIndex i : module_.global_variables()) {
      const InstRecord& record = module_.record(i);
      if (record.op == Op::kVariable) AddVariable(record.result);
    }
    return !kinds_.empty();
  }

  void CheckFunctions() {
    for (const FunctionRange& range : module_.functions()) {
      for (InstIndex i = range.first; i < range.last; ++i) {
        const Op op = module_.record(i).op;
        if (op == Op::kAccessChain || op == Op::kInBoundsAccessChain) {
          CheckChain(module_.inst(i));
        }
      }
    }
  }

 private:
  void AddVariable(Id variable) {
    const TypeInfo& pointer = context_.types().TypeOf(module_, variable);
    if (pointer.unknown() || !pointer.Is(tt::kPointer)) return;
    const TypeInfo& array = context_.types().Get(pointer.element);
    if (!array.Is(tt::kArray | tt::kRuntimeArray)) return;
    const Id held = InnermostElement(context_, pointer.element);
    if (held == pointer.element) return;
    const Resource* resource = Find(context_, pointer.storage_class, held);
    if (resource == nullptr || !context_.Applies(resource->rule)) return;
    kinds_.resize(module_.id_bound());
    kinds_[variable.value] = static_cast<uint8_t>(resource - kResources + 1);
  }

  void CheckChain(const Inst& inst) {
    namespace chain = operand::AccessChain;
    const Id base = inst.id(chain::kBase);
    const auto first = inst.Find(chain::kIndexes);
    if (base.value >= kinds_.size() || kinds_[base.value] == 0 || !first) {
      return;
    }
    const uint32_t bit = 1u << kinds_[base.value];
    const Id index = inst.id(*first);
    const InstIndex def = module_.def(index);
    if ((reported_ & bit) != 0 || def == kNoInst ||
        MakesConstant(module_.record(def).op)) {
      return;
    }
    reported_ |= bit;
    const Resource& resource = kResources[kinds_[base.value] - 1];
    context_.Report(resource.rule, Place::At(inst.index(), *first),
                    {index, resource.name,
                     Arg::Enumerant(Kind::kCapability, resource.needs)});
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<uint8_t> kinds_;  // by variable: resource number + 1
  uint32_t reported_ = 0;       // kinds, by bit
};

void CheckIndexes(ModuleContext& context) {
  Indexes indexes(context);
  if (indexes.FindVariables()) indexes.CheckFunctions();
}

}  // namespace

extern constinit const Family kResourceIndexing(
    kRules, kModuleCheck<Phase::kSummaries, CheckIndexes, Api::kVulkan>);

}  // namespace plumb
