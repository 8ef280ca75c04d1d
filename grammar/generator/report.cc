// The messages of the generator.  See report.h.
#include "grammar/generator/report.h"

#include "absl/strings/str_cat.h"

namespace plumb::grammar::generator {
namespace {

std::string Line(absl::string_view file, absl::string_view object,
                 absl::string_view reason) {
  const size_t slash = file.rfind('/');
  if (slash != absl::string_view::npos) file.remove_prefix(slash + 1);
  return absl::StrCat(file, ": ", object, ": ", reason);
}

}  // namespace

void Report::Error(absl::string_view file, absl::string_view object,
                   absl::string_view reason) {
  errors_.push_back(Line(file, object, reason));
}

void Report::Note(absl::string_view file, absl::string_view object,
                  absl::string_view reason) {
  notes_.push_back(Line(file, object, reason));
}

}  // namespace plumb::grammar::generator
