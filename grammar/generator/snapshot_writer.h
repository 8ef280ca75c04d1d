// Writes the snapshot of the grammar from the machine-readable grammar, the
// JSON files of a SPIRV-Headers tree.
//
// Tested by snapshot_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_WRITER_H_
#define PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_WRITER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct JsonGrammar {
  File core;                   // spirv.core.grammar.json
  std::vector<File> ext_inst;  // extinst.*.grammar.json, in any order
};

// The snapshot of `grammar`, which `release` names.  Only the form of the JSON
// files is checked here; ReadSnapshot() checks what they state.
std::string WriteSnapshot(const JsonGrammar& grammar, absl::string_view release,
                          Report* report);

// Reports each class, kind, enumerant and instruction of `older` that `newer`
// does not have, even under another name.  Both are snapshots.
void CheckNothingIsLost(const File& older, const File& newer, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_WRITER_H_
