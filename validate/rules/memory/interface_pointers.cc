// Pointers in the interfaces between shader stages (section 3.2.6), which
// Vulkan does not allow.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.physicalstoragebuffer.interface-variable", "3.2.6",
     "in Vulkan, shader stages cannot exchange pointers, so a variable in "
     "storage class {1} must not hold {0}",
     "VUID-StandaloneSpirv-Input-09557", Severity::kError, kInVulkan},
});

void CheckVariable(const CheckContext& c) {
  namespace variable = operand::Variable;
  const StorageClass storage{c.inst().operand_word(variable::kStorageClass)};
  if (storage != StorageClass::kInput && storage != StorageClass::kOutput) {
    return;
  }
  const Id object = c.result_type().element;
  const TypeInfo& type = c.context().types().Get(object);
  if (type.unknown() || !type.Contains(type_part::kBufferPointer)) return;
  const Id pointer = c.context().types().FindPart(c.module(), object,
                                                  type_part::kBufferPointer);
  c.Report(R("memory.physicalstoragebuffer.interface-variable"),
           variable::kResultType, {Arg::Type(pointer), NameOf(storage)});
}

constexpr Check kChecks[] = {{Op::kVariable, CheckVariable,
                              Requires(TypesWith{type_part::kBufferPointer})}};

}  // namespace

extern constinit const Family kInterfacePointers(R, kChecks);

}  // namespace plumb
