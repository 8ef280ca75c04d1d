// See target_env_options.h.
#include "cli/target_env_options.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace plumb {
namespace {

// Limits the memory of RE2::Set such that no accepted command line exceeds it.
constexpr int64_t kMaxBytes = 64 << 20;

absl::Status UnknownEnvError(absl::string_view name) {
  return absl::InvalidArgumentError(absl::StrCat("there is no environment '",
                                                 name, "'; there are ",
                                                 TargetEnvNames(", ")));
}

// As many are compared one after the other.
constexpr size_t kMaxPrefixes = 32;

// Takes the leading characters of an expression that match literally, including
// escaped ones.
std::string ReadLiteral(absl::string_view* expression) {
  std::string text;
  while (!expression->empty()) {
    const bool is_escaped =
        absl::StartsWith(*expression, "\\") && expression->size() > 1;
    const char c = (*expression)[is_escaped ? 1 : 0];
    const bool stands_for_itself =
        is_escaped ? absl::ascii_ispunct(static_cast<unsigned char>(c))
                   : absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                         c == '/' || c == '_' || c == '-';
    if (!stands_for_itself) break;
    text.push_back(c);
    expression->remove_prefix(is_escaped ? 2 : 1);
  }
  return text;
}

// The possible beginnings of a path that matches `expression`, if it states
// only these, as "^folder/" and "^(one
// other)/" do; else none.
std::vector<std::string> PrefixesOf(absl::string_view expression) {
  if (!absl::ConsumePrefix(&expression, "^")) return {};
  std::vector<std::string> prefixes;
  if (absl::ConsumePrefix(&expression, "(")) {
    do {
      prefixes.push_back(ReadLiteral(&expression));
      if (prefixes.back().empty()) return {};
    } while (absl::ConsumePrefix(&expression, "|"));
    if (!absl::ConsumePrefix(&expression, ")")) return {};
  } else {
    prefixes.emplace_back();
  }
  const std::string rest = ReadLiteral(&expression);
  if (!expression.empty()) return {};
  for (std::string& beginning : prefixes) beginning += rest;
  return prefixes;
}

void RejectOption(const char* option, const absl::Status& status) {
  throw CLI::ValidationError(option, std::string(status.message()));
}

}  // namespace

absl::Status EnvOfPath::Set(const std::vector<std::string>& settings) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(kMaxBytes);
  auto expressions = std::make_shared<RE2::Set>(options, RE2::UNANCHORED);
  std::vector<TargetEnv> envs;
  std::vector<PathPrefix> prefixes;
  bool are_beginnings = true;
  for (const std::string& setting : settings) {
    // An expression may contain an equals sign, an environment does not.
    const size_t equals = setting.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", setting, "' is not REGEX=ENV"));
    }
    const std::string name = setting.substr(equals + 1);
    const std::optional<TargetEnv> env = ParseTargetEnv(name);
    if (!env.has_value()) return UnknownEnvError(name);
    const std::string pattern = setting.substr(0, equals);
    std::string error;
    if (expressions->Add(pattern, &error) < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", pattern, "' is not a regular expression: ", error));
    }
    envs.push_back(*env);
    std::vector<std::string> of_pattern = PrefixesOf(pattern);
    are_beginnings = are_beginnings && !of_pattern.empty();
    for (std::string& text : of_pattern) {
      prefixes.push_back({std::move(text), *env});
    }
  }
  if (!are_beginnings || prefixes.size() > kMaxPrefixes) {
    prefixes.clear();
  }
  if (prefixes.empty() && !expressions->Compile()) {
    return absl::ResourceExhaustedError("the expressions are too large");
  }
  prefixes_ = std::move(prefixes);
  expressions_ = std::move(expressions);
  envs_ = std::move(envs);
  return absl::OkStatus();
}

std::optional<TargetEnv> EnvOfPath::Find(absl::string_view path) const {
  if (!prefixes_.empty()) {
    const auto last = std::find_if(
        prefixes_.rbegin(), prefixes_.rend(),
        [path](const PathPrefix& b) { return absl::StartsWith(path, b.text); });
    if (last == prefixes_.rend()) return std::nullopt;
    return last->env;
  }
  if (expressions_ == nullptr) return std::nullopt;
  std::vector<int> matches;
  const re2::StringPiece text(path.data(), path.size());
  if (!expressions_->Match(text, &matches)) return std::nullopt;
  return envs_[static_cast<size_t>(*absl::c_max_element(matches))];
}

void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env) {
  app->add_option_function<std::string>(
         "--target-env",
         [env](const std::string& name) {
           *env = ParseTargetEnv(name);
           if (!env->has_value())
             RejectOption("--target-env", UnknownEnvError(name));
         },
         "The target environment of the modules (default: spv1.6, which "
         "accepts every version): " +
             TargetEnvNames(", "))
      ->type_name("ENV");
}

void AddTargetEnvOf(CLI::App* app, EnvOfPath* envs) {
  app->add_option_function<std::vector<std::string>>(
         "--target-env-of",
         [envs](const std::vector<std::string>& settings) {
           const absl::Status status = envs->Set(settings);
           if (!status.ok()) RejectOption("--target-env-of", status);
         },
         "The target environment of the modules whose path this matches, "
         "instead of --target-env.  Can be given repeatedly; the last match "
         "counts")
      ->type_name("REGEX=ENV")
      ->allow_extra_args(false);
}

}  // namespace plumb
