// Messages of the Language Server Protocol on file descriptors: a header that
// states the length, an empty line, and JSON.
//
// Tested by message_stream_test.cc.
#ifndef PLUMB_CLI_LSP_MESSAGE_STREAM_H_
#define PLUMB_CLI_LSP_MESSAGE_STREAM_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb::lsp {

class MessageReader {
 public:
  // A longer message is skipped.
  static constexpr size_t kMaxMessage = size_t{1} << 29;
  static constexpr size_t kMaxHeader = size_t{1} << 13;

  // `fd` stays the caller's.
  explicit MessageReader(int fd) : fd_(fd) {}

  // The content of the next message; nullopt at the end of the input, also in
  // the middle of a message.  Waits for it.  After an error, the next message
  // can still be read:
  //   kInvalidArgument    a header without a length
  //   kResourceExhausted  a message or a header that is too long
  absl::StatusOr<std::optional<std::string>> Next();

 private:
  // Reads more; false at the end of the input.
  bool Fill();
  // The beginning of a line of a header, without its end; nullopt at the end of
  // the input.
  std::optional<std::string> ReadLine(size_t max_size);
  bool Skip(size_t size);

  const int fd_;
  std::string buffer_;
  size_t at_ = 0;  // of what is not read yet, in buffer_
};

// Writes a message.  Returns 0 or the value of errno.
int WriteMessage(int fd, absl::string_view content);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_MESSAGE_STREAM_H_
