// Sessions of the C interface for tests.
#ifndef PLUMB_API_C_TESTING_SESSION_H_
#define PLUMB_API_C_TESTING_SESSION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"
#include "api/c/plumb.h"

namespace plumb::c_api {

struct FreeSession {
  void operator()(plumb_session* session) const { plumb_session_free(session); }
};
struct FreeOptions {
  void operator()(plumb_options* options) const { plumb_options_free(options); }
};
struct FreeReporter {
  void operator()(plumb_reporter* reporter) const {
    plumb_reporter_free(reporter);
  }
};
struct FreePipeline {
  void operator()(plumb_pipeline* pipeline) const {
    plumb_pipeline_free(pipeline);
  }
};
using SessionPtr = std::unique_ptr<plumb_session, FreeSession>;
using OptionsPtr = std::unique_ptr<plumb_options, FreeOptions>;
using ReporterPtr = std::unique_ptr<plumb_reporter, FreeReporter>;
using PipelinePtr = std::unique_ptr<plumb_pipeline, FreePipeline>;

inline OptionsPtr NewOptions() {
  plumb_options* options = nullptr;
  return OptionsPtr(plumb_options_new(&options) == PLUMB_OK ? options
                                                            : nullptr);
}

// Null if it fails.
inline SessionPtr NewSession(const plumb_options* options = nullptr,
                             const plumb_allocator* allocator = nullptr) {
  plumb_session* session = nullptr;
  return SessionPtr(plumb_session_new(options, allocator, &session) == PLUMB_OK
                        ? session
                        : nullptr);
}

// The verdict on an input, or the result of a call that failed.
inline int32_t Validate(plumb_session* session, absl::string_view bytes) {
  plumb_verdict verdict = -100;
  const plumb_result result =
      plumb_session_validate(session, bytes.data(), bytes.size(), &verdict);
  return result == PLUMB_OK ? verdict : result;
}
inline int32_t Read(plumb_session* session, absl::string_view bytes) {
  plumb_verdict verdict = -100;
  const plumb_result result =
      plumb_session_read(session, bytes.data(), bytes.size(), &verdict);
  return result == PLUMB_OK ? verdict : result;
}

// A struct for a result.
template <typename T>
T Sized() {
  T out;
  out.size = sizeof(T);
  return out;
}

inline std::string ToText(plumb_string string) {
  return std::string(string.data, string.size);
}

// An allocator that knows its blocks, and fails after a number of allocations.
class Heap {
 public:
  plumb_allocator allocator() {
    return {sizeof(plumb_allocator), Reallocate, this};
  }
  void set_left(size_t left) { left_ = left; }
  size_t block_count() const { return sizes_.size(); }
  size_t bytes() const { return bytes_; }
  size_t max_bytes() const { return max_bytes_; }
  // Whether all calls had the right sizes.
  bool is_consistent() const { return is_consistent_; }

 private:
  static void* Reallocate(void* context, void* block, size_t old_size,
                          size_t new_size) {
    return static_cast<Heap*>(context)->Change(block, old_size, new_size);
  }
  void* Change(void* block, size_t old_size, size_t new_size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = sizes_.find(block);
    const size_t known = found == sizes_.end() ? 0 : found->second;
    is_consistent_ &= known == old_size && (block == nullptr) == (known == 0);
    if (new_size != 0) {
      if (left_ == 0) return nullptr;
      if (left_ != SIZE_MAX) --left_;
    }
    if (block != nullptr) sizes_.erase(block);
    bytes_ += new_size - old_size;
    max_bytes_ = std::max(max_bytes_, bytes_);
    if (new_size == 0) {
      std::free(block);
      return nullptr;
    }
    void* const moved = std::realloc(block, new_size);
    sizes_[moved] = new_size;
    return moved;
  }

  std::mutex mutex_;
  std::map<void*, size_t> sizes_;
  size_t left_ = SIZE_MAX;
  size_t bytes_ = 0;
  size_t max_bytes_ = 0;
  bool is_consistent_ = true;
};

// A valid module.
inline constexpr char kValid[] = R"(OpCapability Shader
OpCapability Linkage
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpName %f "f"
%void = OpTypeVoid
%float = OpTypeFloat 32
%one = OpConstant %float 1
%fn = OpTypeFunction %float
%f = OpFunction %float None %fn
%entry = OpLabel
%sum = OpFAdd %float %one %one
%max = OpExtInst %float %glsl FMax %sum %one
OpReturnValue %max
OpFunctionEnd
)";

// The same with an error in line 12 that has a note and a fix.
inline constexpr char kInvalid[] = R"(OpCapability Shader
OpCapability Linkage
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpName %f "f"
%void = OpTypeVoid
%float = OpTypeFloat 32
%one = OpConstant %float 1
%fn = OpTypeFunction %float
%f = OpFunction %float None %fn
%entry = OpLabel
%sum = OpIAdd %float %one %one
OpReturnValue %sum
OpFunctionEnd
)";

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_TESTING_SESSION_H_
