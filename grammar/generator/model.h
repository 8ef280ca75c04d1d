// The grammar in the generator, between reading the JSON files and laying out
// the tables: aliases are merged into one entry each, operand kinds are
// resolved to indices, and everything is sorted as in the tables.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_MODEL_H_
#define PLUMB_GRAMMAR_GENERATOR_MODEL_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plumb::grammar::generator {

// Both mirror the enumerations of grammar.h, which includes generated code and
// so cannot be included here.
enum class Category { kId, kLiteral, kValueEnum, kBitEnum, kComposite };
enum class Quantifier { kOne, kOptional, kAny };

inline constexpr uint8_t kNeverCore = 0xff;
inline constexpr uint8_t kNoLastVersion = 0xff;

// The requirement of a feature (grammar.h, Requirement).
struct Need {
  uint8_t min_version = 0;
  uint8_t last_version = kNoLastVersion;
  std::vector<std::string> capabilities;
  std::vector<std::string> extensions;
};

// An operand of an instruction or a parameter of an enumerant.
struct Operand {
  int kind = 0;  // into Model::kinds
  Quantifier quantifier = Quantifier::kOne;
  std::string name;
  // One for each <id> of the operand; some pairs have two (operand_classes.h).
  std::vector<uint8_t> classes;
};

// A name and its number, which code may use even if the grammar does not have
// it.
using Constant = std::pair<std::string, uint32_t>;

struct Enumerant {
  std::string name;
  uint32_t value = 0;
  Need need;
  std::vector<Operand> parameters;
  bool provisional = false;
  std::vector<std::string> aliases;
};

struct Kind {
  std::string name;        // as in the grammar
  std::string identifier;  // unique; in extended sets, with the set's prefix
  Category category = Category::kId;
  std::vector<int> bases;             // of composites, into Model::kinds
  std::vector<Enumerant> enumerants;  // sorted by value
  std::vector<Constant> placeholders;
};

// A named operand.
struct NamedOperand {
  std::string name;
  uint32_t position = 0;
  // False if an instruction may omit it, or have it at another index.
  bool mandatory = true;
};

struct Instruction {
  std::string name;  // with "Op", except in extended sets
  uint32_t opcode = 0;
  std::string op_class;
  Need need;
  std::vector<Operand> operands;
  bool provisional = false;
  bool known = true;
  std::vector<std::string> aliases;
  // Further names of the enumerator that no look-up returns.
  std::vector<std::string> placeholders;
  uint32_t traits = 0;  // of core instructions: bits of OpTrait (traits.h)
  // The named operands.  Those of the grammar come first, then those that only
  // newer grammars have.
  std::vector<NamedOperand> operand_names;
};

// The named operands of an instruction that is not in the grammar at all.
struct UnknownOperands {
  std::string name;  // of the instruction
  std::vector<NamedOperand> operands;
};

struct ExtInstSet {
  std::string name;        // as in OpExtInstImport, without version
  std::string identifier;  // for the enumerations
  bool versioned = false;
  bool known = false;                     // a file describes it
  std::vector<Instruction> instructions;  // sorted by number
  std::vector<Constant> placeholders;
  std::vector<UnknownOperands> unknown_operands;
};

struct Model {
  std::vector<std::string> classes;
  std::vector<Kind> kinds;
  std::vector<Instruction> instructions;  // sorted by opcode
  std::vector<ExtInstSet> sets;
  std::vector<std::string> extensions;  // sorted
};

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_MODEL_H_
