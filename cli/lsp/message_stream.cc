#include "cli/lsp/message_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cli/write_all.h"

namespace plumb::lsp {
namespace {

constexpr absl::string_view kLengthField = "content-length:";

// The length that a line of a header states.
std::optional<size_t> LengthIn(absl::string_view line) {
  if (!absl::StartsWithIgnoreCase(line, kLengthField)) return std::nullopt;
  uint64_t length = 0;
  const absl::string_view value =
      absl::StripAsciiWhitespace(line.substr(kLengthField.size()));
  if (!absl::SimpleAtoi(value, &length)) return std::nullopt;
  return static_cast<size_t>(length);
}

}  // namespace

bool MessageReader::Fill() {
  constexpr size_t kPiece = size_t{1} << 16;
  if (at_ == buffer_.size()) {
    buffer_.clear();
    at_ = 0;
  }
  const size_t size = buffer_.size();
  buffer_.resize(size + kPiece);
  ssize_t count = 0;
  do {
    count = read(fd_, &buffer_[size], kPiece);
  } while (count < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<size_t>(std::max<ssize_t>(count, 0)));
  return count > 0;
}

std::optional<std::string> MessageReader::ReadLine(size_t max_size) {
  std::string line;
  while (true) {
    const size_t end = buffer_.find('\n', at_);
    const size_t stop = std::min(end, buffer_.size());
    // Of a line that is too long, only the first part counts.
    line.append(
        buffer_, at_,
        std::min(stop - at_, max_size - std::min(max_size, line.size())));
    at_ = stop;
    if (end != std::string::npos) {
      ++at_;
      if (absl::EndsWith(line, "\r")) line.pop_back();
      return line;
    }
    if (!Fill()) return std::nullopt;
  }
}

bool MessageReader::Skip(size_t size) {
  while (size > 0) {
    const size_t count = std::min(size, buffer_.size() - at_);
    at_ += count;
    size -= count;
    if (size > 0 && !Fill()) return false;
  }
  return true;
}

absl::StatusOr<std::optional<std::string>> MessageReader::Next() {
  std::optional<size_t> length;
  size_t header_size = 0;
  while (true) {
    const std::optional<std::string> line = ReadLine(kMaxHeader + 1);
    if (!line.has_value()) return std::nullopt;
    if (line->empty()) break;
    header_size += line->size();
    if (const auto stated = LengthIn(*line)) length = stated;
  }
  if (header_size > kMaxHeader) {
    if (!Skip(length.value_or(0))) return std::nullopt;
    return absl::ResourceExhaustedError(
        absl::StrCat("a header must have at most ", kMaxHeader, " bytes"));
  }
  if (!length.has_value()) {
    return absl::InvalidArgumentError(
        "a header must state the length of the message");
  }
  if (*length > kMaxMessage) {
    if (!Skip(*length)) return std::nullopt;
    return absl::ResourceExhaustedError(absl::StrCat(
        "a message must have at most ", kMaxMessage, " bytes, not ", *length));
  }
  while (buffer_.size() - at_ < *length) {
    if (!Fill()) return std::nullopt;
  }
  std::string content = buffer_.substr(at_, *length);
  at_ += *length;
  return content;
}

int WriteMessage(int fd, absl::string_view content) {
  return WriteAll(fd, absl::StrCat("Content-Length: ", content.size(),
                                   "\r\n\r\n", content));
}

}  // namespace plumb::lsp
