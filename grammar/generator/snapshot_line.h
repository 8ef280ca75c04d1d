// A line of the grammar's snapshot, split into its parts:
//
//   SCOPE TYPE WORD... [KEY=VALUE...] [provisional] [: OPERAND...]
//
// An operand is an operand kind, directly followed by ? or * if it is optional
// or repeated, and its name in quotes if it has one.
//
// Tested by snapshot_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_LINE_H_
#define PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_LINE_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/generator/model.h"

namespace plumb::grammar::generator {

struct SnapshotOperand {
  std::string kind;
  Quantifier quantifier = Quantifier::kOne;
  std::string name;
};

struct SnapshotLine {
  int number = 0;     // from 1
  std::string scope;  // "core" or the key of an extended instruction set
  std::string type;   // "class", "kind", "enumerant" or "instruction"
  std::vector<std::string> words;
  std::map<std::string, std::string> attributes;
  bool provisional = false;
  std::vector<SnapshotOperand> operands;
};

// Splits `text`, which has a scope and a type at least.  Returns what is wrong
// with it, or nothing.
std::string ParseSnapshotLine(absl::string_view text, SnapshotLine* line);

// The inverse.
std::string FormatSnapshotLine(const SnapshotLine& line);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_LINE_H_
