// Declares the capabilities and extensions that the instructions of a module
// require by the grammar.
//
// Tested by generator_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_FEATURES_H_
#define PLUMB_TESTDATA_GENERATOR_FEATURES_H_

#include "absl/status/statusor.h"
#include "core/module.h"
#include "testdata/generator/declarations.h"

namespace plumb::generator {

// Adds what the requirements of `module` lack to the declarations of its text.
// Returns whether anything was added: the new declarations have requirements of
// their own.  An error if no declaration meets a requirement: the version does
// not have a feature, or the environment does not have its capabilities.
absl::StatusOr<bool> DeclareRequirements(const Module& module,
                                         Declarations* declarations);

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_FEATURES_H_
