// See conformance_case.h.
#include "testdata/conformance_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/option_names.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The reference's option for plain numbers in its messages; verdicts do not
// depend on it.
constexpr absl::string_view kNoFriendlyNames = "no-friendly-names";

// Eight hexadecimal digits per word.
bool ParseWords(absl::string_view digits, std::vector<uint32_t>* words) {
  if (digits.size() % 8 != 0) return false;
  for (size_t i = 0; i < digits.size(); i += 8) {
    uint32_t word;
    if (!absl::SimpleHexAtoi(digits.substr(i, 8), &word)) return false;
    words->push_back(word);
  }
  return true;
}

// The bytes of an assembly text.  The vectors record them as code points, one
// per byte, so that JSON can hold text that is not UTF-8; a string with other
// code points is the text itself.
std::string TextBytes(std::string utf8) {
  std::string bytes;
  for (size_t i = 0; i < utf8.size(); ++i) {
    const unsigned char lead = static_cast<unsigned char>(utf8[i]);
    if (lead < 0x80) {
      bytes.push_back(utf8[i]);
    } else if (lead <= 0xc3 && i + 1 < utf8.size()) {  // up to U+00FF
      const unsigned char next = static_cast<unsigned char>(utf8[++i]);
      bytes.push_back(static_cast<char>((lead << 6) | (next & 0x3f)));
    } else {
      return utf8;
    }
  }
  return bytes;
}

// Records the first error in a case while its fields are read.
class FieldReader {
 public:
  explicit FieldReader(const json& object) : object_(object) {}

  std::string String(const char* field) {
    const auto it = object_.find(field);
    if (it == object_.end()) return "";
    if (it->is_string()) return it->get<std::string>();
    return Fail(field);
  }
  uint32_t Number(const char* field) {
    const auto it = object_.find(field);
    if (it == object_.end()) return 0;
    if (it->is_number_unsigned()) return it->get<uint32_t>();
    Fail(field);
    return 0;
  }
  TargetEnv Env(const char* field) {
    const std::optional<TargetEnv> env = ParseTargetEnv(String(field));
    if (!env) Fail(field);
    return env.value_or(kDefaultTargetEnv);
  }
  std::vector<uint32_t> Words(const char* field) {
    std::vector<uint32_t> words;
    if (!ParseWords(String(field), &words)) Fail(field);
    return words;
  }
  bool Has(const char* field) const { return object_.contains(field); }

  std::string Fail(absl::string_view field) {
    if (error_.empty()) error_ = absl::StrCat("bad field '", field, "'");
    return "";
  }
  const std::string& error() const { return error_; }

 private:
  const json& object_;
  std::string error_;
};

void ReadSettings(const json& object, FieldReader* reader,
                  ValidatorOptions* options) {
  std::vector<std::string> settings;
  if (object.contains("options")) {
    for (const json& name : object["options"]) {
      if (!name.is_string()) {
        reader->Fail("options");
      } else if (name.get<std::string>() != kNoFriendlyNames) {
        settings.push_back(name.get<std::string>());
      }
    }
  }
  if (object.contains("limits")) {
    for (const auto& [name, value] : object["limits"].items()) {
      settings.push_back(absl::StrCat(name, "=", value.dump()));
    }
  }
  for (const std::string& setting : settings) {
    if (!SetValidatorOption(setting, options)) reader->Fail(setting);
  }
}

std::vector<fs::path> VectorFiles(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

absl::StatusOr<ConformanceCase> ParseConformanceCase(absl::string_view line,
                                                     absl::string_view stem) {
  const json object = json::parse(line.begin(), line.end(), nullptr,
                                  /*allow_exceptions=*/false);
  if (!object.is_object()) {
    return absl::InvalidArgumentError("not a JSON object");
  }
  FieldReader reader(object);
  ConformanceCase c;
  c.id = reader.String("id");
  c.message = reader.String("message");
  c.instruction = reader.Number("at");
  c.line = reader.Number("line");
  c.options.env = reader.Env("env");
  c.assemble_env = c.options.env;
  c.preserve_ids = object.value("preserve_ids", false);
  if (reader.Has("asm")) c.text = TextBytes(reader.String("asm"));
  if (reader.Has("words")) c.words = reader.Words("words");
  ReadSettings(object, &reader, &c.options);

  if (reader.Has("expect")) {
    c.kind = ConformanceCase::Kind::kValidation;
    const std::string expected = reader.String("expect");
    c.expect_accepted = expected == "valid";
    if (expected != "valid" && expected != "invalid") reader.Fail("expect");
    if (reader.Has("asm_env")) c.assemble_env = reader.Env("asm_env");
    if (!c.text.has_value() && !reader.Has("words")) reader.Fail("asm");
  } else {
    c.kind = ConformanceCase::Kind::kAssembly;
    c.expect_accepted = reader.Has("words");
    if (!c.text.has_value()) reader.Fail("asm");
    if (!c.expect_accepted) c.message = reader.String("error");
    if (!reader.Has("words") && !reader.Has("error")) reader.Fail("words");
  }
  if (c.id.empty()) reader.Fail("id");
  if (!reader.error().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("case '", c.id, "': ", reader.error()));
  }
  c.area = absl::StrCat(
      c.kind == ConformanceCase::Kind::kValidation ? "val/" : "asm/", stem);
  return c;
}

absl::StatusOr<std::vector<ConformanceCase>> ReadConformanceCases(
    const std::string& path) {
  std::vector<ConformanceCase> cases;
  if (!fs::exists(path)) {
    return absl::NotFoundError(absl::StrCat(path, ": there is no such file"));
  }
  for (const fs::path& file : VectorFiles(path)) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      return absl::NotFoundError(
          absl::StrCat(file.string(), ": cannot be read"));
    }
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (line.empty()) continue;
      absl::StatusOr<ConformanceCase> c =
          ParseConformanceCase(line, file.stem().string());
      if (!c.ok()) {
        return absl::InvalidArgumentError(absl::StrCat(
            file.string(), ":", number, ": ", c.status().message()));
      }
      cases.push_back(*std::move(c));
    }
  }
  return cases;
}

}  // namespace plumb
