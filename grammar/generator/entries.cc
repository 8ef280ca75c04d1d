// The parts of the grammar's files.  See entries.h.
//
// Older grammars list an alias as a separate entry with the same number; newer
// ones list it in the entry's "aliases".  Fold() converts the former to the
// latter: the entry whose name is nearest to the core stays, the others become
// its aliases.
#include "grammar/generator/entries.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "grammar/generator/naming.h"

namespace plumb::grammar::generator {
namespace {

std::string Name(const JsonObject& object, const char* key) {
  std::string name = object.String(key);
  if (!IsName(name) && object.HasString(key)) {
    object.Error(absl::StrCat("'", name, "' is not a name"));
  }
  return name;
}

std::vector<std::string> Aliases(const JsonObject& object) {
  std::vector<std::string> aliases = object.Strings("aliases");
  for (const std::string& alias : aliases) {
    if (!IsName(alias)) {
      object.Error(absl::StrCat("'", alias, "' is not a name"));
    }
  }
  return aliases;
}

// "1.3" -> 3; a missing key gives `absent`.
uint8_t Version(const JsonObject& object, const char* key, uint8_t absent) {
  const absl::optional<std::string> text = object.OptionalString(key);
  if (!text) return absent;
  if (*text == "None") return kNeverCore;
  int minor = 0;
  if (!absl::StartsWith(*text, "1.") ||
      !absl::SimpleAtoi(text->substr(2), &minor) || minor < 0 || minor > 99) {
    object.Error(absl::StrCat("'", key, "' must be like 1.3 or None, not '",
                              *text, "'"));
  }
  return static_cast<uint8_t>(minor);
}

Need ReadNeed(const JsonObject& object, const Scope& scope) {
  Need need;
  need.min_version = Version(object, "version", 0);
  need.last_version = Version(object, "lastVersion", kNoLastVersion);
  need.capabilities = object.Strings("capabilities");
  need.extensions = object.Strings("extensions");
  for (const std::string& name : need.capabilities) {
    if (scope.capabilities.count(name) == 0) {
      object.Error(absl::StrCat("unknown capability '", name, "'"));
    }
  }
  for (const std::string& name : need.extensions) {
    if (!IsName(name)) object.Error(absl::StrCat("'", name, "' is not a name"));
  }
  return need;
}

Quantifier ReadQuantifier(const JsonObject& object) {
  const std::string text = object.OptionalString("quantifier").value_or("");
  if (text == "?") return Quantifier::kOptional;
  if (text == "*") return Quantifier::kAny;
  if (!text.empty()) {
    object.Error(absl::StrCat("unknown quantifier '", text, "'"));
  }
  return Quantifier::kOne;
}

bool SameLayout(const std::vector<Operand>& a, const std::vector<Operand>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Operand& x, const Operand& y) {
                      return x.kind == y.kind && x.quantifier == y.quantifier;
                    });
}

// The parts of an entry that Fold() needs.
uint32_t Number(const Enumerant& entry) { return entry.value; }
uint32_t Number(const Instruction& entry) { return entry.opcode; }
const std::vector<Operand>& Layout(const Enumerant& entry) {
  return entry.parameters;
}
const std::vector<Operand>& Layout(const Instruction& entry) {
  return entry.operands;
}

// Sorts `entries` by number and merges those with the same number. `place`
// precedes names in messages.
template <typename Entry>
std::vector<Entry> Fold(std::vector<Entry> entries, const JsonObject& document,
                        absl::string_view place) {
  std::set<std::string> names;
  const auto check_name = [&](const std::string& name) {
    if (!names.insert(name).second) {
      document.report()->Error(document.file(), absl::StrCat(place, name),
                               "named twice");
    }
  };
  for (const Entry& entry : entries) {
    check_name(entry.name);
    for (const std::string& alias : entry.aliases) check_name(alias);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) {
                     return std::pair(Number(a), SuffixRank(a.name)) <
                            std::pair(Number(b), SuffixRank(b.name));
                   });
  std::vector<Entry> folded;
  for (Entry& entry : entries) {
    if (folded.empty() || Number(folded.back()) != Number(entry)) {
      folded.push_back(std::move(entry));
      continue;
    }
    Entry& canonical = folded.back();
    if (!SameLayout(Layout(canonical), Layout(entry))) {
      document.report()->Error(
          document.file(), absl::StrCat(place, entry.name),
          absl::StrCat("has the number of ", canonical.name,
                       ", but other operands"));
    }
    MergeNeed(entry.need, &canonical.need);
    canonical.aliases.push_back(entry.name);
    canonical.aliases.insert(canonical.aliases.end(), entry.aliases.begin(),
                             entry.aliases.end());
  }
  return folded;
}

bool IsGroup(uint32_t bits) { return (bits & (bits - 1)) != 0; }

std::vector<Enumerant> ReadEnumerants(const JsonObject& kind_object,
                                      const Kind& kind, const Scope& scope) {
  if (kind.category == Category::kValueEnum ||
      kind.category == Category::kBitEnum) {
    kind_object.Require("enumerants");
  }
  std::vector<Enumerant> enumerants;
  for (JsonObject& object : kind_object.Objects("enumerants")) {
    Enumerant enumerant;
    enumerant.name = Name(object, "enumerant");
    if (!enumerant.name.empty()) {
      object.set_place(absl::StrCat(kind.name, ".", enumerant.name));
    }
    enumerant.value = object.Number("value");
    enumerant.need = ReadNeed(object, scope);
    enumerant.parameters = ReadOperands(object, "parameters", scope);
    if (kind.category == Category::kBitEnum && IsGroup(enumerant.value) &&
        !enumerant.parameters.empty()) {
      object.Error("a group of bits must have no parameters");
    }
    enumerant.provisional = object.Bool("provisional");
    enumerant.aliases = Aliases(object);
    enumerants.push_back(std::move(enumerant));
  }
  return Fold(std::move(enumerants), kind_object, absl::StrCat(kind.name, "."));
}

}  // namespace

Category ReadCategory(const JsonObject& object) {
  static constexpr std::pair<absl::string_view, Category> kCategories[] = {
      {"Id", Category::kId},
      {"Literal", Category::kLiteral},
      {"ValueEnum", Category::kValueEnum},
      {"BitEnum", Category::kBitEnum},
      {"Composite", Category::kComposite},
  };
  const std::string text = object.String("category");
  for (const auto& [name, category] : kCategories) {
    if (name == text) return category;
  }
  if (object.HasString("category")) {
    object.Error(absl::StrCat("unknown category '", text, "'"));
  }
  return Category::kId;
}

std::vector<Operand> ReadOperands(const JsonObject& owner, const char* key,
                                  const Scope& scope) {
  std::vector<Operand> operands;
  for (const JsonObject& object : owner.Objects(key)) {
    Operand operand;
    const std::string kind = object.String("kind");
    const auto it = scope.kinds.find(kind);
    if (it != scope.kinds.end()) {
      operand.kind = it->second;
    } else if (object.HasString("kind")) {
      object.Error(absl::StrCat("unknown operand kind '", kind, "'"));
    }
    operand.quantifier = ReadQuantifier(object);
    operand.name = CleanOperandName(object.OptionalString("name").value_or(""));
    if (operand.name.size() > 255) object.Error("'name' is too long");
    operands.push_back(std::move(operand));
  }
  return operands;
}

void MergeNeed(const Need& alias, Need* canonical) {
  canonical->min_version = std::min(canonical->min_version, alias.min_version);
  if (canonical->last_version != kNoLastVersion) {
    canonical->last_version =
        std::max(canonical->last_version, alias.last_version);
  }
  // Without a version and an extension only a capability is required, which is
  // less than an extension.
  const bool free = canonical->min_version == kNeverCore &&
                    (canonical->extensions.empty() || alias.extensions.empty());
  if (free) canonical->extensions.clear();
  if (free) return;
  for (const std::string& name : alias.extensions) {
    if (std::find(canonical->extensions.begin(), canonical->extensions.end(),
                  name) == canonical->extensions.end()) {
      canonical->extensions.push_back(name);
    }
  }
}

void ReadKinds(const JsonObject& document, absl::string_view prefix,
               Model* model, Scope* scope) {
  std::vector<JsonObject> objects = document.Objects("operand_kinds");
  const size_t first = model->kinds.size();
  std::set<std::string> names;
  for (JsonObject& object : objects) {
    Kind kind;
    kind.name = Name(object, "kind");
    if (!kind.name.empty()) object.set_place(kind.name);
    if (!names.insert(kind.name).second) object.Error("named twice");
    kind.identifier = absl::StrCat(prefix, kind.name);
    kind.category = ReadCategory(object);
    scope->kinds[kind.name] = static_cast<int>(model->kinds.size());
    // Requirements refer to capabilities that come later in the file.
    if (kind.name == "Capability") {
      for (const JsonObject& enumerant : object.Objects("enumerants")) {
        scope->capabilities.insert(
            enumerant.OptionalString("enumerant").value_or(""));
        for (const std::string& alias : enumerant.Strings("aliases")) {
          scope->capabilities.insert(alias);
        }
      }
    }
    model->kinds.push_back(std::move(kind));
  }
  for (size_t i = 0; i < objects.size(); ++i) {
    Kind& kind = model->kinds[first + i];
    for (const std::string& base : objects[i].Strings("bases")) {
      const auto it = scope->kinds.find(base);
      if (it == scope->kinds.end()) {
        objects[i].Error(absl::StrCat("unknown operand kind '", base, "'"));
        continue;
      }
      kind.bases.push_back(it->second);
    }
    if (kind.category == Category::kComposite) objects[i].Require("bases");
    kind.enumerants = ReadEnumerants(objects[i], kind, *scope);
  }
}

std::vector<Instruction> ReadInstructions(
    const JsonObject& document, const Scope& scope,
    const std::vector<std::string>* classes) {
  document.Require("instructions");
  std::vector<Instruction> instructions;
  for (JsonObject& object : document.Objects("instructions")) {
    Instruction instruction;
    instruction.name = Name(object, "opname");
    if (!instruction.name.empty()) object.set_place(instruction.name);
    instruction.opcode = object.Number("opcode");
    if (instruction.opcode > 0xffff) {
      object.Error("'opcode' must fit in 16 bits");
    }
    if (classes != nullptr) {
      instruction.op_class = object.String("class");
      if (object.HasString("class") &&
          std::find(classes->begin(), classes->end(), instruction.op_class) ==
              classes->end()) {
        object.Error(
            absl::StrCat("unknown class '", instruction.op_class, "'"));
      }
    }
    instruction.need = ReadNeed(object, scope);
    instruction.operands = ReadOperands(object, "operands", scope);
    instruction.provisional = object.Bool("provisional");
    instruction.aliases = Aliases(object);
    if (instruction.operands.size() > 255) object.Error("too many operands");
    instructions.push_back(std::move(instruction));
  }
  return Fold(std::move(instructions), document, "");
}

}  // namespace plumb::grammar::generator
