#include "validate/engine/type_shape.h"

#include "core/constant.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {
namespace {

namespace tt = type_trait;

}  // namespace

std::optional<uint32_t> FixedValue(const ModuleContext& context, Id constant) {
  const ScalarConstant value = context.constants().Scalar(constant);
  if (!value.fixed() || value.value < 0 || value.value > 0xffffffff) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(value.value);
}

std::optional<uint32_t> CountOf(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(type);
  if (IsUnknown(info) || info.Is(tt::kRuntimeArray | tt::kCooperativeMatrix)) {
    return std::nullopt;
  }
  const bool counted_by_id = info.Is(tt::kArray | tt::kCountUnknown);
  if (!counted_by_id) return info.count;
  return FixedValue(
      context, Id(context.module().inst(context.module().def(type)).word(3)));
}

Id PartOf(const CheckContext& c, Id type, uint32_t index) {
  const TypeInfo& info = c.context().types().Get(type);
  if (!info.Is(tt::kStruct)) {
    return info.Is(tt::kComposite | tt::kRuntimeArray) ? info.element : kNoId;
  }
  if (index >= info.count) return kNoId;
  return Id(c.module().inst(c.module().def(type)).word(2 + index));
}

bool IsStorageOnly(const CheckContext& c, const TypeInfo& type) {
  if (IsUnknown(type) || !type.Is(tt::kNumeric) || type.width > 16 ||
      !type.Is(tt::kScalar | tt::kVector) ||
      type.Is(tt::kOtherEncoding | tt::kCountUnknown) ||
      !c.context().Has(Capability::kShader)) {
    return false;
  }
  if (type.width == 8) return !c.context().Has(Capability::kInt8);
  if (type.width != 16) return false;
  return !c.context().Has(type.Is(tt::kFloat) ? Capability::kFloat16
                                              : Capability::kInt16);
}

}  // namespace plumb
