#include "cli/config_file.h"

#include <istream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/json/json_document.h"
#include "cli/exit_status.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using nlohmann::json;

template <typename... Parts>
[[noreturn]] void Fail(const Parts&... parts) {
  throw CLI::ConfigError(absl::StrCat("--config: ", parts...), kExitTrouble);
}

// The content of a file, or a part that is too large to be parsed.
std::string ContentOf(std::istream& input) {
  constexpr std::streamsize kPiece = 1 << 16;
  std::string content;
  std::streamsize read = kPiece;
  while (read == kPiece && content.size() <= kMaxJsonSize) {
    const size_t size = content.size();
    content.resize(size + kPiece);
    input.read(&content[size], kPiece);
    read = input.gcount();
    content.resize(size + static_cast<size_t>(read));
  }
  return content;
}

// As on the command line.
std::string WordOf(const std::string& key, const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number_integer()) return value.dump();
  Fail("'", key, "' has a value that no option takes: ", QuotedJson(value));
}

// Reads the files for CLI11.
class JsonConfig : public CLI::Config {
 public:
  explicit JsonConfig(const CLI::App& app) : app_(app) {}

  std::string to_config(const CLI::App* /*app*/, bool /*defaults*/,
                        bool /*descriptions*/,
                        std::string /*prefix*/) const override {
    return "";  // nothing writes one
  }

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    const absl::StatusOr<json> file =
        ParseJson(ContentOf(input), JsonComments::kIgnored);
    if (!file.ok()) Fail("the file ", file.status().message());
    if (!file->is_object()) Fail("the file is not a JSON object");
    std::vector<CLI::ConfigItem> items;
    for (const auto& [key, value] : file->items()) {
      items.push_back(ItemOf(key, value));
    }
    return items;
  }

 private:
  CLI::ConfigItem ItemOf(const std::string& key, const json& value) const {
    const CLI::Option* const option = app_.get_option_no_throw("--" + key);
    if (option == nullptr || !option->get_configurable()) {
      Fail("'", CutText(key, 200), "' is not an option that a file can state");
    }
    const bool is_flag = option->get_expected_min() == 0;
    if (is_flag != value.is_boolean()) {
      Fail("'", key, "' is ", is_flag ? "true or false" : "no flag", ", not ",
           QuotedJson(value));
    }
    if (value.is_array() && option->get_expected_max() <= 1) {
      Fail("'", key, "' takes exactly one value");
    }
    CLI::ConfigItem item;
    item.name = key;
    for (const json& one : value.is_array() ? value : json::array({value})) {
      item.inputs.push_back(WordOf(key, one));
    }
    return item;
  }

  const CLI::App& app_;
};

}  // namespace

void AddConfigFile(CLI::App* app) {
  // Inputs, outputs and actions belong on the command line: their options are
  // not configurable.
  for (CLI::Option* option : app->get_options(
           [](const CLI::Option* o) { return o->get_positional(); })) {
    option->configurable(false);
  }
  app->set_config("--config", "",
                  "Read options from a file: a JSON object with long options "
                  "as keys (\"off\": [\"^debuginfo\"]).  Options on the "
                  "command line override those of the file")
      ->type_name("FILE")
      ->configurable(false);
  app->config_formatter(std::make_shared<JsonConfig>(*app));
}

std::string ConfigFileOf(const CLI::App& app) {
  const CLI::Option* const option = app.get_config_ptr();
  return option->count() == 0 ? "" : option->results().back();
}

}  // namespace plumb
