// Layouts in storage classes that have none: Vulkan lets variables there hold
// no type that is laid out explicitly ("Shader Interfaces").
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        {"decoration.layout.storage-class", "Vulkan: Shader Interfaces",
         "in Vulkan, a variable in storage class {1} must not hold a type with "
         "an explicit layout, as {0} is",
         "VUID-StandaloneSpirv-None-10684", Severity::kError, kInVulkan},
    },
    kDecorationOps);

constexpr Decoration kLayouts[] = {
    Decoration::kOffset, Decoration::kOffsetIdEXT, Decoration::kArrayStride,
    Decoration::kArrayStrideIdEXT, Decoration::kMatrixStride};

// Up to SPIR-V 1.4 variables of a shader's own could hold what buffers hold.
constexpr uint32_t kOwnVariablesVersion = 5;

bool HasNoLayout(const ModuleContext& context, StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniformConstant:
      return true;
    case StorageClass::kPrivate:
    case StorageClass::kFunction:
      return context.features().version() >= kOwnVariablesVersion;
    default:
      return false;
  }
}

// Of each type, the decorated type that it is or holds; kNoId if none.
class LaidOutParts {
 public:
  // Keeps its memory from module to module.
  void Build(const ModuleContext& context);

  Id Of(Id type) const { return parts_[types_->RowOf(type)]; }

 private:
  const TypeTable* types_ = nullptr;
  std::vector<Id> parts_;  // by row of a type
};

void LaidOutParts::Build(const ModuleContext& context) {
  const TypeTable& types = context.types();
  types_ = &types;
  parts_.assign(types.row_count(), kNoId);
  for (const Decoration kind : kLayouts) {
    context.decorations().ForEach(kind, [&](const Decorated& d) {
      const TypeInfo& info = types.Get(d.target);
      if (!info.poisoned() && info.Is(tt::kAggregate)) {
        parts_[types.RowOf(d.target)] = d.target;
      }
    });
  }
  for (const Id type : types.types()) {
    const TypeInfo& info = types.Get(type);
    if (info.poisoned() || Of(type) != kNoId) continue;
    if (info.Is(tt::kArray | tt::kRuntimeArray)) {
      parts_[types.RowOf(type)] = Of(info.element);
    } else if (info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < info.count && Of(type) == kNoId; ++m) {
        parts_[types.RowOf(type)] =
            Of(types.MemberOf(context.module(), type, m));
      }
    }
  }
}

// Whether a type points to what may be laid out, where nothing should be.
bool MayBeWrong(const ModuleContext& context, const TypeInfo& info) {
  return !info.poisoned() && info.Is(tt::kPointer) &&
         context.types().Get(info.element).Is(tt::kAggregate) &&
         HasNoLayout(context, info.storage_class);
}

void CheckClasses(ModuleContext& context) {
  const Module& module = context.module();
  const TypeTable& types = context.types();
  const Decorations& decorations = context.decorations();
  if (!absl::c_any_of(kLayouts,
                      [&](Decoration kind) { return decorations.Any(kind); })) {
    return;
  }
  const absl::Span<const Id> all = types.types();
  const auto first = absl::c_find_if(
      all, [&](Id type) { return MayBeWrong(context, types.Get(type)); });
  if (first == all.end()) return;
  thread_local LaidOutParts laid_out;
  laid_out.Build(context);
  // Types of pointers that no variable should have: there are rarely any.
  absl::flat_hash_set<uint32_t> wrong;
  for (auto type = first; type != all.end(); ++type) {
    const TypeInfo& info = types.Get(*type);
    if (MayBeWrong(context, info) && laid_out.Of(info.element) != kNoId) {
      wrong.insert(type->value);
    }
  }
  if (wrong.empty()) return;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const InstRecord& record = module.record(i);
    if (record.op != Op::kVariable) continue;
    const Id pointer = module.type_of(record.result);
    if (!wrong.contains(pointer.value) ||
        decorations.Has(record.result, Decoration::kBuiltIn)) {
      continue;
    }
    const TypeInfo& info = context.types().Get(pointer);
    const Id part = laid_out.Of(info.element);
    context
        .Report(R("decoration.layout.storage-class"),
                Place::At(i, operand::Variable::kStorageClass),
                {Arg::Type(part), NameOf(info.storage_class)})
        .Note("it is declared here", Place::At(module.def(part)));
  }
}

}  // namespace

extern constinit const Family kLayoutClasses(
    R, kModuleCheck<Phase::kSummaries, CheckClasses, Api::kVulkan>);

}  // namespace plumb
