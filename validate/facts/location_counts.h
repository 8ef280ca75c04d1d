// The number of locations of a type in interfaces (Vulkan, "Location and
// Component Assignment").
#ifndef PLUMB_VALIDATE_FACTS_LOCATION_COUNTS_H_
#define PLUMB_VALIDATE_FACTS_LOCATION_COUNTS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/module.h"
#include "core/type_table.h"
#include "validate/engine/module_context.h"
#include "validate/facts/object_types.h"

namespace plumb {

// Sums of such numbers do not overflow.
inline constexpr uint64_t kMaxLocations = uint64_t{1} << 40;

class LocationCounts {
 public:
  // A vector of more than 16 bytes takes `per_wide_vector` locations.
  explicit LocationCounts(const ModuleContext& context,
                          uint64_t per_wide_vector = 2)
      : context_(context),
        types_(context.types()),
        per_wide_vector_(per_wide_vector) {}

  // For an array whose length can be specialized, the locations of one
  // element.  O(1); the first time for a composite type, linear in the members
  // of all types.
  uint64_t CountOf(Id type) {
    namespace tt = type_trait;
    const TypeInfo& info = types_.Get(type);
    if (info.poisoned()) return 0;
    // Fast path for the most common types.
    if (info.Is(tt::kScalar)) return 1;
    if (info.Is(tt::kVector)) {
      return info.width == 64 && info.count > 2 ? per_wide_vector_ : 1;
    }
    if (counts_.empty()) CountAll();
    return counts_[types_.RowOf(type)];
  }

 private:
  void CountAll() {
    counts_.assign(types_.row_count(), 0);
    for (const Id type : types_.types()) {
      counts_[types_.RowOf(type)] = Count(type);
    }
  }

  uint64_t Count(Id type) {
    namespace tt = type_trait;
    const Module& module = context_.module();
    const TypeInfo& info = types_.Get(type);
    if (info.poisoned()) return 0;
    uint64_t count = 0;
    if (info.Is(tt::kScalar | tt::kVector)) {
      count = CountOf(type);
    } else if (info.Is(tt::kMatrix)) {
      count = info.count * CountOf(info.element);
    } else if (info.Is(tt::kArray)) {
      const ScalarConstant length = LengthOf(context_, type);
      const uint64_t elements =
          length.fixed() && length.value > 0
              ? std::min<uint64_t>(length.value, kMaxLocations)
              : 1;
      const uint64_t each = CountOf(info.element);
      count = each > kMaxLocations / elements ? kMaxLocations : each * elements;
    } else if (info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < info.count; ++m) {
        count += CountOf(types_.MemberOf(module, type, m));
      }
    }
    return std::min(count, kMaxLocations);
  }

  const ModuleContext& context_;
  const TypeTable& types_;
  const uint64_t per_wide_vector_;
  std::vector<uint64_t> counts_;  // by row of a type; empty until needed
};

// Whether a variable is an array with one element for each vertex.
inline bool IsPerVertex(const ModuleContext& context,
                        grammar::ExecutionModel model, Id variable,
                        grammar::StorageClass storage) {
  using grammar::Decoration;
  using grammar::ExecutionModel;
  const Decorations& decorations = context.decorations();
  if (decorations.Has(variable, Decoration::kPatch)) return false;
  const bool input = storage == grammar::StorageClass::kInput;
  switch (model) {
    case ExecutionModel::kTessellationControl:
      return true;
    case ExecutionModel::kTessellationEvaluation:
    case ExecutionModel::kGeometry:
      return input;
    case ExecutionModel::kMeshEXT:
      return !input;
    case ExecutionModel::kFragment:
      return input && decorations.Has(variable, Decoration::kPerVertexKHR);
    default:
      return false;
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_LOCATION_COUNTS_H_
