// Pointers as results of calls under logical addressing (section 2.16.1). With
// variable pointers a result may have any pointer type; the rules about
// variable pointers check the returned pointer.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/varying_pointers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("control.returnvalue.pointer-logical-addressing",
         {"type.function.pointer-return", "2.16.1",
          "with logical addressing, a function must not return a pointer into "
          "{0}"}),
});

void CheckFunctionType(const CheckContext& c) {
  constexpr OperandIndex kReturnType = operand::TypeFunction::kReturnType;
  const Id result = c.inst().id(kReturnType);
  const TypeInfo& type = c.context().types().Get(result);
  if (type.unknown() || !type.Is(type_trait::kAnyPointer) ||
      type.storage_class == StorageClass::kPhysicalStorageBuffer ||
      !RestrictsPointersOfCalls(c.context()) ||
      c.context().Has(grammar::Capability::kVariablePointersStorageBuffer)) {
    return;
  }
  c.Report(R("type.function.pointer-return"), kReturnType,
           {Arg::Enumerant(grammar::Kind::kStorageClass, type.storage_class)})
      .Note("the pointer type is declared here",
            Place::At(c.module().def(result)));
}

constexpr Check kChecks[] = {{Op::kTypeFunction, CheckFunctionType}};

}  // namespace

extern constinit const Family kFunctionResults(R, kChecks);

}  // namespace plumb
