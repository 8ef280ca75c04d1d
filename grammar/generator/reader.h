// Reads the grammar's snapshot and the overlay into one model.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_READER_H_
#define PLUMB_GRAMMAR_GENERATOR_READER_H_

#include "grammar/generator/model.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct Inputs {
  File snapshot;  // snapshot.txt
  File sets;      // overlay/ext_inst_sets.json
  File facts;     // overlay/op_facts.json
  File classes;   // overlay/operand_classes.json
};

// The model of `inputs`, to be used only if `report` has no errors.
Model ReadModel(const Inputs& inputs, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_READER_H_
