// The grammar between the reading of the input files and the layout of the
// tables: operand kinds are indices, and everything is sorted as the tables
// are.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_MODEL_H_
#define PLUMB_GRAMMAR_GENERATOR_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::grammar::generator {

// Both mirror the enumerations of grammar.h, which includes generated code and
// so is out of reach here.
enum class Category { kId, kLiteral, kValueEnum, kBitEnum, kComposite };
enum class Quantifier { kOne, kOptional, kAny };

inline constexpr uint8_t kNeverCore = 0xff;
inline constexpr uint8_t kNoLastVersion = 0xff;

// What a feature needs (grammar.h, Requirement).
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
  // Of each <id> that it uses, two for some pairs (operand_classes.h).
  std::vector<uint8_t> classes;
};

struct Enumerant {
  std::string name;
  uint32_t value = 0;
  Need need;
  std::vector<Operand> parameters;
  bool provisional = false;
  std::vector<std::string> aliases;
};

struct Kind {
  std::string name;        // as the grammar spells it
  std::string identifier;  // unique; of extended sets, with the set's prefix
  Category category = Category::kId;
  std::vector<int> bases;             // of composites, into Model::kinds
  std::vector<Enumerant> enumerants;  // sorted by value
};

// An operand that code may name.
struct NamedOperand {
  std::string name;
  uint32_t position = 0;
  // False if an instruction may lack it, or have it elsewhere.
  bool mandatory = true;
};

struct Instruction {
  std::string name;  // with "Op", except in extended sets
  uint32_t opcode = 0;
  std::string op_class;
  Need need;
  std::vector<Operand> operands;
  bool provisional = false;
  std::vector<std::string> aliases;
  uint32_t traits = 0;  // of core instructions: bits of OpTrait (traits.h)
  // The operands that code may name.
  std::vector<NamedOperand> operand_names;
};

struct ExtInstSet {
  std::string name;        // as OpExtInstImport spells it, without version
  std::string identifier;  // for the enumerations
  bool versioned = false;
  std::vector<Instruction> instructions;  // sorted by number
};

struct Model {
  std::string release;  // of the grammar, as a person writes it
  std::vector<std::string> classes;
  std::vector<Kind> kinds;
  std::vector<Instruction> instructions;  // sorted by opcode
  std::vector<ExtInstSet> sets;
  std::vector<std::string> extensions;  // sorted
};

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_MODEL_H_
