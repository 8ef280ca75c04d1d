#include "cli/lsp/settings.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/explain/spec_link.h"
#include "api/text_suppressions.h"

namespace plumb::lsp {

std::string Settings::Set(const Json& settings) {
  env_.reset();
  pedantic_ = false;
  rules_url_.clear();
  if (!settings.is_object()) return "";
  std::string problem;
  if (const auto env = settings.find("targetEnv");
      env != settings.end() && env->is_string() &&
      !env->get_ref<const std::string&>().empty()) {
    const auto& name = env->get_ref<const std::string&>();
    env_ = ParseTargetEnv(name);
    if (!env_.has_value()) {
      problem = absl::StrCat("targetEnv must be a target environment, not '",
                             name, "'");
    }
  }
  if (const auto pedantic = settings.find("pedantic");
      pedantic != settings.end() && pedantic->is_boolean()) {
    pedantic_ = pedantic->get<bool>();
  }
  if (const auto url = settings.find("rulesUrl");
      url != settings.end() && url->is_string() &&
      !url->get_ref<const std::string&>().empty()) {
    const auto& text = url->get_ref<const std::string&>();
    if (std::optional<std::string> pages = ParsePagesUrl(text)) {
      rules_url_ = *std::move(pages);
    } else {
      absl::StrAppend(&problem, problem.empty() ? "" : "; ",
                      "rulesUrl must be a URL, not '", text, "'");
    }
  }
  return problem;
}

DocumentSettings Settings::For(const std::string& path,
                               absl::string_view text) {
  DocumentSettings settings = files_->SettingsFor(path);
  settings.options.rules.reports_pedantic |= pedantic_;
  if (!rules_url_.empty()) settings.rules_url = rules_url_;
  // The server shows all that it is told to.
  settings.options.max_diagnostics = DiagnosticList::kDefaultCapacity;
  if (settings.options.env.has_value()) return settings;
  TextSuppressions comments;
  comments.Read(text);
  if (!comments.env().has_value()) settings.options.env = env_;
  return settings;
}

}  // namespace plumb::lsp
