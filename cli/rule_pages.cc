// See rule_pages.h.
#include "cli/rule_pages.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "api/explain/spec_link.h"

namespace plumb {
namespace {

// A path as the characters that a URL may have.
std::string FileUrl(absl::string_view path) {
  std::string url = "file://";
  for (const char c : path) {
    if (absl::ascii_isalnum(c) ||
        absl::string_view("/-._~").find(c) != absl::string_view::npos) {
      url += c;
    } else {
      absl::StrAppendFormat(&url, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return url;
}

}  // namespace

std::string RulePagesOf(absl::string_view program) {
  namespace fs = std::filesystem;
  const fs::path pages = fs::path(std::string(program)).parent_path() / ".." /
                         "share" / "plumb" / "rules";
  std::error_code error;
  if (!fs::is_regular_file(pages / "index.html", error)) return "";
  const fs::path whole = fs::canonical(pages, error);
  return error ? "" : FileUrl(whole.string());
}

std::string InstalledRulePages() {
  std::error_code error;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "" : RulePagesOf(program.string());
}

std::string ParseRulesUrl(const std::string& option, absl::string_view url) {
  std::optional<std::string> pages = ParsePagesUrl(url);
  if (!pages.has_value()) {
    throw CLI::ValidationError(option,
                               absl::StrCat("must be a URL, not '", url, "'"));
  }
  return *std::move(pages);
}

}  // namespace plumb
