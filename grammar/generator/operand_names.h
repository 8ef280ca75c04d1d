// Names for operands, which code uses instead of their numbers.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_
#define PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_

#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct File;

// Names the operands of all instructions of `model`, after the grammar's
// names, or after their kinds if it has none.  `facts` is
// overlay/op_facts.json, whose "operand_names" has better names; `newer` is
// overlay/operands.json: all operands in order, by instruction, for operands
// that newer grammars have and the current one does not.
void NameOperands(const File& facts, const File& newer, Model* model,
                  Report* report);

// grammar/operands.h: a namespace per instruction with a constant per operand.
std::string WriteOperands(const Model& model);

// The content of overlay/operands.json with which code written for `newer`
// also compiles with `older`.
std::string WriteOperandOverlay(const Model& older, const Model& newer);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_
