// What a message calls an operand.
//
// Tested by operand_name_test.cc.
#ifndef PLUMB_GRAMMAR_OPERAND_NAME_H_
#define PLUMB_GRAMMAR_OPERAND_NAME_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb::grammar {

// A name of the grammar that stands for many operands ("Member 0 type, member 1
// type, ...", "Variable, Parent, ...") as that of the one with a number,
// counted from 0: "Member 2 type", "Parent".  Other names are themselves.
std::string NameOfOne(absl::string_view name, uint32_t number);

// In a sentence, by that name: "operand Base", "operand 1", "the operand".
std::string OperandInText(absl::string_view name, uint32_t number);

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERAND_NAME_H_
