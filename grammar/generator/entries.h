// The parts shared by the core grammar and the grammars of extended sets:
// operands, requirements, instructions and operand kinds, and the merging of
// entries with the same number.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_ENTRIES_H_
#define PLUMB_GRAMMAR_GENERATOR_ENTRIES_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/model.h"

namespace plumb::grammar::generator {

// The names to which a file may refer.
struct Scope {
  std::map<std::string, int> kinds;  // index into Model::kinds
  std::set<std::string> capabilities;
};

// The "category" of an operand kind.
Category ReadCategory(const JsonObject& object);

std::vector<Operand> ReadOperands(const JsonObject& owner, const char* key,
                                  const Scope& scope);

// The operand kinds that `document` declares, in order.  Their names are added
// to `scope` first, so that parameters may refer to any of them; `prefix`
// precedes their identifiers.
void ReadKinds(const JsonObject& document, absl::string_view prefix,
               Model* model, Scope* scope);

// The instructions that `document` declares, sorted by number.  Those of the
// core grammar have a class, which must be one of `classes`.
std::vector<Instruction> ReadInstructions(
    const JsonObject& document, const Scope& scope,
    const std::vector<std::string>* classes);

// Merges the needs of two entries with the same number: the earlier version or
// any extension of both lists suffices.  The capabilities are unchanged.
void MergeNeed(const Need& alias, Need* canonical);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_ENTRIES_H_
