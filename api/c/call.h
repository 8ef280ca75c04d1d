// The boundary of all functions: arguments, exceptions, failures, and the sizes
// of structs.
//
// Tested by calls_test.cc.
#ifndef PLUMB_API_C_CALL_H_
#define PLUMB_API_C_CALL_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "absl/strings/string_view.h"
#include "api/c/plumb.h"
#include "core/rule.h"

namespace plumb::c_api {

// PLUMB_OK with the type of results.
inline constexpr plumb_result kOk = PLUMB_OK;

// Stores why the call fails, and returns `result`.  Allocates nothing; a long
// text is cut.
plumb_result Fail(plumb_result result, absl::string_view why);

// Stores the failure of the exception that is being handled.
plumb_result FailOfException();

// The result of `body`, or of the exception that it throws.
template <typename Body>
plumb_result Guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    return FailOfException();
  }
}

// A required pointer that is missing.
inline plumb_result FailOfNull(absl::string_view why) {
  return Fail(PLUMB_E_ARGUMENT, why);
}

// The string or pointer that receives the result is missing.
inline plumb_result FailOfNullResult() {
  return FailOfNull("the pointer for the result is NULL");
}

// Writes `bytes` to a sink, unless there are none.
inline plumb_result WriteTo(plumb_sink sink, void* context,
                            absl::string_view bytes) {
  if (!bytes.empty() && sink(context, bytes.data(), bytes.size()) != 0) {
    return Fail(PLUMB_E_SINK, "the sink refused the bytes");
  }
  return kOk;
}

static_assert(static_cast<plumb_severity>(Severity::kPedantic) ==
              PLUMB_PEDANTIC);
static_assert(static_cast<plumb_severity>(Severity::kWarning) == PLUMB_WARNING);
static_assert(static_cast<plumb_severity>(Severity::kError) == PLUMB_ERROR);
inline plumb_severity SeverityOf(Severity severity) {
  return static_cast<plumb_severity>(severity);
}

// `text` must end with NUL; a view without data becomes "".
inline plumb_string ToString(absl::string_view text) {
  return {text.empty() ? "" : text.data(), text.size()};
}

// A larger struct is not plausible: its size was not set.
inline constexpr size_t kMaxStructSize = 4096;

// Checks an output struct.
template <typename T>
plumb_result CheckStruct(const T* out) {
  if (out == nullptr) return FailOfNull("the struct for the result is NULL");
  if (out->size < sizeof(T) || out->size > kMaxStructSize) {
    return Fail(PLUMB_E_STRUCT_SIZE,
                "the size of the struct for the result is not set");
  }
  return kOk;
}

// Writes an output struct that was checked; members of a newer header are zero.
template <typename T>
plumb_result Store(T value, T* out) {
  static_assert(std::is_trivially_copyable_v<T>);
  value.size = out->size;
  std::memset(static_cast<void*>(out), 0, out->size);
  std::memcpy(static_cast<void*>(out), &value, sizeof(T));
  return kOk;
}

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_CALL_H_
