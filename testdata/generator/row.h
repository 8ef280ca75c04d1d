// The rows of the generator: for each opcode and enumerant, or for several that
// take the same operands, the instructions that use it (README.md has the
// syntax).
//
// Tested by row_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_ROW_H_
#define PLUMB_TESTDATA_GENERATOR_ROW_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/grammar.h"

namespace plumb::generator {

// An opcode, or an enumerant of a kind.
struct Feature {
  Op op = grammar::kNoOp;
  Kind kind = Kind::kIdRef;  // unless it is an opcode
  uint32_t value = 0;

  bool is_op() const { return op != grammar::kNoOp; }
  // "OpIAdd", "Decoration.Block".
  std::string Name() const;
  friend auto operator<=>(const Feature&, const Feature&) = default;
};

// The feature of such a name ("OpIAdd" or "IAdd", "Decoration.Block"); an
// opcode kNoOp with kind kIdRef if there is none.
Feature FeatureFromName(absl::string_view name);
// Every feature of the grammar, but for the kinds that only extended
// instructions take (testdata/ext_inst_uses.h tests these).
std::vector<Feature> AllFeatures();

enum class Profile : uint8_t { kShader, kKernel };

// What the module of a row must have, besides what the grammar requires of its
// instructions.
struct RowContext {
  std::vector<Profile> profiles = {Profile::kShader, Profile::kKernel};
  // Execution models, one of which is chosen; empty: any simple one.
  std::vector<std::string> models;
  std::vector<std::string> capabilities;
  std::vector<std::string> extensions;
  // Operands of OpExecutionMode; "@" is the name of the row's feature.
  std::vector<std::string> modes;
  std::string addressing;  // empty: that of the profile
  std::string memory;
  uint8_t min_version = 0;
  uint8_t max_version = 0xff;
  bool is_alone = false;  // no other row may be in the module
  bool has_own_entry_point = false;
  bool is_plain = false;   // not inside control flow
  bool is_ending = false;  // the last instruction ends the block
  bool in_vulkan = true;
  bool in_opencl = true;
};

// An instruction: "%name:type = Opcode operands".
struct Statement {
  std::string name;    // of the result, without %; may be empty
  std::string type;    // of the result, a term; empty if there is none
  std::string opcode;  // without "Op"; "@" is that of the row
  std::vector<std::string> operands;
};

struct Row {
  std::vector<Feature> features;
  RowContext context;
  std::vector<Statement> statements;
  std::string place;  // "file:line"
};

// The rows of a text.  An error ends the program with a message: rows are part
// of it.
std::vector<Row> ParseRows(absl::string_view file, absl::string_view text);

// The rows of all files of testdata/generator/rows, in the order of the names.
const std::vector<Row>& AllRows();

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_ROW_H_
