// What opcodes and enumerants a module has.
//
// Tested by generator_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_REACHED_H_
#define PLUMB_TESTDATA_GENERATOR_REACHED_H_

#include <set>

#include "core/module.h"
#include "testdata/generator/row.h"

namespace plumb::generator {

// Adds the opcodes and enumerants of the instructions, and the enumerants that
// constants state for operands of kind IdScope and IdMemorySemantics.
void AddReached(const Module& module, std::set<Feature>* reached);

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_REACHED_H_
