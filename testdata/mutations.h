// Changes one thing in a module and leaves it a module: what a compiler with a
// mistake in it would have made.  Always the same change for the same seed.
//
// Used by verdict_differential.h.  Tested by mutations_test.cc.
#ifndef PLUMB_TESTDATA_MUTATIONS_H_
#define PLUMB_TESTDATA_MUTATIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/module.h"

namespace plumb {

// What ids of a module are good for, to replace one by another of its sort: an
// operand that is a type by another type, a branch's target by another block.
// Made once for many mutations.
class IdSorts {
 public:
  // `module` must outlive this.  Linear.
  explicit IdSorts(const Module& module);

  const Module& module() const { return *module_; }
  // Another id of the sort of `id`, or `id` if there is none: a type, a label
  // of the same function, or a value; half of the values are of the same type.
  Id Other(Id id, uint32_t random) const;
  Id AnyType(uint32_t random) const;

 private:
  absl::Span<const Id> SortOf(Id id, bool same_type) const;

  const Module* module_;
  std::vector<Id> types_;
  std::vector<Id> values_;               // sorted by type
  std::vector<std::vector<Id>> labels_;  // by function
  std::vector<uint32_t> function_of_;    // by id, of labels
  std::vector<uint32_t> first_of_type_;  // by type id, into values_
};

struct Mutation {
  std::vector<uint32_t> words;
  // What was done, for people: "operand 3 of instruction 17 (OpStore): %5 for
  // %9".
  std::string what;
};

// A mutation of a module that has instructions.  Hardly ever none, with neither
// words nor text: if all that the seed chose changes nothing.  Linear, for the
// copy.
//
// One instruction is dropped, doubled, moved or swapped with another, has two
// of its ids exchanged or its opcode changed to one with the same operands; or
// one operand is changed: an id, the result type, an enumerant, a literal.
Mutation Mutate(const IdSorts& sorts, uint32_t seed);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_MUTATIONS_H_
