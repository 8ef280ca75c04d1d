// Names for operands: what code writes instead of their numbers.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_
#define PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_

#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct File;

// Names the operands of all instructions of `model`, after the grammar's names,
// or after their kinds where it has none.  `facts` is overlay/op_facts.json,
// whose "operand_names" has better names.
void NameOperands(const File& facts, Model* model, Report* report);

// grammar/operands.h: a namespace per instruction with a constant per operand.
std::string WriteOperands(const Model& model);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_OPERAND_NAMES_H_
