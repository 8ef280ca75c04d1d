// Makes valid modules at random, from rows that say how each opcode and
// enumerant is used (row.h).
//
// The result depends only on the request, on every platform.  Reads files of
// testdata/generator/rows.
//
// Tested by generator_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_GENERATOR_H_
#define PLUMB_TESTDATA_GENERATOR_GENERATOR_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/target_env.h"
#include "testdata/generator/row.h"

namespace plumb::generator {

struct Request {
  uint32_t seed = 1;
  // The environment.  The version of the module is the newest that it takes.
  TargetEnv env = kDefaultTargetEnv;
  // What the module must have.
  std::optional<Feature> wanted;
  // How many rows to use besides that of `wanted`.
  uint32_t row_count = 6;
};

struct GeneratedModule {
  std::string text;
  std::vector<uint32_t> words;
  // Enumerants that the values of constants state, such as scopes; the module
  // does not show of which kind they are.
  std::set<Feature> constant_enumerants;
  std::vector<std::string> places;  // of the rows
};

// A valid module.  An error if no row has what is wanted, or none that the
// environment allows; the message says why.
absl::StatusOr<GeneratedModule> Generate(const Request& request);

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_GENERATOR_H_
