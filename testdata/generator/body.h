// One function of a generated module: the instructions of rows, in blocks of
// structured control flow, and values to be their operands.
//
// Tested by generator_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_BODY_H_
#define PLUMB_TESTDATA_GENERATOR_BODY_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "testdata/generator/declarations.h"
#include "testdata/generator/row.h"
#include "testdata/generator/term.h"

namespace plumb::generator {

class Body {
 public:
  // A function without a result, which the entry point `entry` calls, or is one
  // itself if that is empty.  With `may_have_parameters`, opaque values are
  // parameters, otherwise they come from variables.
  Body(Declarations* declarations, std::string entry, bool may_have_parameters);

  // The function, and the label of the current block.
  const std::string& id() const { return id_; }
  const std::string& label() const { return label_; }
  const std::string& entry() const { return entry_; }
  // The types of the parameters it has got.
  const std::vector<Term>& parameters() const { return parameters_; }

  // Writes the instructions of a row for one of its features.
  void AddRow(const Row& row, const Feature& feature);

  // Begins a random construct, and ends the innermost one; `has_ended` if its
  // last block has its own terminator.
  void BeginConstruct();
  void EndConstruct(bool has_ended);
  size_t depth() const { return constructs_.size(); }

  // Ends the function and returns its text.
  std::string Finish();

 private:
  struct Construct {
    std::string merge;
    std::string loop_header;  // of loops
    std::string loop_continue;
    std::string next;   // the value of the counter after an iteration
    std::string index;  // the counter
    size_t values;      // that are visible outside
  };
  // The row that is being written.
  struct Use {
    Feature feature;
    std::map<std::string, Term> types;         // by variable
    std::map<std::string, std::string> names;  // of its results
  };

  void Emit(const std::string& line) { lines_.push_back(line); }
  void Branch(const std::string& to);
  void StartBlock(const std::string& label);
  std::string Result(absl::string_view instruction, const Term& type);

  void Bind(absl::string_view operand, Use* use);
  void BindIn(const Term& term, Use* use);
  void AddStatement(const Statement& statement, Use* use);
  // The token of an operand, or none if it is left out.
  bool AddOperand(absl::string_view operand, Use* use, std::string* text);
  std::string Operand(absl::string_view operand, Use* use);
  std::string NameIn(absl::string_view name, Use* use);
  // A term of a row without variables and classes.
  Term Resolve(const Term& term, Use* use);
  Term ChooseOfClass(absl::string_view name, bool* is_class);

  std::string Value(const Term& type);
  std::string Pointer(const Term& type);
  std::string Block(absl::string_view storage_class, const Term& pointee);
  std::string Parameter(const Term& type);
  std::string LocalVariable(const Term& pointee);

  Declarations& module_;
  Random& random_;
  const bool may_have_parameters_;
  std::string id_;
  std::string entry_;
  std::string first_label_;
  std::string label_;
  std::vector<Term> parameters_;
  std::vector<std::string> parameter_lines_;
  std::vector<std::string> variable_lines_;
  std::vector<std::string> lines_;
  std::vector<std::string> helper_;  // another function that a row has begun
  std::vector<std::pair<Term, std::string>> values_;  // visible ones
  std::vector<Construct> constructs_;
};

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_BODY_H_
