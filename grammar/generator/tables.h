// The tables as flat arrays, ready to be written as C++.  The rows mirror the
// structures of grammar.h, which includes generated code and so cannot be
// included here; the compiler checks the match when it builds the generated
// file.
//
// Tested by generator_test.cc and grammar/grammar_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_TABLES_H_
#define PLUMB_GRAMMAR_GENERATOR_TABLES_H_

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "grammar/generator/model.h"
#include "grammar/generator/pools.h"
#include "grammar/generator/report.h"
#include "grammar/hash.h"

namespace plumb::grammar::generator {

struct PatternRow {
  int kind;
  Quantifier quantifier;
  TextRef name;
  bool operator<(const PatternRow& other) const {
    return std::tie(kind, quantifier, name) <
           std::tie(other.kind, other.quantifier, other.name);
  }
};

struct RequirementRow {
  uint8_t min_version;
  uint8_t last_version;
  uint32_t capability_count;
  uint32_t extension_count;
  uint32_t first_capability;
  uint32_t first_extension;
  bool operator<(const RequirementRow& other) const {
    return std::tie(min_version, last_version, capability_count,
                    extension_count, first_capability, first_extension) <
           std::tie(other.min_version, other.last_version,
                    other.capability_count, other.extension_count,
                    other.first_capability, other.first_extension);
  }
};

struct OpRow {
  uint32_t opcode;
  uint32_t first_operand;
  uint32_t requirement;
  uint32_t operand_count;
  uint32_t min_words;
  std::string op_class;
  bool has_result_type;
  bool has_result;
  bool provisional;
  bool fixed_layout;
  TextRef name;
};

// See OpShape in grammar.h.
struct ShapeRow {
  uint32_t id_uses;
  uint32_t result;
  uint32_t enumerants;
  uint16_t least;
  std::string tail;  // an enumerator
};

struct EnumerantRow {
  uint32_t value;
  uint32_t requirement;
  uint32_t first_parameter;
  uint32_t parameter_count;
  bool provisional;
  TextRef name;
};

struct KindRow {
  Category category;
  uint32_t first_enumerant;
  uint32_t enumerant_count;
  uint32_t first_slot;
  uint32_t slot_count;
  uint32_t first_base;
  uint32_t base_count;
  uint32_t known_mask;
  TextRef name;
};

struct ExtInstRow {
  uint32_t number;
  uint32_t first_operand;
  uint32_t requirement;
  uint32_t operand_count;
  TextRef name;
};

struct SetRow {
  TextRef name;
  uint32_t first_instruction;
  uint32_t instruction_count;
  uint32_t first_slot;
  uint32_t slot_count;
  bool non_semantic;
  bool versioned;
};

// A name of a row.
struct NamedRow {
  TextRef name;
  uint16_t row;
};

struct Tables {
  std::string text;
  std::vector<PatternRow> patterns;

  std::vector<RequirementRow> requirements;      // row 0 requires nothing
  std::vector<uint32_t> capabilities;            // values
  std::vector<uint32_t> requirement_extensions;  // index into `extensions`

  std::vector<OpRow> ops;
  std::vector<ShapeRow> op_shapes;  // of `ops`
  std::vector<uint16_t> op_of_opcode;
  std::vector<NamedRow> op_names;
  std::vector<NameSlot> op_slots;  // indexes into op_names

  std::vector<KindRow> kinds;
  std::vector<int> bases;
  std::vector<EnumerantRow> enumerants;
  std::vector<uint16_t> enumerant_slots;    // small values and bits, by kind
  std::vector<NameSlot> sparse_enumerants;  // all other values
  std::vector<NamedRow> enumerant_names;
  std::vector<NameSlot> enumerant_name_slots;  // indexes into enumerant_names

  std::vector<TextRef> extensions;
  std::vector<NameSlot> extension_slots;

  std::vector<SetRow> sets;
  std::vector<ExtInstRow> ext_insts;
  std::vector<uint16_t> ext_inst_slots;  // small numbers, by set
  std::vector<NamedRow> ext_inst_names;
  std::vector<NameSlot> ext_inst_name_slots;  // indexes into ext_inst_names
};

// Values below this limit are looked up in an array: all registered values of
// enumerants, and the numbers of instructions in a set.
inline constexpr uint32_t kDirectLimit = 8192;
inline constexpr uint32_t kDirectNumberLimit = 256;

// Numbers the rows of `model`.  Reports values that do not fit the tables'
// types.
Tables BuildTables(const Model& model, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_TABLES_H_
