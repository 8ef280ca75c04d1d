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
  return c.context().types().MemberOf(c.module(), type, index);
}

TypeParts CalculableParts(const FeatureSet& features) {
  TypeParts parts = 0;
  if (features.Has(Capability::kInt8)) parts |= type_part::kInt8;
  if (features.Has(Capability::kInt16) ||
      features.Has(Extension::kAmdGpuShaderInt16)) {
    parts |= type_part::kInt16;
  }
  if (features.Has(Capability::kFloat16) ||
      features.Has(Extension::kAmdGpuShaderHalfFloat) ||
      features.Has(Extension::kAmdGpuShaderHalfFloatFetch)) {
    parts |= type_part::kFloat16;
  }
  return parts;
}

bool IsStorageOnly(const CheckContext& c, const TypeInfo& type) {
  return !IsUnknown(type) && type.Is(tt::kScalar | tt::kVector) &&
         !type.Is(tt::kCountUnknown) && c.context().Has(Capability::kShader) &&
         type.Contains(kSmallParts & ~CalculableParts(c.context().features()));
}

}  // namespace plumb
