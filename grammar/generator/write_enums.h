// Writes the generated headers: the numbers of all rows and enumerants as
// enumerations.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_WRITE_ENUMS_H_
#define PLUMB_GRAMMAR_GENERATOR_WRITE_ENUMS_H_

#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"
#include "grammar/generator/tables.h"

namespace plumb::grammar::generator {

// grammar/enums.h: Op, Kind, Class, Extension, ExtInstSet and an enumeration
// for each kind with enumerants.  Reports conflicting names.
std::string WriteEnums(const Model& model, const Tables& tables,
                       Report* report);

// grammar/ext_inst_enums.h: the instruction numbers of each extended set.
std::string WriteExtInstEnums(const Model& model, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_WRITE_ENUMS_H_
