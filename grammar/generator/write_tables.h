// Writes the generated source file with all tables.
//
// Tested by generator_test.cc and, through the tables, grammar/grammar_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_WRITE_TABLES_H_
#define PLUMB_GRAMMAR_GENERATOR_WRITE_TABLES_H_

#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/tables.h"

namespace plumb::grammar::generator {

// grammar/tables.cc.
std::string WriteTables(const Model& model, const Tables& tables);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_WRITE_TABLES_H_
