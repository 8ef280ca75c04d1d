// The names of operands in messages.
//
// Tested by operand_name_test.cc.
#ifndef PLUMB_GRAMMAR_OPERAND_NAME_H_
#define PLUMB_GRAMMAR_OPERAND_NAME_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb::grammar {

// For a name of the grammar that covers many operands ("Member 0 type, member
// 1 type, ...", "Variable, Parent, ..."), the name of the one with a number,
// counted from 0: "Member 2 type", "Parent".  Other names are unchanged.
std::string NameOfOne(absl::string_view name, uint32_t number);

// The operand in a sentence, by that name: "operand Base", "operand 1", "the
// operand".
std::string OperandInText(absl::string_view name, uint32_t number);

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERAND_NAME_H_
