// Numbers the rows of the model and lays out the look-up tables.  See
// tables.h.
#include "grammar/generator/tables.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "grammar/generator/hash_tables.h"

namespace plumb::grammar::generator {
namespace {

using HashedRows = std::vector<std::pair<uint64_t, uint16_t>>;

// True if one operand of `kind` may be anything but one word with nothing
// after it.
bool IsVariable(const Kind& kind) {
  switch (kind.category) {
    case Category::kId:
      return false;
    case Category::kLiteral:
      return kind.name != "LiteralInteger" && kind.name != "LiteralFloat";
    case Category::kValueEnum:
    case Category::kBitEnum:
      return std::any_of(
          kind.enumerants.begin(), kind.enumerants.end(),
          [](const Enumerant& e) { return !e.parameters.empty(); });
    case Category::kComposite:
      return true;
  }
  return true;
}

int BitIndex(uint32_t bit) {
  int index = 0;
  while ((bit >>= 1) != 0) ++index;
  return index;
}

class Builder {
 public:
  Builder(const Model& model, Report* report)
      : model_(model), report_(report) {}

  Tables Build() {
    tables_.requirements.push_back({0, kNoLastVersion, 0, 0, 0, 0});
    requirement_rows_[tables_.requirements[0]] = 0;
    AddExtensions();
    IndexCapabilities();
    AddOps();
    AddKinds();
    AddSets();
    tables_.text = text_.text();
    tables_.patterns = patterns_.items();
    tables_.capabilities = capabilities_.items();
    tables_.requirement_extensions = extensions_.items();
    CheckSizes();
    return std::move(tables_);
  }

 private:
  void AddExtensions() {
    HashedRows hashed;
    for (const std::string& name : model_.extensions) {
      const auto row = static_cast<uint16_t>(tables_.extensions.size());
      extension_rows_[name] = row;
      hashed.emplace_back(HashName(name), row);
      tables_.extensions.push_back(text_.Add(name));
    }
    tables_.extension_slots = LayOut(hashed);
  }

  void IndexCapabilities() {
    for (const Kind& kind : model_.kinds) {
      if (kind.identifier != "Capability") continue;
      for (const Enumerant& e : kind.enumerants) {
        capability_values_[e.name] = e.value;
        for (const std::string& a : e.aliases) capability_values_[a] = e.value;
      }
    }
  }

  uint32_t Requirement(const Need& need) {
    // A capability may be listed under two names.
    std::vector<uint32_t> capabilities;
    for (const std::string& name : need.capabilities) {
      const uint32_t value = capability_values_[name];
      if (std::find(capabilities.begin(), capabilities.end(), value) ==
          capabilities.end()) {
        capabilities.push_back(value);
      }
    }
    std::vector<uint32_t> extensions;
    extensions.reserve(need.extensions.size());
    for (const std::string& name : need.extensions) {
      extensions.push_back(extension_rows_[name]);
    }
    const RequirementRow row = {
        need.min_version,
        need.last_version,
        static_cast<uint32_t>(capabilities.size()),
        static_cast<uint32_t>(extensions.size()),
        capabilities_.Add(capabilities),
        extensions_.Add(extensions),
    };
    const auto [it, is_new] = requirement_rows_.emplace(
        row, static_cast<uint32_t>(tables_.requirements.size()));
    if (is_new) tables_.requirements.push_back(row);
    return it->second;
  }

  uint32_t Patterns(const std::vector<Operand>& operands) {
    std::vector<PatternRow> rows;
    rows.reserve(operands.size());
    for (const Operand& operand : operands) {
      rows.push_back(
          {operand.kind, operand.quantifier, text_.Add(operand.name)});
    }
    return patterns_.Add(rows);
  }

  OpRow MakeOp(const Instruction& instruction) {
    OpRow row = {};
    row.opcode = instruction.opcode;
    row.first_operand = Patterns(instruction.operands);
    row.requirement = Requirement(instruction.need);
    row.operand_count = static_cast<uint32_t>(instruction.operands.size());
    row.op_class = instruction.op_class;
    row.provisional = instruction.provisional;
    row.name = text_.Add(instruction.name);
    row.min_words = 1;
    row.fixed_layout = true;
    for (const Operand& operand : instruction.operands) {
      const Kind& kind = model_.kinds[operand.kind];
      row.has_result |= kind.identifier == "IdResult";
      row.has_result_type |= kind.identifier == "IdResultType";
      if (operand.quantifier == Quantifier::kOne) {
        row.min_words += kind.category == Category::kComposite
                             ? static_cast<uint32_t>(kind.bases.size())
                             : 1;
      }
      row.fixed_layout &=
          operand.quantifier == Quantifier::kOne && !IsVariable(kind);
    }
    return row;
  }

  ShapeRow MakeShape(const Instruction& instruction) const {
    constexpr uint16_t kMaskBits = 32;
    ShapeRow shape = {0, 0, 0, 0, "kNone"};
    const std::vector<Operand>& operands = instruction.operands;
    uint16_t word = 1;
    for (const Operand& operand : operands) {
      const Kind& kind = model_.kinds[operand.kind];
      if (operand.quantifier != Quantifier::kOne || IsVariable(kind) ||
          word == kMaskBits) {
        break;
      }
      const uint32_t bit = 1u << word++;
      if (kind.category == Category::kId) {
        (kind.identifier == "IdResult" ? shape.result : shape.id_uses) |= bit;
      } else if (kind.category != Category::kLiteral) {
        shape.enumerants |= bit;
      }
    }
    const bool is_last = word == operands.size();
    if (is_last) shape.tail = TailOf(operands.back());
    if (shape.tail == "kString" || shape.tail == "kNumber") {
      shape.least = word + 1;
    } else if (word - 1u == operands.size() ||
               operands[word - 1].quantifier != Quantifier::kOne) {
      shape.least = word;
    }
    return shape;
  }

  // Whether the operand list ends with an optional, variadic or fixed operand.
  std::string TailOf(const Operand& last) const {
    const Kind& kind = model_.kinds[last.kind];
    if (last.quantifier == Quantifier::kAny && !IsVariable(kind)) {
      if (kind.category == Category::kId) return "kIds";
      if (kind.category == Category::kLiteral) return "kNumbers";
    }
    if (last.quantifier == Quantifier::kOne) {
      if (kind.name == "LiteralString") return "kString";
      if (kind.name == "LiteralContextDependentNumber") return "kNumber";
    }
    return "kNone";
  }

  void AddOps() {
    HashedRows hashed;
    for (const Instruction& instruction : model_.instructions) {
      const auto row = static_cast<uint16_t>(tables_.ops.size());
      tables_.ops.push_back(MakeOp(instruction));
      tables_.op_shapes.push_back(MakeShape(instruction));
      if (tables_.op_of_opcode.size() <= instruction.opcode) {
        tables_.op_of_opcode.resize(instruction.opcode + 1, kEmptySlot);
      }
      tables_.op_of_opcode[instruction.opcode] = row;
      AddNames(instruction, row, 0, &tables_.op_names, &hashed);
    }
    tables_.op_slots = LayOut(hashed);
  }

  // Adds an entry's name and aliases.
  template <typename Entry>
  void AddNames(const Entry& entry, uint16_t row, uint32_t seed,
                std::vector<NamedRow>* names, HashedRows* hashed) {
    std::vector<std::string> all = entry.aliases;
    all.insert(all.begin(), entry.name);
    for (const std::string& name : all) {
      hashed->emplace_back(HashName(name, seed),
                           static_cast<uint16_t>(names->size()));
      names->push_back({text_.Add(name), row});
    }
  }

  void AddKinds() {
    HashedRows names;
    HashedRows sparse;
    ListPool<int> bases;
    for (size_t i = 0; i < model_.kinds.size(); ++i) {
      const Kind& kind = model_.kinds[i];
      KindRow row = {};
      row.category = kind.category;
      row.name = text_.Add(kind.name);
      row.first_base = bases.Add(kind.bases);
      row.base_count = static_cast<uint32_t>(kind.bases.size());
      AddEnumerants(kind, static_cast<uint32_t>(i), &row, &names, &sparse);
      tables_.kinds.push_back(row);
    }
    tables_.bases = bases.items();
    tables_.enumerant_name_slots = LayOut(names);
    tables_.sparse_enumerants = LayOut(sparse);
  }

  void AddEnumerants(const Kind& kind, uint32_t kind_index, KindRow* row,
                     HashedRows* names, HashedRows* sparse) {
    row->first_enumerant = static_cast<uint32_t>(tables_.enumerants.size());
    row->enumerant_count = static_cast<uint32_t>(kind.enumerants.size());
    row->first_slot = static_cast<uint32_t>(tables_.enumerant_slots.size());
    for (const Enumerant& enumerant : kind.enumerants) {
      const auto index = static_cast<uint16_t>(tables_.enumerants.size());
      const uint32_t value = enumerant.value;
      tables_.enumerants.push_back(
          {value, Requirement(enumerant.need), Patterns(enumerant.parameters),
           static_cast<uint32_t>(enumerant.parameters.size()),
           enumerant.provisional, text_.Add(enumerant.name)});
      AddNames(enumerant, index, kind_index, &tables_.enumerant_names, names);
      uint32_t slot = value;
      if (kind.category == Category::kBitEnum) {
        row->known_mask |= value;
        const bool is_group = (value & (value - 1)) != 0;
        slot = value == 0 ? 0 : is_group ? kDirectLimit : BitIndex(value) + 1;
      }
      if (slot < kDirectLimit) {
        Set(&tables_.enumerant_slots, row->first_slot + slot, index);
      } else {
        sparse->emplace_back(HashValue(value, kind_index), index);
      }
    }
    row->slot_count =
        static_cast<uint32_t>(tables_.enumerant_slots.size()) - row->first_slot;
  }

  static void Set(std::vector<uint16_t>* slots, uint32_t slot, uint16_t row) {
    if (slots->size() <= slot) slots->resize(slot + 1, kEmptySlot);
    (*slots)[slot] = row;
  }

  void AddSets() {
    HashedRows names;
    for (size_t i = 0; i < model_.sets.size(); ++i) {
      const ExtInstSet& set = model_.sets[i];
      SetRow row = {};
      row.name = text_.Add(set.name);
      row.first_instruction = static_cast<uint32_t>(tables_.ext_insts.size());
      row.instruction_count = static_cast<uint32_t>(set.instructions.size());
      row.first_slot = static_cast<uint32_t>(tables_.ext_inst_slots.size());
      row.non_semantic = absl::StartsWith(set.name, "NonSemantic.");
      row.versioned = set.versioned;
      for (const Instruction& instruction : set.instructions) {
        const auto index = static_cast<uint16_t>(tables_.ext_insts.size());
        tables_.ext_insts.push_back(
            {instruction.opcode, Patterns(instruction.operands),
             Requirement(instruction.need),
             static_cast<uint32_t>(instruction.operands.size()),
             text_.Add(instruction.name)});
        AddNames(instruction, index, static_cast<uint32_t>(i),
                 &tables_.ext_inst_names, &names);
        if (instruction.opcode < kDirectNumberLimit) {
          Set(&tables_.ext_inst_slots, row.first_slot + instruction.opcode,
              index);
        }
      }
      row.slot_count =
          static_cast<uint32_t>(tables_.ext_inst_slots.size()) - row.first_slot;
      tables_.sets.push_back(row);
    }
    tables_.ext_inst_name_slots = LayOut(names);
  }

  void Check(size_t size, size_t limit, const char* what) {
    if (size <= limit) return;
    report_->Error("grammar", what,
                   absl::StrCat(size, " are more than the ", limit,
                                " that the tables can number"));
  }

  void CheckSizes() {
    Check(tables_.text.size(), 0xffffff, "characters of names");
    Check(tables_.patterns.size(), 0xffff, "operands");
    Check(tables_.requirements.size(), 0xffff, "requirements");
    Check(tables_.capabilities.size(), 0xffff, "required capabilities");
    Check(tables_.requirement_extensions.size(), 0xffff, "required extensions");
    Check(tables_.ops.size(), 0xfffe, "instructions");
    Check(tables_.op_names.size(), 0xfffe, "names of instructions");
    Check(tables_.kinds.size(), 0xff, "operand kinds");
    Check(tables_.bases.size(), 0xff, "parts of composite kinds");
    Check(tables_.enumerants.size(), 0xfffe, "enumerants");
    Check(tables_.enumerant_names.size(), 0xfffe, "names of enumerants");
    Check(tables_.enumerant_slots.size(), 0xffff, "slots of enumerants");
    Check(tables_.extensions.size(), 0xfffe, "extensions");
    Check(tables_.sets.size(), 0xfe, "extended instruction sets");
    Check(tables_.ext_insts.size(), 0xfffe, "extended instructions");
    Check(tables_.ext_inst_slots.size(), 0xffff,
          "slots of extended instructions");
  }

  const Model& model_;
  Report* report_;
  Tables tables_;
  TextPool text_;
  ListPool<PatternRow> patterns_;
  ListPool<uint32_t> capabilities_;
  ListPool<uint32_t> extensions_;
  std::map<RequirementRow, uint32_t> requirement_rows_;
  std::map<std::string, uint32_t> capability_values_;
  std::map<std::string, uint32_t> extension_rows_;
};

}  // namespace

Tables BuildTables(const Model& model, Report* report) {
  return Builder(model, report).Build();
}

}  // namespace plumb::grammar::generator
