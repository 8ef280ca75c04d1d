// What inputs and outputs are made of: numbers ("Shader Input and Output
// Interfaces" of Vulkan), but none of 8 bits.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/memory/held_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"entry.interface.opaque", "Vulkan: Shader Interfaces",
     "in Vulkan, a variable in storage class {1} must be made of numbers, but "
     "{0} is or holds an opaque type",
     "", Severity::kError, kInVulkan},
    ReliesOn(kDecorateOps,
             InVulkan("entry.interface.8-bit",
                      "in Vulkan, {0} cannot be in storage class {1}: it holds "
                      "numbers of 8 bits",
                      "VUID-RuntimeSpirv-None-10980")),
});

bool HasInterfaces(const ModuleContext& context) {
  constexpr TypeParts kOfInterest =
      type_part::kOpaque | type_part::kInt8 | type_part::kOtherFloat;
  const TypeTable& types = context.types();
  return IsVulkan(context) && types.AnyContains(kOfInterest) &&
         (types.AnyPointsInto(StorageClass::kInput) ||
          types.AnyPointsInto(StorageClass::kOutput));
}

bool Holds8Bits(const CheckContext& c, Id type) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(type);
  if (info.Contains(type_part::kInt8)) return true;
  // Those with an encoding of their own are for type/encoded_interface.cc,
  // unless a structure holds them.
  const TypeInfo& held = types.Get(ElementOfArrays(c.context(), type));
  if (!info.Contains(type_part::kOtherFloat) || held.Is(tt::kOtherEncoding)) {
    return false;
  }
  const Id part = types.FindPart(c.module(), type, type_part::kOtherFloat);
  return types.Get(part).width == 8;
}

void CheckVariable(const CheckContext& c) {
  const TypeInfo& pointer = c.result_type();
  const StorageClass storage = pointer.storage_class;
  if (pointer.unknown() ||
      (storage != StorageClass::kInput && storage != StorageClass::kOutput)) {
    return;
  }
  const Id type = pointer.element;
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return;
  const auto report = [&](const Rule& rule) {
    c.Report(rule, operand::Variable::kResultType,
             {Arg::Type(type), NameOf(storage)})
        .Note("the type is declared here", Place::At(c.module().def(type)));
  };
  if (info.Contains(type_part::kOpaque)) {
    report(R("entry.interface.opaque"));
    c.PoisonResult();
  } else if (Holds8Bits(c, type) &&
             !c.context().decorations().Has(c.inst().result(),
                                            Decoration::kBuiltIn)) {
    report(R("entry.interface.8-bit"));
  }
}

constexpr Check kChecks[] = {{Op::kVariable, CheckVariable, HasInterfaces}};

}  // namespace

extern constinit const Family kInterfaceTypes(R, kChecks);

}  // namespace plumb
