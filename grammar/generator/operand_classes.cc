// See operand_classes.h.
//
// An operand's class follows from its name in the grammar ("Base Type" is a
// type), so the file has a list of names for each class, and exceptions by
// instruction and enumerant.  Extended sets have one class for all operands.
#include "grammar/generator/operand_classes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/read_file.h"

namespace plumb::grammar::generator {
namespace {

// In the order of OperandClass (grammar/operand_class.h), without kNone.
constexpr absl::string_view kClasses[] = {
    "any",         "object",           "constant", "type",       "label",
    "function",    "string",           "import",   "group",      "alias domain",
    "alias scope", "alias scope list", "graph",    "asm target",
};

// The number of <id>s of an operand of this kind: for a pair one or two.
int UsedIds(const Model& model, const Kind& kind) {
  if (kind.category == Category::kId) return kind.identifier != "IdResult";
  if (kind.identifier == "CountedPairIdRefLiteralInteger") return 1;
  int ids = 0;
  for (int base : kind.bases) ids += UsedIds(model, model.kinds[base]);
  return ids;
}

class Classes {
 public:
  Classes(const JsonObject& document, Model* model, Report* report)
      : document_(document), model_(*model), report_(report) {
    for (const auto& [name, object] : document.Members("names")) {
      const uint8_t id_class = ClassOf(name, object);
      for (const std::string& operand : object.Strings("operands")) {
        if (!by_name_.emplace(operand, id_class).second) {
          object.Error(absl::StrCat("'", operand, "' has a class already"));
        }
      }
    }
    ReadExceptions("instructions");
    ReadExceptions("enumerants");
    for (const auto& [set, object] : document.Members("sets")) {
      by_set_[set] = ClassOf(object.String("class"), object);
    }
  }

  void Add() {
    for (Instruction& instruction : model_.instructions) {
      AddAll(instruction.name, "an instruction", instruction.aliases,
             &instruction.operands);
    }
    for (Kind& kind : model_.kinds) {
      for (Enumerant& enumerant : kind.enumerants) {
        AddAll(absl::StrCat(kind.identifier, ".", enumerant.name),
               "an enumerant", {}, &enumerant.parameters);
      }
    }
    for (ExtInstSet& set : model_.sets) {
      const auto it = by_set_.find(set.identifier);
      for (Instruction& instruction : set.instructions) {
        for (Operand& operand : instruction.operands) {
          const int ids = UsedIds(model_, model_.kinds[operand.kind]);
          if (ids != 0 && it == by_set_.end()) {
            return report_->Error(document_.file(), set.identifier,
                                  "the operands of this set have no class");
          }
          operand.classes.assign(ids, ids == 0 ? 0 : it->second);
        }
      }
    }
  }

 private:
  uint8_t ClassOf(absl::string_view name, const JsonObject& object) const {
    const auto* it = std::find(std::begin(kClasses), std::end(kClasses), name);
    if (it == std::end(kClasses)) {
      object.Error(absl::StrCat("no class is called '", name, "'"));
      return 0;
    }
    return static_cast<uint8_t>(it - std::begin(kClasses) + 1);
  }

  // By owner: the classes of its operands that are <id>s, in order.
  void ReadExceptions(const char* key) {
    for (const auto& [owner, object] : document_.Members(key)) {
      std::vector<uint8_t>& classes = exceptions_[owner];
      for (const std::string& name : object.Strings("classes")) {
        classes.push_back(ClassOf(name, object));
      }
    }
  }

  void AddAll(const std::string& owner, absl::string_view what,
              const std::vector<std::string>& aliases,
              std::vector<Operand>* operands) {
    const std::vector<uint8_t>* exception = Exception(owner);
    for (const std::string& alias : aliases) {
      if (exception == nullptr) exception = Exception(alias);
    }
    size_t count = 0;
    for (Operand& operand : *operands) {
      const Kind& kind = model_.kinds[operand.kind];
      operand.classes.clear();
      if (kind.identifier == "IdResultType") {
        operand.classes.push_back(ClassOf("type", document_));
        continue;
      }
      for (int i = UsedIds(model_, kind); i > 0; --i, ++count) {
        if (exception == nullptr) {
          operand.classes.push_back(ByName(owner, operand));
        } else if (count < exception->size()) {
          operand.classes.push_back((*exception)[count]);
        }
      }
    }
    if (exception != nullptr && exception->size() != count) {
      report_->Error(document_.file(), owner,
                     absl::StrCat("has ", count, " <id> operands as ", what,
                                  ", but ", exception->size(), " classes"));
    }
  }

  const std::vector<uint8_t>* Exception(const std::string& owner) const {
    const auto it = exceptions_.find(owner);
    return it == exceptions_.end() ? nullptr : &it->second;
  }

  uint8_t ByName(const std::string& owner, const Operand& operand) {
    const auto it = by_name_.find(operand.name);
    if (it != by_name_.end()) return it->second;
    report_->Error(document_.file(), owner,
                   absl::StrCat("operand '", operand.name, "' has no class"));
    return 0;
  }

  const JsonObject& document_;
  Model& model_;
  Report* report_;
  std::map<std::string, uint8_t> by_name_, by_set_;
  std::map<std::string, std::vector<uint8_t>> exceptions_;
};

// The classes of the operands of all owners, in one list, and the start of
// each owner's.
class Lists {
 public:
  void Add(const std::vector<Operand>& operands) {
    first_.push_back(static_cast<int>(classes_.size()));
    for (const Operand& operand : operands) {
      int both = 0;
      for (size_t i = 0; i < operand.classes.size() && i < 2; ++i) {
        both |= operand.classes[i] << (4 * i);
      }
      classes_.push_back(both);
    }
  }
  std::string Write(absl::string_view what) const {
    return absl::StrCat(
        "const uint8_t k", what, "Classes[] = {\n    ",
        absl::StrJoin(classes_, ", "), ", 0};\nconst uint16_t k", what,
        "FirstClass[] = {\n    ", absl::StrJoin(first_, ", "), ", 0};\n\n");
  }

 private:
  std::vector<int> classes_, first_;
};

constexpr uint8_t kAny = 1;
constexpr uint8_t kObject = 2;
constexpr int kMaskBits = 32;

bool IsSpecial(uint8_t id_class) {
  return id_class != kAny && id_class != kObject;
}

bool HasSpecialParameters(const Kind& kind) {
  return std::any_of(
      kind.enumerants.begin(), kind.enumerants.end(), [](const Enumerant& e) {
        return std::any_of(
            e.parameters.begin(), e.parameters.end(), [](const Operand& o) {
              return std::any_of(o.classes.begin(), o.classes.end(), IsSpecial);
            });
      });
}

// A bit for each operand, including result type and result, whose class is
// neither any nor object; the last bit is for all further ones.
uint32_t SpecialOperands(const Model& model, const Instruction& instruction) {
  uint32_t mask = 0;
  int at = 0;
  for (const Operand& operand : instruction.operands) {
    const Kind& kind = model.kinds[operand.kind];
    const int size = std::max<int>(1, static_cast<int>(kind.bases.size()));
    const bool is_open = HasSpecialParameters(kind) ||
                         kind.identifier == "LiteralSpecConstantOpInteger";
    if (is_open) {
      for (int i = at + 1; i < kMaskBits; ++i) mask |= uint32_t{1} << i;
    }
    size_t ids = 0;
    for (int base = 0; base < size; ++base) {
      const Kind& part =
          kind.bases.empty() ? kind : model.kinds[kind.bases[base]];
      if (UsedIds(model, part) == 0) continue;
      const bool is_special =
          kind.identifier != "IdResultType" && IsSpecial(operand.classes[ids]);
      ++ids;
      if (!is_special) continue;
      const bool repeats = operand.quantifier == Quantifier::kAny;
      for (int i = at + base; i < (repeats ? kMaskBits : at + base + 1);
           i += size) {
        mask |= uint32_t{1} << std::min(i, kMaskBits - 1);
      }
      if (repeats) mask |= uint32_t{1} << (kMaskBits - 1);
    }
    at += size;
  }
  return mask;
}

}  // namespace

void AddOperandClasses(const File& file, Model* model, Report* report) {
  if (file.name.empty()) return;
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  Classes classes(*document, model, report);
  if (report->ok()) classes.Add();
}

std::string WriteOperandClasses(const Model& model) {
  Lists ops, enumerants, ext_insts;
  for (const Instruction& instruction : model.instructions) {
    ops.Add(instruction.operands);
  }
  for (const Kind& kind : model.kinds) {
    for (const Enumerant& enumerant : kind.enumerants) {
      enumerants.Add(enumerant.parameters);
    }
  }
  for (const ExtInstSet& set : model.sets) {
    for (const Instruction& instruction : set.instructions) {
      ext_insts.Add(instruction.operands);
    }
  }
  std::vector<std::string> special;
  for (const Instruction& instruction : model.instructions) {
    special.push_back(absl::StrCat(SpecialOperands(model, instruction), "u"));
  }
  return absl::StrCat(
      R"(// Generated by grammar/generator; do not edit.
#include <cstdint>

namespace plumb::grammar::internal {

extern const uint8_t kOpClasses[], kEnumerantClasses[], kExtInstClasses[];
extern const uint16_t kOpFirstClass[], kEnumerantFirstClass[],
    kExtInstFirstClass[];
extern const uint32_t kOpSpecialOperands[];

)",
      ops.Write("Op"), enumerants.Write("Enumerant"),
      ext_insts.Write("ExtInst"),
      "const uint32_t kOpSpecialOperands[] = {\n    ",
      absl::StrJoin(special, ", "),
      "};\n\n}  // namespace plumb::grammar::internal\n");
}

}  // namespace plumb::grammar::generator
