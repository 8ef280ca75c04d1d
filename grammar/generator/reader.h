// Reads the files of the grammar and of the overlay into one model.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_READER_H_
#define PLUMB_GRAMMAR_GENERATOR_READER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

// A file's name, shown in messages, and its content.
struct File {
  std::string name;
  std::string text;
};

struct Inputs {
  File core;                   // spirv.core.grammar.json
  std::vector<File> ext_inst;  // extinst.*.grammar.json, in any order
  File sets;                   // overlay/ext_inst_sets.json
  File names;                  // overlay/names.json
  File facts;                  // overlay/op_facts.json
  File operands;               // overlay/operands.json
  File classes;                // overlay/operand_classes.json
};

// The model of `inputs`, to be used only if `report` has no errors.
Model ReadModel(const Inputs& inputs, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_READER_H_
