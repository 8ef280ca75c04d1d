// The storage classes of long vectors, and the types that must not contain
// them (SPV_EXT_long_vector).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_EXT_long_vector";

constexpr Scope kWithCapability = {.needs = Capability::kLongVectorEXT};

constexpr RuleTable R({
    {"longvector.variable.storage-class", kSection,
     "{0} holds vectors of more than four components, so it must not be in "
     "storage class {1}",
     "", Severity::kError, kWithCapability},
    {"longvector.pointer.storage-class",
     kVulkan,
     "{0} holds vectors of more than four components, so in Vulkan it must not "
     "be in storage class {1}",
     "VUID-StandaloneSpirv-Type-12297",
     Severity::kError,
     {.envs = kVulkanEnvs, .needs = Capability::kLongVectorEXT}},
    {"longvector.matrix.column-type", kSection,
     "the columns of a matrix must have 2, 3 or 4 components, but are {0}", "",
     Severity::kError, kWithCapability},
});

constexpr uint32_t kMaxComponents = 4;  // of a vector that is not long

bool MayHoldLongVectors(StorageClass storage) {
  switch (storage) {
    case StorageClass::kFunction:
    case StorageClass::kPrivate:
    case StorageClass::kUniform:
    case StorageClass::kWorkgroup:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPhysicalStorageBuffer:
    case StorageClass::kPushConstant:
    case StorageClass::kShaderRecordBufferKHR:
    case StorageClass::kCrossWorkgroup:
    case StorageClass::kGeneric:
      return true;
    default:
      return false;
  }
}

// A vector whose number of components may be specialized is not checked.
bool IsLong(const CheckContext& c, Id vector) {
  return CountOf(c, vector).value_or(0) > kMaxComponents;
}

void CheckMatrix(const CheckContext& c) {
  constexpr OperandIndex kColumnType = operand::TypeMatrix::kColumnType;
  const Id column = c.inst().id(kColumnType);
  if (!c.context().types().Get(column).Is(type_trait::kVector) ||
      !IsLong(c, column)) {
    return;
  }
  if (c.Report(R("longvector.matrix.column-type"), kColumnType,
               {Arg::Type(column)})
          .Note("it is declared here", Place::At(c.module().def(column)))) {
    c.PoisonResult();
  }
}

void CheckVariable(const CheckContext& c) {
  constexpr OperandIndex kStorageClass = operand::Variable::kStorageClass;
  const TypeTable& types = c.context().types();
  const Id object = c.result_type().element;
  if (!types.Get(object).Contains(type_part::kLongVector)) return;
  const auto storage = StorageClass{c.inst().operand_word(kStorageClass)};
  if (MayHoldLongVectors(storage) ||
      !IsLong(c, types.FindPart(c.module(), object, type_part::kLongVector))) {
    return;
  }
  c.Report(R("longvector.variable.storage-class"), kStorageClass,
           {c.inst().result(), Arg::Enumerant(grammar::Kind::kStorageClass,
                                              static_cast<uint32_t>(storage))})
      .Note("its type is declared here", Place::At(c.module().def(object)));
}

void CheckPointer(const CheckContext& c) {
  constexpr OperandIndex kStorageClass = operand::TypePointer::kStorageClass;
  const TypeTable& types = c.context().types();
  const Id object = c.inst().id(operand::TypePointer::kType);
  if (!types.Get(object).Contains(type_part::kLongVector)) return;
  const auto storage = StorageClass{c.inst().operand_word(kStorageClass)};
  if (MayHoldLongVectors(storage) ||
      !IsLong(c, types.FindPart(c.module(), object, type_part::kLongVector))) {
    return;
  }
  if (c.Report(R("longvector.pointer.storage-class"), kStorageClass,
               {Arg::Type(object), NameOf(storage)})
          .Note("it is declared here", Place::At(c.module().def(object)))) {
    c.PoisonResult();
  }
}

constexpr Check kChecks[] = {{Op::kTypeMatrix, CheckMatrix},
                             {Op::kTypePointer, CheckPointer,
                              Requires(TypesWith{type_part::kLongVector})},
                             {Op::kVariable, CheckVariable,
                              Requires(TypesWith{type_part::kLongVector})}};

}  // namespace

extern constinit const Family kLongVector(R, kChecks);

}  // namespace plumb
