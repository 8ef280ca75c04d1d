// See row.h.
#include "testdata/generator/row.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb::generator {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(absl::string_view place, absl::string_view message) {
  std::cerr << place << ": " << message << "\n";
  std::abort();
}

Kind KindFromName(absl::string_view name) {
  for (uint8_t kind = 0; kind < grammar::kKindCount; ++kind) {
    if (grammar::NameOf(static_cast<Kind>(kind)) == name) {
      return static_cast<Kind>(kind);
    }
  }
  return Kind::kIdRef;
}

bool IsEnum(Kind kind) {
  const grammar::Category category = grammar::Info(kind).category;
  return category == grammar::Category::kValueEnum ||
         category == grammar::Category::kBitEnum;
}

// The kinds of enumerants that only extended instructions take.
std::set<Kind> KindsOfExtendedSets() {
  std::set<Kind> of_ops;
  for (uint16_t op = 0; op < grammar::kOpCount; ++op) {
    for (const auto& p :
         grammar::Operands(grammar::Info(static_cast<Op>(op)))) {
      of_ops.insert(p.kind);
    }
  }
  std::set<Kind> kinds;
  for (const grammar::ExtInstSetInfo& set : grammar::ExtInstSets()) {
    for (uint32_t i = 0; i < set.instruction_count; ++i) {
      const auto inst =
          static_cast<grammar::ExtInst>(set.first_instruction + i);
      for (const auto& p : grammar::Operands(grammar::Info(inst))) {
        if (IsEnum(p.kind) && !of_ops.contains(p.kind)) kinds.insert(p.kind);
      }
    }
  }
  return kinds;
}

// The words of a text; those in quotes or parentheses may contain spaces.
std::vector<std::string> Split(absl::string_view text) {
  std::vector<std::string> words;
  size_t i = 0;
  while (i < text.size()) {
    if (absl::ascii_isspace(text[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    bool quoted = false;
    for (; i < text.size() && (quoted || !absl::ascii_isspace(text[i])); ++i) {
      if (text[i] == '"') quoted = !quoted;
    }
    words.emplace_back(text.substr(begin, i - begin));
  }
  return words;
}

void SetVersion(absl::string_view text, uint8_t* minor,
                absl::string_view place) {
  uint32_t number = 0;
  if (!absl::ConsumePrefix(&text, "1.") || !absl::SimpleAtoi(text, &number)) {
    Fail(place, "a version must be 1.N");
  }
  *minor = static_cast<uint8_t>(number);
}

void ParseContext(absl::string_view text, absl::string_view place,
                  RowContext* context) {
  const auto add = [](absl::string_view value, std::vector<std::string>* list) {
    for (absl::string_view one : absl::StrSplit(value, ',')) {
      list->emplace_back(one);
    }
  };
  for (const std::string& word : Split(text)) {
    absl::string_view value = word;
    if (word == "shader") {
      context->profiles = {Profile::kShader};
    } else if (word == "kernel") {
      context->profiles = {Profile::kKernel};
    } else if (word == "alone") {
      context->is_alone = true;
    } else if (word == "own") {
      context->has_own_entry_point = true;
    } else if (word == "plain") {
      context->is_plain = true;
    } else if (word == "ends") {
      context->is_ending = true;
    } else if (word == "universal") {
      context->in_vulkan = context->in_opencl = false;
    } else if (absl::ConsumePrefix(&value, "model=")) {
      context->models.clear();
      add(value, &context->models);
    } else if (absl::ConsumePrefix(&value, "cap=")) {
      add(value, &context->capabilities);
    } else if (absl::ConsumePrefix(&value, "ext=")) {
      add(value, &context->extensions);
    } else if (absl::ConsumePrefix(&value, "mode=")) {
      context->modes.emplace_back(
          absl::StripSuffix(absl::StripPrefix(value, "\""), "\""));
    } else if (absl::ConsumePrefix(&value, "addressing=")) {
      context->addressing = std::string(value);
    } else if (absl::ConsumePrefix(&value, "memory=")) {
      context->memory = std::string(value);
    } else if (absl::ConsumePrefix(&value, "min=")) {
      SetVersion(value, &context->min_version, place);
    } else if (absl::ConsumePrefix(&value, "max=")) {
      SetVersion(value, &context->max_version, place);
    } else {
      Fail(place, absl::StrCat("unknown context ", word));
    }
  }
}

Statement ParseStatement(absl::string_view text, absl::string_view place) {
  std::vector<std::string> words = Split(text);
  Statement statement;
  if (words.size() > 2 && words[1] == "=") {
    absl::string_view result = words[0];
    if (absl::ConsumePrefix(&result, "%")) {
      const size_t colon = result.find(':');
      statement.name = std::string(result.substr(0, colon));
      result = colon == absl::string_view::npos ? "" : result.substr(colon + 1);
    }
    statement.type = std::string(result);
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) Fail(place, "an opcode is missing");
  statement.opcode = words[0];
  statement.operands.assign(words.begin() + 1, words.end());
  return statement;
}

Row ParseRow(const std::string& line, const RowContext& context,
             const std::string& place) {
  Row row;
  row.context = context;
  row.place = place;
  const size_t colon = line.find(" : ");
  if (colon == std::string::npos) Fail(place, "' : ' is missing");
  for (const std::string& name : Split(line.substr(0, colon))) {
    const Feature feature = FeatureFromName(name);
    if (!feature.is_op() && feature.kind == Kind::kIdRef) {
      Fail(place, absl::StrCat("unknown name ", name));
    }
    row.features.push_back(feature);
  }
  absl::string_view body =
      absl::StripAsciiWhitespace(absl::string_view(line).substr(colon + 3));
  if (absl::ConsumePrefix(&body, "{")) {
    const size_t end = body.find('}');
    if (end == absl::string_view::npos) Fail(place, "'}' is missing");
    ParseContext(body.substr(0, end), place, &row.context);
    body.remove_prefix(end + 1);
  }
  for (absl::string_view part : absl::StrSplit(body, " ; ")) {
    part = absl::StripAsciiWhitespace(part);
    if (!part.empty()) row.statements.push_back(ParseStatement(part, place));
  }
  return row;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  return buffer.str();
}

}  // namespace

std::string Feature::Name() const {
  if (is_op()) return std::string(grammar::NameOf(op));
  const grammar::EnumerantInfo* const info =
      grammar::EnumerantByValue(kind, value);
  return absl::StrCat(
      grammar::NameOf(kind), ".",
      info == nullptr ? absl::string_view("?") : grammar::Text(info->name));
}

Feature FeatureFromName(absl::string_view name) {
  const size_t dot = name.find('.');
  if (dot == absl::string_view::npos) {
    const std::string with_op = absl::StartsWith(name, "Op")
                                    ? std::string(name)
                                    : absl::StrCat("Op", name);
    return {grammar::OpFromName(with_op), Kind::kIdRef, 0};
  }
  const Kind kind = KindFromName(name.substr(0, dot));
  if (!IsEnum(kind)) return {};
  const grammar::EnumerantInfo* const info =
      grammar::EnumerantByName(kind, name.substr(dot + 1));
  if (info == nullptr) return {};
  return {grammar::kNoOp, kind, info->value};
}

std::vector<Feature> AllFeatures() {
  std::vector<Feature> features;
  for (uint16_t op = 0; op < grammar::kOpCount; ++op) {
    features.push_back({static_cast<Op>(op), Kind::kIdRef, 0});
  }
  const std::set<Kind> others = KindsOfExtendedSets();
  for (uint8_t k = 0; k < grammar::kKindCount; ++k) {
    const Kind kind = static_cast<Kind>(k);
    if (!IsEnum(kind) || others.contains(kind)) continue;
    for (const grammar::EnumerantInfo& info : grammar::Enumerants(kind)) {
      features.push_back({grammar::kNoOp, kind, info.value});
    }
  }
  return features;
}

std::vector<Row> ParseRows(absl::string_view file, absl::string_view text) {
  std::vector<Row> rows;
  RowContext context;
  // Abbreviations, each of which may use those before it.
  std::vector<std::pair<std::string, std::string>> abbreviations;
  std::string line;  // with its continuations
  std::string place;
  const auto end_line = [&] {
    if (line.empty()) return;
    for (auto it = abbreviations.rbegin(); it != abbreviations.rend(); ++it) {
      const size_t from = line[0] == '$' ? 1 : 0;
      line = absl::StrCat(
          line.substr(0, from),
          absl::StrReplaceAll(line.substr(from), {{it->first, it->second}}));
    }
    const size_t equals = line.find(" = ");
    if (line[0] == '$' && equals != std::string::npos) {
      abbreviations.emplace_back(line.substr(0, equals),
                                 line.substr(equals + 3));
    } else if (line[0] == '[') {
      context = RowContext();
      ParseContext(absl::StripSuffix(line.substr(1), "]"), place, &context);
    } else {
      rows.push_back(ParseRow(line, context, place));
    }
    line.clear();
  };
  int number = 0;
  for (absl::string_view next : absl::StrSplit(text, '\n')) {
    ++number;
    if (absl::StartsWith(next, "#")) continue;
    if (absl::StartsWith(next, " ")) {
      absl::StrAppend(&line, next);
      continue;
    }
    end_line();
    line = std::string(absl::StripTrailingAsciiWhitespace(next));
    place = absl::StrCat(file, ":", number);
  }
  end_line();
  return rows;
}

const std::vector<Row>& AllRows() {
  static const std::vector<Row>* const rows = [] {
    auto* all = new std::vector<Row>;
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator("testdata/generator/rows")) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& path : files) {
      for (Row& row : ParseRows(path.filename().string(), ReadFile(path))) {
        all->push_back(std::move(row));
      }
    }
    return all;
  }();
  return *rows;
}

}  // namespace plumb::generator
