// Reads the snapshot of the grammar: a text with one fact a line, whose format
// grammar/README.md describes.
//
// Tested by snapshot_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_READER_H_
#define PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_READER_H_

#include <map>
#include <string>

#include "grammar/generator/model.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

// Adds the facts of `file` to `model`.  `sets` has what the overlay states
// about extended instruction sets, by key.  A set of the snapshot that is not
// among them is added, with a note; one that the snapshot lacks is an error.
// O(n log n) in the number of lines.
void ReadSnapshot(const File& file, std::map<std::string, ExtInstSet>* sets,
                  Model* model, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_SNAPSHOT_READER_H_
