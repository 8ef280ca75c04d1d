#include "cli/config_file.h"

#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "api/json/json_document.h"
#include "cli/exit_status.h"
#include "cli/json_key_line.h"
#include "cli/option_groups.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;

constexpr char kFileName[] = "plumb.json";

// An option that only some programs have, and its kind of value.
struct OtherOption {
  absl::string_view name;
  bool is_flag;
};
constexpr OtherOption kOtherOptions[] = {
    {"baseline", false},       {"cache-size", false},
    {"device", false},         {"endian", false},
    {"generator", false},      {"needs", true},
    {"no-validate", true},     {"preserve-numeric-ids", true},
    {"spirv-version", false},  {"syntax", false},
    {"write-baseline", false},
};

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

bool NamesFile(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type == "FILE" || type == "FOLDER" || type == "OUT";
}

bool IsFlag(const CLI::Option& option) {
  return option.get_expected_min() == 0;
}

// Reads the files for CLI11.
class JsonConfig : public CLI::Config {
 public:
  explicit JsonConfig(const CLI::App& app) : app_(app) {}

  void set_is_found() { is_found_ = true; }

  std::string to_config(const CLI::App* /*app*/, bool /*defaults*/,
                        bool /*descriptions*/,
                        std::string /*prefix*/) const override {
    return "";  // nothing writes one
  }

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    const std::string content = ContentOf(input);
    const absl::StatusOr<json> file =
        ParseJson(content, JsonComments::kIgnored);
    if (!file.ok()) Fail(": the file ", file.status().message());
    if (!file->is_object()) Fail(": the file is not a JSON object");
    std::vector<CLI::ConfigItem> items;
    for (const auto& [key, value] : file->items()) {
      const Entry entry = {key, value, LineOfKey(content, key)};
      const CLI::Option* const option = OptionOf(entry);
      if (option != nullptr) items.push_back(ItemOf(entry, *option));
    }
    return items;
  }

 private:
  struct Entry {
    const std::string& key;
    const json& value;
    size_t line;
  };

  template <typename... Parts>
  [[noreturn]] void Fail(const Parts&... parts) const {
    throw CLI::ConfigError(absl::StrCat(ConfigFileOf(app_), parts...),
                           kExitTrouble);
  }
  template <typename... Parts>
  [[noreturn]] void FailAt(const Entry& entry, const Parts&... parts) const {
    Fail(":", entry.line, ": '", CutText(entry.key, 200), "' ", parts...);
  }

  // The option that a key names; null if only other programs have it.
  const CLI::Option* OptionOf(const Entry& entry) const {
    const CLI::Option* const option =
        app_.get_option_no_throw("--" + entry.key);
    if (option == nullptr && entry.key != "$schema") {
      const auto other = absl::c_find_if(
          kOtherOptions, [&](const auto& o) { return o.name == entry.key; });
      if (other == std::end(kOtherOptions)) {
        FailAt(entry, "is not an option that a file can state");
      }
      CheckKind(entry, other->is_flag);
      return nullptr;
    }
    if (option == nullptr) return nullptr;
    if (!option->get_configurable()) {
      FailAt(entry, "is not an option that a file can state");
    }
    CheckKind(entry, IsFlag(*option));
    if (is_found_ && NamesFile(*option)) {
      FailAt(entry,
             "names a file, which only a file that --config names can state");
    }
    return option;
  }

  void CheckKind(const Entry& entry, bool is_flag) const {
    if (is_flag == entry.value.is_boolean()) return;
    FailAt(entry, "must be ", is_flag ? "true or false" : "a string or number",
           ", not ", QuotedJson(entry.value));
  }

  CLI::ConfigItem ItemOf(const Entry& entry, const CLI::Option& option) const {
    const json& value = entry.value;
    if (value.is_array() && option.get_expected_max() <= 1) {
      FailAt(entry, "takes exactly one value");
    }
    CLI::ConfigItem item;
    item.name = entry.key;
    for (const json& one : value.is_array() ? value : json::array({value})) {
      std::string word = WordOf(entry, one);
      if (NamesFile(option)) word = PathOf(word);
      item.inputs.push_back(std::move(word));
    }
    return item;
  }

  // As on the command line.
  std::string WordOf(const Entry& entry, const json& value) const {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean() || value.is_number_integer()) return value.dump();
    FailAt(entry, "has a value that no option takes: ", QuotedJson(value));
  }

  // A name of a file, relative to the folder of this one.
  std::string PathOf(const std::string& name) const {
    if (name.empty()) return name;
    return (fs::path(ConfigFileOf(app_)).parent_path() / name).string();
  }

  const CLI::App& app_;
  bool is_found_ = false;
};

// The schema of an option's value.
nlohmann::ordered_json ValueSchema(const CLI::Option& option) {
  nlohmann::ordered_json schema;
  const std::string type = option.get_type_name();
  if (IsFlag(option)) {
    schema["type"] = "boolean";
  } else if (type == "N") {
    schema["type"] = {"integer", "string"};
  } else if (absl::StrContains(type, '|') && !absl::StrContains(type, "|N")) {
    const std::vector<std::string> words = absl::StrSplit(type, '|');
    schema["enum"] = words;
  } else if (option.get_expected_max() > 1) {
    schema["type"] = {"array", "string"};
    schema["items"] = {{"type", "string"}};
  } else {
    schema["type"] = {"string", "integer"};
  }
  schema["description"] = option.get_description();
  return schema;
}

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
                  "command line override those of the file.  Default: "
                  "plumb.json in the folder of the first input or in the "
                  "nearest folder above that has one; such a file cannot name "
                  "other files")
      ->type_name("FILE")
      ->configurable(false);
  app->add_flag_callback(
         "--no-config", [] {}, "Do not look for plumb.json")
      ->configurable(false);
  app->add_flag_callback(
         "--config-schema", [] {},
         "Print the JSON Schema of configuration files and exit")
      ->configurable(false);
  app->config_formatter(std::make_shared<JsonConfig>(*app));
}

bool HasConfigFile(const CLI::App& app) {
  return app.get_config_ptr() != nullptr;
}

std::string FindConfigFile(absl::string_view input) {
  if (input.substr(0, 1) == "@") input.remove_prefix(1);
  std::error_code error;
  fs::path folder = fs::absolute(
      input.empty() || input == "-" ? "." : std::string(input), error);
  if (error) return "";
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  folder = folder.lexically_normal();
  for (;;) {
    const fs::path file = folder / kFileName;
    if (fs::is_regular_file(file, error)) {
      const fs::path shown = file.lexically_proximate(fs::current_path(error));
      return shown.string();
    }
    const fs::path above = folder.parent_path();
    if (above == folder || above.empty()) return "";
    folder = above;
  }
}

void SetConfigFileFound(CLI::App* app) {
  static_cast<JsonConfig&>(*app->get_config_formatter()).set_is_found();
}

std::string ConfigFileOf(const CLI::App& app) {
  const CLI::Option* const option = app.get_config_ptr();
  return option->count() == 0 ? "" : option->results().back();
}

std::string ConfigSchema(const CLI::App& app) {
  nlohmann::ordered_json properties;
  properties["$schema"] = {{"type", "string"}};
  for (const CLI::Option* option : AllOptions(app)) {
    if (!option->get_configurable() || option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) {
      properties[name] = ValueSchema(*option);
    }
  }
  for (const OtherOption& other : kOtherOptions) {
    if (properties.contains(absl::StrCat(other.name))) continue;
    properties[absl::StrCat(other.name)] = {
        {"description", "An option of another program."}};
  }
  nlohmann::ordered_json schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "Configuration of Plumb's programs";
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  schema["properties"] = std::move(properties);
  return absl::StrCat(schema.dump(2), "\n");
}

}  // namespace plumb
