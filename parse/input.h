// A file or standard input, mapped or read, and told apart by its content:
// binary module, hexadecimal text of one, or assembly text.
//
// Tested by input_test.cc.
#ifndef PLUMB_PARSE_INPUT_H_
#define PLUMB_PARSE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb {

enum class InputFormat : uint8_t {
  kBinary,  // begins with the magic number in either byte order
  kHex,     // hexadecimal text of such a binary (hex_input.h)
  kText,    // anything else, nothing at all included
};

// What these bytes are, judged by their first few.
InputFormat FormatOf(absl::string_view bytes);

// Owns the bytes of one input.  Movable; the views it gives out stay valid
// where it moves to, and as long as it lives.
class Input {
 public:
  // Opens the file at `path`, or standard input if that is "-" or empty.
  // Errors: there is no such file, it is a directory or cannot be read, or it
  // is hexadecimal text with something else in it.
  static absl::StatusOr<Input> Open(const std::string& path);
  // Takes bytes that are in memory.
  static absl::StatusOr<Input> FromBytes(std::string name, std::string bytes);

  ~Input();
  Input(Input&& other) noexcept;
  Input& operator=(Input&& other) noexcept;

  // The name for messages: the path, or "<stdin>".
  const std::string& name() const { return name_; }
  InputFormat format() const { return format_; }
  bool is_text() const { return format_ == InputFormat::kText; }
  // The text, or the bytes of the binary (decoded, if it came in hexadecimal).
  // Aligned for words.  A binary may have a number of bytes that is not a
  // multiple of four: BinaryReader reports that.
  absl::string_view bytes() const { return bytes_; }

 private:
  Input() = default;
  absl::Status ReadFrom(int fd, size_t size_hint);
  absl::Status Recognize();
  void Release();

  std::string name_;
  InputFormat format_ = InputFormat::kText;
  absl::string_view bytes_;
  void* mapping_ = nullptr;  // of bytes_, if the file is mapped
  size_t mapping_size_ = 0;
  std::vector<char> buffer_;  // what was read instead (not a string, whose
  std::vector<uint32_t> from_hex_;  // short contents would move with it)
};

}  // namespace plumb

#endif  // PLUMB_PARSE_INPUT_H_
