// See rule_pages.h.
#include "cli/rule_pages.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"

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

bool IsUrl(absl::string_view url) {
  const size_t colon = url.find(':');
  if (colon == absl::string_view::npos || colon == 0) return false;
  const absl::string_view scheme = url.substr(0, colon);
  return absl::ascii_isalpha(scheme[0]) &&
         std::all_of(scheme.begin(), scheme.end(),
                     [](char c) {
                       return absl::ascii_isalnum(c) ||
                              absl::string_view("+-.").find(c) !=
                                  absl::string_view::npos;
                     }) &&
         std::all_of(url.begin(), url.end(),
                     [](char c) { return absl::ascii_isgraph(c); });
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
  if (!IsUrl(url)) {
    throw CLI::ValidationError(option,
                               absl::StrCat("must be a URL, not '", url, "'"));
  }
  absl::ConsumeSuffix(&url, "/");
  return std::string(url);
}

}  // namespace plumb
