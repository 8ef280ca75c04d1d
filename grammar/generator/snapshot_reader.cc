// From the snapshot's lines to the model.  See snapshot_reader.h.
//
// The first pass collects what lines may refer to before it is defined: operand
// kinds and the names of capabilities.  The second pass reads the entries.
#include "grammar/generator/snapshot_reader.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/snapshot_line.h"

namespace plumb::grammar::generator {
namespace {

constexpr absl::string_view kCoreScope = "core";
constexpr absl::string_view kNumberPrefix = "0x";

constexpr std::pair<absl::string_view, Category> kCategories[] = {
    {"Id", Category::kId},
    {"Literal", Category::kLiteral},
    {"ValueEnum", Category::kValueEnum},
    {"BitEnum", Category::kBitEnum},
    {"Composite", Category::kComposite},
};

bool IsGroup(uint32_t bits) { return (bits & (bits - 1)) != 0; }

class SnapshotReader {
 public:
  SnapshotReader(const File& file, std::map<std::string, ExtInstSet>* sets,
                 Model* model, Report* report)
      : file_(file), sets_(*sets), model_(*model), report_(*report) {}

  void Read() {
    ReadLines();
    for (const SnapshotLine& line : lines_) {
      if (line.type == "class") AddClass(line);
      if (line.type == "kind") AddKind(line);
      if (IsCapability(line)) AddCapabilityNames(line);
    }
    for (const SnapshotLine& line : lines_) {
      if (line.type == "kind") AddBases(line);
      if (line.type == "enumerant") AddEnumerant(line);
      if (line.type == "instruction") AddInstruction(line);
    }
    CheckCompleteness();
  }

 private:
  // --- Lines -----------------------------------------------------------------

  void ReadLines() {
    static const std::set<std::string> kTypes = {"class", "kind", "enumerant",
                                                 "instruction"};
    int number = 0;
    for (absl::string_view text :
         absl::StrSplit(absl::StripSuffix(file_.text, "\n"), '\n')) {
      ++number;
      if (absl::StartsWith(text, "#")) continue;
      SnapshotLine line;
      line.number = number;
      if (absl::ConsumePrefix(&text, "release ")) {
        if (!model_.release.empty()) {
          Error(line, "there must be only one release");
        }
        model_.release = std::string(text);
        continue;
      }
      const std::string error = ParseSnapshotLine(text, &line);
      if (!error.empty()) {
        Error(line, error);
      } else if (kTypes.count(line.type) == 0) {
        Error(line, absl::StrCat("unknown type '", line.type, "'"));
      } else if (CheckWords(line)) {
        lines_.push_back(std::move(line));
      }
    }
  }

  // Each type of line has its number of words and its attributes.
  bool CheckWords(const SnapshotLine& line) {
    const size_t count = line.words.size();
    const bool is_right = line.type == "class"       ? count == 1
                          : line.type == "kind"      ? count >= 2
                          : line.type == "enumerant" ? count == 3
                                                     : count == 2;
    if (!is_right) {
      Error(line, absl::StrCat("a line of type ", line.type, " must not have ",
                               count, " words"));
    }
    static const std::set<std::string> kAttributes = {
        "aliases", "capabilities", "class", "extensions", "last", "version"};
    const bool is_entry =
        line.type == "enumerant" || line.type == "instruction";
    for (const auto& [key, value] : line.attributes) {
      const bool is_known = kAttributes.count(key) != 0 && is_entry &&
                            (key != "class" || line.type == "instruction");
      if (!is_known) Error(line, absl::StrCat("unknown attribute '", key, "'"));
    }
    return is_right;
  }

  void Error(const SnapshotLine& line, absl::string_view reason) {
    report_.Error(file_.name, absl::StrCat("line ", line.number), reason);
  }

  std::string CheckedName(const SnapshotLine& line, const std::string& name) {
    if (!IsName(name)) Error(line, absl::StrCat("'", name, "' is not a name"));
    return name;
  }

  // The names in an attribute, a list separated by commas.
  std::vector<std::string> List(const SnapshotLine& line, const char* key) {
    const auto it = line.attributes.find(key);
    if (it == line.attributes.end()) return {};
    std::vector<std::string> names = absl::StrSplit(it->second, ',');
    for (const std::string& name : names) CheckedName(line, name);
    return names;
  }

  // "1.3" -> 3, "never" -> kNeverCore; a missing attribute gives `absent`.
  uint8_t Version(const SnapshotLine& line, const char* key, uint8_t absent) {
    const auto it = line.attributes.find(key);
    if (it == line.attributes.end()) return absent;
    if (it->second == "never") return kNeverCore;
    absl::string_view text = it->second;
    int minor = 0;
    if (!absl::ConsumePrefix(&text, "1.") || !absl::SimpleAtoi(text, &minor) ||
        minor < 0 || minor > 99) {
      Error(line, absl::StrCat("'", key, "' must be like 1.3, or never, not '",
                               it->second, "'"));
    }
    return static_cast<uint8_t>(minor);
  }

  uint32_t Number(const SnapshotLine& line, const std::string& word) {
    uint32_t number = 0;
    const bool is_number = absl::StartsWith(word, kNumberPrefix)
                               ? absl::SimpleHexAtoi(word, &number)
                               : absl::SimpleAtoi(word, &number);
    if (!is_number) {
      Error(line, absl::StrCat("'", word, "' is not a number of 32 bits"));
    }
    return number;
  }

  // --- Scopes ----------------------------------------------------------------

  // The set that `line` is about, or nullptr for the core grammar.
  ExtInstSet* SetOf(const SnapshotLine& line) {
    if (line.scope == kCoreScope) return nullptr;
    used_sets_.insert(line.scope);
    auto it = sets_.find(line.scope);
    if (it == sets_.end()) {
      ExtInstSet set;
      set.name = line.scope;
      set.identifier = CamelCase(line.scope);
      report_.Note(file_.name, line.scope,
                   absl::StrCat("not listed in ext_inst_sets.json; imported as "
                                "\"",
                                line.scope, "\""));
      it = sets_.emplace(line.scope, std::move(set)).first;
    }
    return &it->second;
  }

  // The kind that `name` is in the scope of `line`, or -1.
  int FindKind(const SnapshotLine& line, const std::string& name) const {
    for (const std::string& scope : {line.scope, std::string(kCoreScope)}) {
      const auto it = kinds_.find({scope, name});
      if (it != kinds_.end()) return it->second;
    }
    return -1;
  }

  int RequireKind(const SnapshotLine& line, const std::string& name) {
    const int kind = FindKind(line, name);
    if (kind < 0)
      Error(line, absl::StrCat("unknown operand kind '", name, "'"));
    return std::max(kind, 0);
  }

  // --- First pass ------------------------------------------------------------

  static bool IsCapability(const SnapshotLine& line) {
    return line.type == "enumerant" && line.scope == kCoreScope &&
           line.words[0] == "Capability";
  }

  void AddClass(const SnapshotLine& line) {
    model_.classes.push_back(line.words[0]);
  }

  void AddKind(const SnapshotLine& line) {
    const std::string& category = line.words[0];
    const auto* const it =
        std::find_if(std::begin(kCategories), std::end(kCategories),
                     [&](const auto& row) { return row.first == category; });
    if (it == std::end(kCategories)) {
      return Error(line, absl::StrCat("unknown category '", category, "'"));
    }
    Kind kind;
    kind.name = CheckedName(line, line.words[1]);
    kind.category = it->second;
    const ExtInstSet* const set = SetOf(line);
    kind.identifier =
        absl::StrCat(set != nullptr ? set->identifier : "", kind.name);
    const auto index = static_cast<int>(model_.kinds.size());
    if (!kinds_.emplace(std::pair(line.scope, kind.name), index).second) {
      return Error(line, absl::StrCat("kind '", kind.name, "' again"));
    }
    model_.kinds.push_back(std::move(kind));
  }

  void AddCapabilityNames(const SnapshotLine& line) {
    capabilities_.insert(line.words[2]);
    for (const std::string& alias : List(line, "aliases")) {
      capabilities_.insert(alias);
    }
  }

  // --- Second pass -----------------------------------------------------------

  void AddBases(const SnapshotLine& line) {
    const auto it = kinds_.find({line.scope, line.words[1]});
    if (it == kinds_.end()) return;
    Kind& kind = model_.kinds[it->second];
    const bool is_composite = kind.category == Category::kComposite;
    if (is_composite != (line.words.size() > 2)) {
      Error(line, "a composite, and only a composite, must have parts");
    }
    for (size_t i = 2; i < line.words.size(); ++i) {
      kind.bases.push_back(RequireKind(line, line.words[i]));
    }
  }

  Need ReadNeed(const SnapshotLine& line) {
    Need need;
    need.min_version = Version(line, "version", 0);
    need.last_version = Version(line, "last", kNoLastVersion);
    need.capabilities = List(line, "capabilities");
    need.extensions = List(line, "extensions");
    for (const std::string& name : need.capabilities) {
      if (capabilities_.count(name) == 0) {
        Error(line, absl::StrCat("unknown capability '", name, "'"));
      }
    }
    return need;
  }

  std::vector<Operand> ReadOperands(const SnapshotLine& line) {
    std::vector<Operand> operands;
    for (const SnapshotOperand& entry : line.operands) {
      Operand operand;
      operand.kind = RequireKind(line, entry.kind);
      operand.quantifier = entry.quantifier;
      operand.name = entry.name;
      if (operand.name.size() > 255) {
        Error(line, "the name of an operand must have at most 255 characters");
      }
      operands.push_back(std::move(operand));
    }
    if (operands.size() > 255) {
      Error(line, "there must be at most 255 operands");
    }
    return operands;
  }

  // Within `owner`, each name and each number is one entry's.
  void CheckUnique(const SnapshotLine& line, const std::string& owner,
                   const std::string& name, uint32_t number,
                   const std::vector<std::string>& aliases) {
    std::vector<std::string> names = aliases;
    names.push_back(name);
    for (const std::string& each : names) {
      if (!names_.insert({owner, each}).second) {
        Error(line, absl::StrCat("name '", each, "' again"));
      }
    }
    if (!numbers_.insert({owner, number}).second) {
      Error(line, absl::StrCat("number ", number, " again"));
    }
  }

  void AddEnumerant(const SnapshotLine& line) {
    const std::string& kind_name = line.words[0];
    const auto it = kinds_.find({line.scope, kind_name});
    if (it == kinds_.end()) {
      return Error(line,
                   absl::StrCat("unknown operand kind '", kind_name, "'"));
    }
    Kind& kind = model_.kinds[it->second];
    Enumerant enumerant;
    enumerant.value = Number(line, line.words[1]);
    enumerant.name = CheckedName(line, line.words[2]);
    enumerant.need = ReadNeed(line);
    enumerant.parameters = ReadOperands(line);
    enumerant.provisional = line.provisional;
    enumerant.aliases = List(line, "aliases");
    CheckUnique(line, absl::StrCat(line.scope, ".", kind_name), enumerant.name,
                enumerant.value, enumerant.aliases);
    if (kind.category == Category::kBitEnum && IsGroup(enumerant.value) &&
        !enumerant.parameters.empty()) {
      Error(line, "a group of bits must not have parameters");
    }
    kind.enumerants.push_back(std::move(enumerant));
  }

  void AddInstruction(const SnapshotLine& line) {
    ExtInstSet* const set = SetOf(line);
    Instruction instruction;
    instruction.opcode = Number(line, line.words[0]);
    instruction.name = CheckedName(line, line.words[1]);
    instruction.need = ReadNeed(line);
    instruction.operands = ReadOperands(line);
    instruction.provisional = line.provisional;
    instruction.aliases = List(line, "aliases");
    if (instruction.opcode > 0xffff) {
      Error(line, "an opcode must fit into 16 bits");
    }
    const auto op_class = line.attributes.find("class");
    const bool has_class = op_class != line.attributes.end();
    if (has_class != (set == nullptr)) {
      Error(line,
            "an instruction must have a class if and only if it is a core "
            "instruction");
    } else if (has_class) {
      instruction.op_class = op_class->second;
      CheckClass(line, instruction.op_class);
    }
    CheckUnique(line, line.scope, instruction.name, instruction.opcode,
                instruction.aliases);
    (set != nullptr ? set->instructions : model_.instructions)
        .push_back(std::move(instruction));
  }

  void CheckClass(const SnapshotLine& line, const std::string& name) {
    const auto& classes = model_.classes;
    if (std::find(classes.begin(), classes.end(), name) == classes.end()) {
      Error(line, absl::StrCat("unknown class '", name, "'"));
    }
  }

  // --- The whole -------------------------------------------------------------

  void CheckCompleteness() {
    if (model_.release.empty()) {
      report_.Error(file_.name, "document", "the release is missing");
    }
    for (const char* kind : {"Capability", "IdResult", "IdResultType"}) {
      if (kinds_.count({std::string(kCoreScope), kind}) == 0) {
        report_.Error(file_.name, "document",
                      absl::StrCat("operand kind '", kind, "' is missing"));
      }
    }
    for (const auto& [key, set] : sets_) {
      if (used_sets_.count(key) == 0) {
        report_.Error(file_.name, key,
                      "is listed in ext_inst_sets.json, but has no line");
      }
    }
    const auto by_opcode = [](const Instruction& a, const Instruction& b) {
      return a.opcode < b.opcode;
    };
    std::sort(model_.instructions.begin(), model_.instructions.end(),
              by_opcode);
    for (auto& [key, set] : sets_) {
      std::sort(set.instructions.begin(), set.instructions.end(), by_opcode);
    }
    for (Kind& kind : model_.kinds) {
      std::sort(kind.enumerants.begin(), kind.enumerants.end(),
                [](const Enumerant& a, const Enumerant& b) {
                  return a.value < b.value;
                });
    }
  }

  const File& file_;
  std::map<std::string, ExtInstSet>& sets_;
  Model& model_;
  Report& report_;
  std::vector<SnapshotLine> lines_;
  // By scope and name: rows of Model::kinds.
  std::map<std::pair<std::string, std::string>, int> kinds_;
  std::set<std::string> capabilities_;
  std::set<std::string> used_sets_;
  std::set<std::pair<std::string, std::string>> names_;
  std::set<std::pair<std::string, uint32_t>> numbers_;
};

}  // namespace

void ReadSnapshot(const File& file, std::map<std::string, ExtInstSet>* sets,
                  Model* model, Report* report) {
  SnapshotReader(file, sets, model, report).Read();
}

}  // namespace plumb::grammar::generator
