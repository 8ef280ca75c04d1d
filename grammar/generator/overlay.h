// Reads the overlay: what the machine-readable grammar does not state.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_
#define PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_

#include <map>
#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

// overlay/ext_inst_sets.json: the import names of extended instruction sets,
// by the set's key in the snapshot.
std::map<std::string, ExtInstSet> ReadSets(const File& file, Report* report);

// overlay/op_facts.json: "extensions" that no entry of the grammar names,
// "kinds" of operands that only the overlay uses, and "parameters" of
// enumerants that differ from the grammar's.
void AddFacts(const File& file, Model* model, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_
