// From the id of a function to its number.
//
// Calls, entry points and execution modes name functions by their ids, and all
// that is kept by function is indexed by number.  A module with many functions
// gets a table by id; in one with few they are searched.
//
// Tested by function_numbers_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_FUNCTION_NUMBERS_H_
#define PLUMB_VALIDATE_ANALYSIS_FUNCTION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "cfg/index.h"
#include "core/module.h"

namespace plumb {

class FunctionNumbers {
 public:
  // `module` must outlive this.  Linear in functions, and in ids if there are
  // many functions; reuses its memory.
  void Build(const Module& module);

  // The function, an index into module.functions(), that defines `id`; or
  // cfg::kNoFunction.  O(1).
  cfg::FunctionIndex of(Id id) const;

 private:
  const Module* module_ = nullptr;
  std::vector<uint32_t> numbers_;  // by id, counted from 1; empty: search
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_FUNCTION_NUMBERS_H_
