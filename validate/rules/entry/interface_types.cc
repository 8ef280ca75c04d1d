// Types of inputs and outputs: numbers ("Shader Input and Output Interfaces"
// of Vulkan), but not 8-bit ones.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"entry.interface.opaque", "Vulkan: Shader Interfaces",
     "in Vulkan, an interface variable in storage class {1} must hold only "
     "numbers, but {0} is or holds an opaque type",
     "", Severity::kError, kInVulkan},
    ReliesOn(kDecorateOps, InVulkan("entry.interface.8-bit",
                                    "in Vulkan, {0} holds 8-bit numbers, so it "
                                    "must not be in storage class {1}",
                                    "VUID-RuntimeSpirv-None-10980")),
});

bool HasBytes(const ModuleContext& context) {
  const TypeTable& types = context.types();
  return IsVulkan(context) &&
         types.AnyContains(type_part::kInt8 | type_part::kOtherFloat) &&
         (types.AnyPointsInto(StorageClass::kInput) ||
          types.AnyPointsInto(StorageClass::kOutput));
}

bool Holds8Bits(const CheckContext& c, Id type) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(type);
  if (info.Contains(type_part::kInt8)) return true;
  // type/encoded_interface.cc checks those with their own encoding, unless a
  // structure contains them.
  const TypeInfo& held = types.Get(InnermostElement(c.context(), type));
  if (!info.Contains(type_part::kOtherFloat) || held.Is(tt::kOtherEncoding)) {
    return false;
  }
  const Id part = types.FindPart(c.module(), type, type_part::kOtherFloat);
  return types.Get(part).width == 8;
}

bool IsInterface(StorageClass storage) {
  return storage == StorageClass::kInput || storage == StorageClass::kOutput;
}

void CheckVariable(const CheckContext& c) {
  const TypeInfo& pointer = c.result_type();
  if (pointer.unknown() || !IsInterface(pointer.storage_class)) return;
  const Id type = pointer.element;
  if (c.context().types().Get(type).unknown() || !Holds8Bits(c, type) ||
      c.context().decorations().Has(c.inst().result(), Decoration::kBuiltIn)) {
    return;
  }
  c.Report(R("entry.interface.8-bit"), operand::Variable::kResultType,
           {Arg::Type(type), NameOf(pointer.storage_class)})
      .Note("the type is declared here", Place::At(c.module().def(type)));
}

// Checks the variables in the interfaces of entry points; other variables,
// such as those of graphs, are not in an interface.
void CheckOpaque(ModuleContext& context) {
  const TypeTable& types = context.types();
  if (!types.AnyContains(type_part::kOpaque)) return;
  const Module& module = context.module();
  absl::flat_hash_set<uint32_t> reported;  // variables reported
  for (const InstIndex at : module.entry_points()) {
    const EntryPoint entry(module, at);
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const TypeInfo& pointer = types.TypeOf(module, variable);
      const TypeInfo& held = types.Get(pointer.element);
      if (pointer.unknown() || !IsInterface(pointer.storage_class) ||
          held.unknown() || !held.Contains(type_part::kOpaque) ||
          !reported.insert(variable.value).second) {
        continue;
      }
      context
          .Report(
              R("entry.interface.opaque"),
              Place::At(module.def(variable), operand::Variable::kResultType),
              {Arg::Type(pointer.element), NameOf(pointer.storage_class)})
          .Note("it is part of this interface",
                Place::At(at, entry.interface_operand(n)));
    }
  }
}

constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable, Requires(HasBytes)}};

}  // namespace

extern constinit const Family kInterfaceTypes(
    R, kModuleCheck<Phase::kSummaries, CheckOpaque, Api::kVulkan>, kChecks);

}  // namespace plumb
