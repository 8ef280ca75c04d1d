// All single changes of certain kinds in a module, for small modules: each
// instruction removed or repeated, each enumerant replaced by others of its
// kind, each literal by a few numbers, each <id> by a few others, the version
// by each other one, and instructions lengthened and shortened.
//
// ../mutations.h makes changes of these kinds and others at random.
//
// Tested by rule_survey_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_SINGLE_CHANGES_H_
#define PLUMB_TESTDATA_GENERATOR_SINGLE_CHANGES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/module.h"

namespace plumb::generator {

// Calls `visit` with the words of each changed module, which are valid until it
// returns.  O(changes * words).
void ForEachSingleChange(
    const Module& module,
    const std::function<void(const std::vector<uint32_t>& words)>& visit);

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_SINGLE_CHANGES_H_
