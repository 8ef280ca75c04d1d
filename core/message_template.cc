#include "core/message_template.h"

#include "absl/strings/ascii.h"

namespace plumb {
namespace {

// The size of the placeholder that `text` begins with, or 0.
size_t ParsePlaceholder(absl::string_view text, Placeholder* placeholder) {
  if (text.size() < 3 || text[0] != '{') return 0;
  if (text[1] < '0' || text[1] > '3') return 0;
  size_t end = 2;
  while (end < text.size() && absl::ascii_islower(text[end])) ++end;
  if (end == text.size() || text[end] != '}') return 0;
  placeholder->argument = static_cast<size_t>(text[1] - '0');
  placeholder->ending = text.substr(2, end - 2);
  return end + 1;
}

}  // namespace

std::string FillTemplate(
    absl::string_view text,
    absl::FunctionRef<void(const Placeholder&, std::string*)> fill) {
  std::string filled;
  Placeholder placeholder;
  for (size_t at = 0; at < text.size();) {
    const size_t size = ParsePlaceholder(text.substr(at), &placeholder);
    if (size == 0) {
      filled.push_back(text[at++]);
    } else {
      fill(placeholder, &filled);
      at += size;
    }
  }
  return filled;
}

}  // namespace plumb
