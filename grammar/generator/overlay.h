// Reads the overlay: facts that are not in the grammar's files.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_
#define PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_

#include <map>
#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct File;

// overlay/ext_inst_sets.json: the import names of extended instruction sets,
// by the middle part of the name of the file that describes each.
std::map<std::string, ExtInstSet> ReadSets(const File& file, Report* report);

// overlay/names.json: names that code may use even if the current grammar is
// too old to have them.  Names in the grammar are not changed; others are
// added as placeholders, which no look-up returns.
void AddPlaceholders(const File& file, Model* model, Report* report);

// "parameters" of overlay/op_facts.json: parameters of enumerants that differ
// in the grammar.  To be called after AddPlaceholders().
void CorrectParameters(const File& file, Model* model, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_OVERLAY_H_
