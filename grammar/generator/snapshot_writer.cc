// From JSON to the snapshot's lines.  See snapshot_writer.h.
#include "grammar/generator/snapshot_writer.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/snapshot_line.h"

namespace plumb::grammar::generator {
namespace {

constexpr char kHead[] =
    R"(# The facts of the SPIR-V grammar, one a line.  grammar/README.md describes the
# format; tools/update_grammar writes this file from a SPIRV-Headers tree.
)";

// "extinst.glsl.std.450.grammar.json" -> "glsl.std.450".
std::string SetKey(absl::string_view file) {
  const size_t slash = file.rfind('/');
  if (slash != absl::string_view::npos) file.remove_prefix(slash + 1);
  absl::ConsumePrefix(&file, "extinst.");
  absl::ConsumeSuffix(&file, ".grammar.json");
  return std::string(file);
}

// Classes, then kinds, each followed by its enumerants, then instructions.
// Entries with a number are sorted by it, all others by name.
struct SortKey {
  int rank = 0;
  std::string name;
  uint32_t number = 0;
  bool operator<(const SortKey& other) const {
    return std::tie(rank, name, number) <
           std::tie(other.rank, other.name, other.number);
  }
};

class ScopeWriter {
 public:
  ScopeWriter(std::string scope, const JsonObject& document)
      : scope_(std::move(scope)), document_(document) {}

  // The lines of the document, sorted.
  std::string Write() {
    const bool is_core = scope_ == "core";
    if (is_core) AddClasses();
    if (is_core) document_.Require("operand_kinds");
    for (JsonObject& kind : document_.Objects("operand_kinds")) AddKind(&kind);
    document_.Require("instructions");
    for (JsonObject& object : document_.Objects("instructions")) {
      AddInstruction(&object);
    }
    std::stable_sort(
        lines_.begin(), lines_.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text;
    for (const auto& [key, line] : lines_) absl::StrAppend(&text, line, "\n");
    return text;
  }

 private:
  void Add(SortKey key, const SnapshotLine& line) {
    lines_.emplace_back(std::move(key), FormatSnapshotLine(line));
  }

  SnapshotLine Line(const char* type, std::vector<std::string> words) const {
    SnapshotLine line;
    line.scope = scope_;
    line.type = type;
    line.words = std::move(words);
    return line;
  }

  static std::string Name(const JsonObject& object, const char* key) {
    std::string name = object.String(key);
    if (!IsName(name) && object.HasString(key)) {
      object.Error(absl::StrCat("'", name, "' is not a name"));
    }
    return name;
  }

  void AddClasses() {
    document_.Require("instruction_printing_class");
    for (const JsonObject& object :
         document_.Objects("instruction_printing_class")) {
      const std::string tag = object.String("tag");
      Add({0, tag}, Line("class", {tag}));
    }
  }

  void AddKind(JsonObject* object) {
    const std::string name = Name(*object, "kind");
    if (!name.empty()) object->set_place(name);
    std::vector<std::string> words = {object->String("category"), name};
    const bool is_bits = words[0] == "BitEnum";
    if (is_bits || words[0] == "ValueEnum") object->Require("enumerants");
    for (const std::string& base : object->Strings("bases")) {
      words.push_back(base);
    }
    Add({1, name}, Line("kind", std::move(words)));
    for (JsonObject& enumerant : object->Objects("enumerants")) {
      AddEnumerant(name, is_bits, &enumerant);
    }
  }

  void AddEnumerant(const std::string& kind, bool is_bits, JsonObject* object) {
    const std::string name = Name(*object, "enumerant");
    if (!name.empty()) object->set_place(absl::StrCat(kind, ".", name));
    const uint32_t value = object->Number("value");
    SnapshotLine line = Line(
        "enumerant",
        {kind, is_bits ? absl::StrFormat("0x%x", value) : absl::StrCat(value),
         name});
    AddEntry(*object, "parameters", &line);
    Add({1, absl::StrCat(kind, " "), value}, line);
  }

  void AddInstruction(JsonObject* object) {
    const std::string name = Name(*object, "opname");
    if (!name.empty()) object->set_place(name);
    const uint32_t opcode = object->Number("opcode");
    SnapshotLine line = Line("instruction", {absl::StrCat(opcode), name});
    if (scope_ == "core") line.attributes["class"] = object->String("class");
    AddEntry(*object, "operands", &line);
    Add({2, "", opcode}, line);
  }

  // What enumerants and instructions have in common.
  static void AddEntry(const JsonObject& object, const char* operands_key,
                       SnapshotLine* line) {
    AddVersion(object, "version", "version", line);
    AddVersion(object, "lastVersion", "last", line);
    for (const char* key : {"aliases", "capabilities", "extensions"}) {
      const std::vector<std::string> names = object.Strings(key);
      for (const std::string& name : names) {
        if (!IsName(name)) {
          object.Error(absl::StrCat("'", name, "' is not a name"));
        }
      }
      if (!names.empty()) line->attributes[key] = absl::StrJoin(names, ",");
    }
    line->provisional = object.Bool("provisional");
    for (const JsonObject& operand : object.Objects(operands_key)) {
      line->operands.push_back(ReadOperand(operand));
    }
  }

  // Version 1.0 is the default and not written.
  static void AddVersion(const JsonObject& object, const char* json_key,
                         const char* key, SnapshotLine* line) {
    const absl::optional<std::string> version = object.OptionalString(json_key);
    if (!version || *version == "1.0") return;
    line->attributes[key] = *version == "None" ? "never" : *version;
  }

  static SnapshotOperand ReadOperand(const JsonObject& object) {
    SnapshotOperand operand;
    operand.kind = Name(object, "kind");
    const std::string quantifier =
        object.OptionalString("quantifier").value_or("");
    if (quantifier == "?") {
      operand.quantifier = Quantifier::kOptional;
    } else if (quantifier == "*") {
      operand.quantifier = Quantifier::kAny;
    } else if (!quantifier.empty()) {
      object.Error(absl::StrCat("unknown quantifier '", quantifier, "'"));
    }
    operand.name = CleanOperandName(object.OptionalString("name").value_or(""));
    if (absl::StrContains(operand.name, '"')) {
      object.Error("'name' must not have a quote in it");
    }
    return operand;
  }

  std::string scope_;
  const JsonObject& document_;
  std::vector<std::pair<SortKey, std::string>> lines_;
};

std::string WriteScope(const std::string& scope, const File& file,
                       Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  return document ? ScopeWriter(scope, *document).Write() : "";
}

// The names in a snapshot, each with its scope and what it names.
std::set<std::string> NamesIn(const File& file) {
  std::set<std::string> names;
  for (absl::string_view text : absl::StrSplit(file.text, '\n')) {
    SnapshotLine line;
    if (absl::StartsWith(text, "#") || absl::StartsWith(text, "release ") ||
        !ParseSnapshotLine(text, &line).empty()) {
      continue;
    }
    std::string owner = absl::StrCat(line.scope, " ", line.type, " ");
    if (line.type == "enumerant") absl::StrAppend(&owner, line.words[0], " ");
    const size_t place = line.type == "class"       ? 0
                         : line.type == "enumerant" ? 2
                                                    : 1;
    if (line.words.size() > place) names.insert(owner + line.words[place]);
    const auto aliases = line.attributes.find("aliases");
    if (aliases == line.attributes.end()) continue;
    for (absl::string_view alias : absl::StrSplit(aliases->second, ',')) {
      names.insert(absl::StrCat(owner, alias));
    }
  }
  return names;
}

}  // namespace

std::string WriteSnapshot(const JsonGrammar& grammar, absl::string_view release,
                          Report* report) {
  std::string text = absl::StrCat(kHead, "release ", release, "\n");
  text += WriteScope("core", grammar.core, report);
  std::vector<std::pair<std::string, const File*>> sets;
  for (const File& file : grammar.ext_inst) {
    sets.emplace_back(SetKey(file.name), &file);
  }
  std::sort(sets.begin(), sets.end());
  for (const auto& [key, file] : sets) {
    text += WriteScope(key, *file, report);
  }
  return text;
}

void CheckNothingIsLost(const File& older, const File& newer, Report* report) {
  const std::set<std::string> names = NamesIn(newer);
  for (const std::string& name : NamesIn(older)) {
    if (names.count(name) == 0) {
      report->Error(newer.name, name,
                    "is missing: the grammar must not be older than the "
                    "pinned snapshot");
    }
  }
}

}  // namespace plumb::grammar::generator
