// The bytes of a file or of standard input.
//
// They are read into private memory: a mapped file that changes while it is
// used would end the process or change under a check.
//
// Tested by input_file_test.cc.
#ifndef PLUMB_CLI_INPUT_FILE_H_
#define PLUMB_CLI_INPUT_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb {

// The default maximum size of an input: as many bytes as a module can address.
inline constexpr uint64_t kDefaultMaxInputSize = uint64_t{4} << 30;

// Limits on reading an input.
struct InputLimits {
  uint64_t max_size = kDefaultMaxInputSize;
  // Given the first 64 KiB of a longer input, whether the rest is needed; null:
  // it always is.  Otherwise the input is taken to end there.
  bool (*needs_rest)(absl::string_view start) = nullptr;
};

// Owns the bytes of one input.  Movable; views into it stay valid after a move,
// and until it reads another input or is destroyed.
class InputFile {
 public:
  InputFile() = default;  // of no bytes
  // Opens the file at `path`, or standard input if that is "-".
  // Errors: the file does not exist, it is a directory or cannot be read, it
  // changes while it is read, it is larger than `limits` allow, or memory does
  // not suffice.
  static absl::StatusOr<InputFile> Open(const std::string& path,
                                        const InputLimits& limits = {});
  // Replaces the contents, reusing the memory if it suffices.
  absl::Status Read(const std::string& path, const InputLimits& limits = {});

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;

  // The name for messages: the path, or "<stdin>".
  const std::string& name() const { return name_; }
  absl::string_view bytes() const { return {buffer_.get(), size_}; }

 private:
  absl::StatusOr<bool> ReadStart(int fd);
  absl::Status ReadRest(int fd, const InputLimits& limits);
  absl::Status ReadToEnd(int fd, const InputLimits& limits);
  absl::StatusOr<size_t> ReadSome(int fd, size_t end);
  absl::Status Reserve(size_t capacity);
  absl::Status TooLarge(uint64_t max_size) const;

  std::string name_;
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;  // of buffer_
  size_t size_ = 0;      // bytes read
};

// The status for a file or folder that cannot be read because of `error`, an
// errno value.
absl::Status CannotRead(const std::string& name, int error);

}  // namespace plumb

#endif  // PLUMB_CLI_INPUT_FILE_H_
