#include "api/c/call.h"

#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>

#include "core/call_context.h"

namespace plumb::c_api {
namespace {

constexpr size_t kMaxFailure = 500;

// Of this thread; ends with NUL.
thread_local char last_failure[kMaxFailure + 1] = "";

}  // namespace

plumb_result Fail(plumb_result result, absl::string_view why) {
  const size_t size = std::min(why.size(), kMaxFailure);
  std::copy_n(why.data(), size, last_failure);
  last_failure[size] = '\0';
  return result;
}

plumb_result FailOfException() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Fail(PLUMB_E_MEMORY, "there is not enough memory");
  } catch (const std::length_error&) {
    return Fail(PLUMB_E_MEMORY, "a table or text would be too large");
  } catch (const Cancelled&) {
    return Fail(PLUMB_E_CANCELLED, "the call was cancelled");
  } catch (const std::exception& e) {
    return Fail(PLUMB_E_INTERNAL, e.what());
  } catch (...) {
    return Fail(PLUMB_E_INTERNAL, "an unknown exception was thrown");
  }
}

extern "C" {

PLUMB_API const char* plumb_result_text(plumb_result result) {
  switch (result) {
    case PLUMB_OK:
      return "success";
    case PLUMB_E_ARGUMENT:
      return "invalid argument";
    case PLUMB_E_MEMORY:
      return "out of memory";
    case PLUMB_E_CANCELLED:
      return "cancelled";
    case PLUMB_E_STATE:
      return "call out of order";
    case PLUMB_E_STRUCT_SIZE:
      return "invalid size of a struct";
    case PLUMB_E_INPUT:
      return "input cannot be processed";
    case PLUMB_E_RANGE:
      return "out of range";
    case PLUMB_E_NAME:
      return "unknown name";
    case PLUMB_E_SINK:
      return "refused by the sink";
    case PLUMB_E_INTERNAL:
      return "internal error";
    default:
      return "unknown result";
  }
}

PLUMB_API const char* plumb_last_failure() { return last_failure; }

}  // extern "C"

}  // namespace plumb::c_api
