// Layout decorations in storage classes without explicit layout: Vulkan does
// not allow variables there to contain explicitly laid out types or blocks
// ("Shader Interfaces").
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "Vulkan: Shader Interfaces";
constexpr char kVuid[] = "VUID-StandaloneSpirv-None-10684";
constexpr char kText[] =
    "in Vulkan, the type of a variable in storage class {1} must not have an "
    "explicit layout, but {0} has one";

constexpr RuleTable R(
    {
        {"decoration.layout.storage-class", kSection, kText, kVuid,
         Severity::kError, kInVulkan},
        // Producers lay out all structures, whatever their use.
        {"decoration.layout.payload", kSection, kText, kVuid,
         Severity::kPedantic, kInVulkan},
        {"decoration.block.storage-class", kSection,
         "in Vulkan, a variable in storage class {1} must not hold a block, "
         "but {0} is one",
         kVuid, Severity::kError, kInVulkan},
    },
    kDecorationOps);

// The decorations that a type, or a part of it, may have.
enum Part { kOffset, kStride, kBlock };
constexpr size_t kPartCount = 3;

struct PartRow {
  Decoration kind;
  Part part;
};
constexpr PartRow kParts[] = {{Decoration::kOffset, kOffset},
                              {Decoration::kOffsetIdEXT, kOffset},
                              {Decoration::kArrayStride, kStride},
                              {Decoration::kArrayStrideIdEXT, kStride},
                              {Decoration::kMatrixStride, kStride},
                              {Decoration::kBlock, kBlock},
                              {Decoration::kBufferBlock, kBlock}};

// A set of parts, as bits.
using PartSet = uint8_t;
constexpr PartSet Bit(Part part) { return static_cast<PartSet>(1u << part); }
constexpr PartSet kLayout = Bit(kOffset) | Bit(kStride);
constexpr PartSet kAll = kLayout | Bit(kBlock);

// The first minor version in which variables in Function and Private must not
// have the layout decorations of buffers.
constexpr uint32_t kOwnVariablesVersion = 5;

// The parts that variables in a storage class must not have.
PartSet ForbiddenIn(const ModuleContext& context, StorageClass storage,
                    Id type) {
  switch (storage) {
    case StorageClass::kUniformConstant:
      return kLayout;
    case StorageClass::kPrivate:
    case StorageClass::kFunction:
      return context.features().version() >= kOwnVariablesVersion ? kAll : 0;
    case StorageClass::kWorkgroup: {
      const bool is_block =
          context.Has(Capability::kWorkgroupMemoryExplicitLayoutKHR) &&
          context.decorations().Has(InnermostElement(context, type),
                                    Decoration::kBlock);
      return is_block ? 0 : kAll;
    }
    case StorageClass::kOutput:
      return Bit(kStride);  // offsets belong to transform feedback
    // Interfaces consist of blocks.
    case StorageClass::kInput:
    case StorageClass::kRayPayloadKHR:
    case StorageClass::kIncomingRayPayloadKHR:
    case StorageClass::kCallableDataKHR:
    case StorageClass::kIncomingCallableDataKHR:
    case StorageClass::kHitAttributeKHR:
    case StorageClass::kHitObjectAttributeNV:
    case StorageClass::kHitObjectAttributeEXT:
    case StorageClass::kTaskPayloadWorkgroupEXT:
      return kLayout;
    default:
      return 0;
  }
}

bool IsPayload(StorageClass storage) {
  return storage == StorageClass::kRayPayloadKHR ||
         storage == StorageClass::kIncomingRayPayloadKHR ||
         storage == StorageClass::kTaskPayloadWorkgroupEXT;
}

// For each type, the decorated types that it is or contains; kNoId if none.
class DecoratedParts {
 public:
  using Parts = std::array<Id, kPartCount>;

  // Keeps its memory between modules.
  void Build(const ModuleContext& context);

  const Parts& Get(Id type) const { return parts_[types_->RowOf(type)]; }

 private:
  void Add(Id part, Id type) {
    const Parts added = Get(part);
    Parts& parts = parts_[types_->RowOf(type)];
    for (size_t p = 0; p < kPartCount; ++p) {
      if (parts[p] == kNoId) parts[p] = added[p];
    }
  }

  const TypeTable* types_ = nullptr;
  std::vector<Parts> parts_;  // by row of a type
};

// Whether a member belongs to the data that tasks pass on, which has a layout
// in every storage class (SPV_NV_mesh_shader).
bool IsPerTaskMember(const ModuleContext& context, Id structure,
                     uint32_t member) {
  return member != kNoMember &&
         context.decorations()
             .Find(structure, member, Decoration::kPerTaskNV)
             .has_value();
}

void DecoratedParts::Build(const ModuleContext& context) {
  const TypeTable& types = context.types();
  types_ = &types;
  parts_.assign(types.row_count(), {kNoId, kNoId, kNoId});
  for (const PartRow& row : kParts) {
    context.decorations().ForEach(row.kind, [&](const Decorated& d) {
      const TypeInfo& info = types.Get(d.target);
      if (info.poisoned() || !info.Is(tt::kAggregate) ||
          IsPerTaskMember(context, d.target, d.member)) {
        return;
      }
      parts_[types.RowOf(d.target)][row.part] = d.target;
    });
  }
  for (const Id type : types.types()) {
    const TypeInfo& info = types.Get(type);
    if (info.poisoned()) continue;
    if (info.Is(tt::kArray | tt::kRuntimeArray)) {
      Add(info.element, type);
    } else if (info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < info.count; ++m) {
        if (IsPerTaskMember(context, type, m)) continue;
        Add(types.MemberOf(context.module(), type, m), type);
      }
    }
  }
}

// The parts that the object of a pointer type must not have.
PartSet ForbiddenBy(const ModuleContext& context, const TypeInfo& info) {
  if (info.poisoned() || !info.Is(tt::kPointer)) return 0;
  const TypeInfo& held = context.types().Get(info.element);
  if (held.poisoned() || !held.Is(tt::kAggregate)) return 0;
  return ForbiddenIn(context, info.storage_class, info.element);
}

// The errors of variables of a pointer type.
struct LayoutErrors {
  Part part;
  Id decorated;
};

class LayoutClasses {
 public:
  explicit LayoutClasses(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    const Decorations& decorations = context_.decorations();
    if (absl::c_none_of(kParts, [&](const PartRow& row) {
          return decorations.HasAny(row.kind);
        })) {
      return;
    }
    FindWrong();
    if (wrong_.empty()) return;
    for (InstIndex i(0); i.value < module_.size(); ++i) {
      const InstRecord& record = module_.record(i);
      if (record.op != Op::kVariable) continue;
      const auto wrong = wrong_.find(module_.type_of(record.result).value);
      if (wrong == wrong_.end() ||
          decorations.Has(record.result, Decoration::kBuiltIn)) {
        continue;
      }
      Report(i, wrong->second);
    }
  }

 private:
  // Finds the pointer types that no variable may have; there are rarely any.
  void FindWrong() {
    const TypeTable& types = context_.types();
    const absl::Span<const Id> all = types.types();
    const auto first = absl::c_find_if(all, [&](Id type) {
      return ForbiddenBy(context_, types.Get(type)) != 0;
    });
    if (first == all.end()) return;
    const auto& decorated = context_.Fact<DecoratedParts>();
    for (auto type = first; type != all.end(); ++type) {
      const TypeInfo& info = types.Get(*type);
      const PartSet forbidden = ForbiddenBy(context_, info);
      if (forbidden == 0) continue;
      const DecoratedParts::Parts& parts = decorated.Get(info.element);
      for (const Part part : {kOffset, kStride, kBlock}) {
        if ((forbidden & Bit(part)) != 0 && parts[part] != kNoId) {
          wrong_.try_emplace(type->value, LayoutErrors{part, parts[part]});
        }
      }
    }
  }

  void Report(InstIndex variable, const LayoutErrors& wrong) {
    const StorageClass storage =
        context_.types()
            .TypeOf(module_, module_.record(variable).result)
            .storage_class;
    const Rule& rule =
        wrong.part == kBlock ? R("decoration.block.storage-class")
        : IsPayload(storage) ? R("decoration.layout.payload")
                             : R("decoration.layout.storage-class");
    context_
        .Report(rule, Place::At(variable, operand::Variable::kStorageClass),
                {Arg::Type(wrong.decorated), NameOf(storage)})
        .Note("it is declared here", Place::At(module_.def(wrong.decorated)));
  }

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, LayoutErrors>
      wrong_;  // by id of the pointer type
};

void CheckClasses(ModuleContext& context) { LayoutClasses(context).Check(); }

}  // namespace

extern constinit const Family kLayoutClasses(
    R, kModuleCheck<Phase::kSummaries, CheckClasses, Api::kVulkan>);

}  // namespace plumb
