#include "core/device/device.h"

#include <algorithm>

namespace plumb {
namespace {

int64_t BetterLimit(LimitKind kind, int64_t a, int64_t b) {
  switch (kind) {
    case LimitKind::kAtMost:
      return std::max(a, b);
    case LimitKind::kAtLeast:
      return std::min(a, b);
    case LimitKind::kStages:
    case LimitKind::kOperations:
      return a | b;
    case LimitKind::kIndependence:
      return b;
  }
  return b;
}

}  // namespace

void Device::SetLimit(size_t number, absl::Span<const int64_t> numbers) {
  const LimitKind kind = kDeviceLimitNames[number].kind;
  std::array<int64_t, 3>& limit = limits_[number];
  for (size_t i = 0; i < std::min(numbers.size(), limit.size()); ++i) {
    limit[i] = known_limits_[number] ? BetterLimit(kind, limit[i], numbers[i])
                                     : numbers[i];
  }
  known_limits_[number] = true;
}

}  // namespace plumb
