// The class of each <id> operand: a type, an object, a label...
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_OPERAND_CLASSES_H_
#define PLUMB_GRAMMAR_GENERATOR_OPERAND_CLASSES_H_

#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct File;

// Sets the classes (Operand::classes) of each <id> operand and parameter of
// `model` by `file`, overlay/operand_classes.json.  One that the file does not
// cover is an error.  Without a file, none has a class.
void AddOperandClasses(const File& file, Model* model, Report* report);

// grammar/operand_class_tables.cc: the classes, in the order of the grammar's
// tables (operand_class.h).
std::string WriteOperandClasses(const Model& model);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_OPERAND_CLASSES_H_
