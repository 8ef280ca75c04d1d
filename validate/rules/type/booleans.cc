// Variables that contain Booleans (section 3.3.6): a Boolean has no bit
// pattern, so nothing outside the module can read or write it.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"type.typebool.storage-class", "3.3.6",
     "a variable of storage class {0} is visible outside the module, so it "
     "must not hold a Boolean"},
});

bool IsVisibleOutside(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPushConstant:
    case StorageClass::kPhysicalStorageBuffer:
    case StorageClass::kShaderRecordBufferKHR:
    case StorageClass::kAtomicCounter:
    case StorageClass::kImage:
      return true;
    default:
      return false;
  }
}

void CheckStorage(const CheckContext& c, Id object) {
  constexpr OperandIndex kStorageClass = operand::Variable::kStorageClass;
  static_assert(kStorageClass == operand::UntypedVariableKHR::kStorageClass);
  if (!c.context().types().Get(object).Contains(type_part::kBool)) return;
  const uint32_t storage = c.inst().operand_word(kStorageClass);
  if (!IsVisibleOutside(StorageClass{storage})) return;
  c.Report(R("type.typebool.storage-class"), kStorageClass,
           {Arg::Enumerant(grammar::Kind::kStorageClass, storage)});
  c.PoisonResult();
}

void CheckVariable(const CheckContext& c) {
  CheckStorage(c, c.result_type().element);
}

void CheckUntypedVariable(const CheckContext& c) {
  const auto type = c.inst().Find(operand::UntypedVariableKHR::kDataType);
  if (type) CheckStorage(c, c.inst().id(*type));
}

constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable, Requires(TypesWith{type_part::kBool})},
    {Op::kUntypedVariableKHR, CheckUntypedVariable,
     Requires(TypesWith{type_part::kBool})}};

}  // namespace

extern constinit const Family kBooleans(R, kChecks);

}  // namespace plumb
