#include "validate/pipeline/same_type.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "validate/facts/object_types.h"

namespace plumb {
namespace {

namespace tt = type_trait;

bool HaveSameLength(const ModuleContext& a_context, Id a,
                    const ModuleContext& b_context, Id b) {
  const ScalarConstant a_length = LengthOf(a_context, a);
  const ScalarConstant b_length = LengthOf(b_context, b);
  return !a_length.known || !b_length.known || a_length.value == b_length.value;
}

}  // namespace

bool AreSameType(const ModuleContext& a_context, Id a,
                 const ModuleContext& b_context, Id b) {
  using Pair = std::pair<uint32_t, uint32_t>;
  absl::flat_hash_set<Pair> seen;
  std::vector<Pair> pending;
  const auto push = [&](Id x, Id y) {
    if (seen.emplace(x.value, y.value).second) {
      pending.emplace_back(x.value, y.value);
    }
  };
  push(a, b);
  while (!pending.empty()) {
    const Id x(pending.back().first);
    const Id y(pending.back().second);
    pending.pop_back();
    const TypeInfo& x_info = a_context.types().Get(x);
    const TypeInfo& y_info = b_context.types().Get(y);
    if (x_info.unknown() || y_info.unknown()) continue;
    if (x_info.traits != y_info.traits || x_info.width != y_info.width ||
        x_info.count != y_info.count ||
        x_info.storage_class != y_info.storage_class) {
      return false;
    }
    if (x_info.Is(tt::kArray) && !HaveSameLength(a_context, x, b_context, y)) {
      return false;
    }
    if (x_info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < x_info.count; ++m) {
        push(a_context.types().MemberOf(a_context.module(), x, m),
             b_context.types().MemberOf(b_context.module(), y, m));
      }
    } else if (x_info.Is(tt::kArray | tt::kRuntimeArray | tt::kPointer |
                         tt::kMatrix | tt::kVector)) {
      push(x_info.element, y_info.element);
    }
  }
  return true;
}

}  // namespace plumb
