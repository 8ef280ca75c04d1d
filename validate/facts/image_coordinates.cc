#include "validate/facts/image_coordinates.h"

#include <optional>

#include "core/type_table.h"
#include "validate/engine/type_shape.h"
#include "validate/facts/image_report.h"

namespace plumb {
namespace {

namespace tt = type_trait;
using grammar::Dim;

// The number of components, without the layer of arrayed images.
struct DimensionRow {
  Dim dim;
  uint8_t sample;  // with a sampler; also for Grad and OpImageQueryLod
  uint8_t project;
  uint8_t fetch;
  uint8_t read;
  uint8_t texel_pointer;
  uint8_t offset;
  uint8_t size;
};

// Section 3.2.7, and the instructions of section 3.3.10.
constexpr DimensionRow kDimensions[] = {
    {Dim::k1D, 1, 2, 1, 1, 1, 1, 1},
    {Dim::k2D, 2, 3, 2, 2, 2, 2, 2},
    {Dim::k3D, 3, 4, 3, 3, 3, 3, 3},
    {Dim::kCube, 3, 0, 0, 3, 3, 0, 2},
    {Dim::kRect, 2, 3, 2, 2, 2, 2, 2},
    {Dim::kBuffer, 0, 0, 1, 1, 1, 1, 1},
    {Dim::kSubpassData, 0, 0, 2, 2, 0, 2, 0},
};

uint32_t WithoutLayer(const DimensionRow& row, Addressing addressing) {
  switch (addressing) {
    case Addressing::kSample:
    case Addressing::kLod:
    case Addressing::kGradient:
      return row.sample;
    case Addressing::kProject:
      return row.project;
    case Addressing::kFetch:
      return row.fetch;
    case Addressing::kRead:
      return row.read;
    case Addressing::kTexelPointer:
      return row.texel_pointer;
    case Addressing::kOffset:
      return row.offset;
    case Addressing::kSize:
      return row.size;
  }
  return 0;
}

// Whether this kind of coordinate may be used with an arrayed image.
bool CanBeArrayed(Dim dim, Addressing addressing) {
  return addressing != Addressing::kTexelPointer || dim == Dim::k1D ||
         dim == Dim::k2D || dim == Dim::kCube;
}

bool HasLayer(const ImageType& image, Addressing addressing) {
  if (image.arrayed != 1) return false;
  switch (addressing) {
    case Addressing::kSample:
    case Addressing::kFetch:
    case Addressing::kSize:
      return true;
    case Addressing::kRead:
    case Addressing::kTexelPointer:
      return image.dim != Dim::kCube;
    case Addressing::kProject:
    case Addressing::kLod:
    case Addressing::kGradient:
    case Addressing::kOffset:
      return false;
  }
  return false;
}

// The number of components of a scalar or vector at an operand, which may be
// the result type; empty for other types, or if specialization determines it.
std::optional<uint32_t> CountAt(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown() || !info.Is(tt::kScalar | tt::kVector)) {
    return std::nullopt;
  }
  if (!info.Is(tt::kCountUnknown)) return info.count;
  return CountOf(c, type);
}

bool CheckComponents(const CheckContext& c, const Rule& rule,
                     OperandIndex operand, const ImageType& image,
                     Addressing addressing, bool exact) {
  const uint32_t needed = ComponentsOf(image, addressing);
  if (needed == 0) return true;
  const bool is_result = operand == 0 && c.inst().result_type() != kNoId;
  const Id type = is_result ? c.inst().result_type() : c.type_of(operand);
  const std::optional<uint32_t> count = CountAt(c, type);
  if (!count.has_value() || *count == needed || (!exact && *count > needed)) {
    return true;
  }
  ReportImage(c, rule, operand, image,
              {Arg::Type(type), needed, Arg::Operand(c.inst(), operand)});
  return false;
}

}  // namespace

uint32_t ComponentsOf(const ImageType& image, Addressing addressing) {
  for (const DimensionRow& row : kDimensions) {
    if (row.dim != image.dim) continue;
    if (image.arrayed != 0 && !CanBeArrayed(row.dim, addressing)) return 0;
    const uint32_t count = WithoutLayer(row, addressing);
    return count == 0 || !HasLayer(image, addressing) ? count : count + 1;
  }
  return 0;
}

bool CheckMinComponents(const CheckContext& c, const Rule& rule,
                        OperandIndex operand, const ImageType& image,
                        Addressing addressing) {
  return CheckComponents(c, rule, operand, image, addressing, false);
}

bool CheckSameComponents(const CheckContext& c, const Rule& rule,
                         OperandIndex operand, const ImageType& image,
                         Addressing addressing) {
  return CheckComponents(c, rule, operand, image, addressing, true);
}

}  // namespace plumb
