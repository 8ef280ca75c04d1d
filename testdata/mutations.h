// Changes one thing in a well-formed module, such as a faulty compiler might
// produce.  The change depends only on the seed.
//
// Used by verdict_differential.h.  Tested by mutations_test.cc.
#ifndef PLUMB_TESTDATA_MUTATIONS_H_
#define PLUMB_TESTDATA_MUTATIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/module.h"

namespace plumb {

// The ids of a module in groups, to replace one by another of its group: a
// type operand by another type, a branch's target by another block. Computed
// once for many mutations.
class IdGroups {
 public:
  // `module` must outlive this.  Linear.
  explicit IdGroups(const Module& module);

  const Module& module() const { return *module_; }
  // Another id of the group of `id`, or `id` if there is none: a type, a label
  // of the same function, or a value; half of the values have the same type.
  Id ReplacementFor(Id id, uint32_t random) const;
  Id AnyType(uint32_t random) const;

 private:
  absl::Span<const Id> GroupOf(Id id, bool same_type) const;

  const Module* module_;
  std::vector<Id> types_;
  std::vector<Id> values_;               // sorted by type
  std::vector<std::vector<Id>> labels_;  // by function
  std::vector<uint32_t> function_of_;    // by id of the label
  std::vector<uint32_t> first_of_type_;  // by type id: indexes into values_
};

struct Mutation {
  std::vector<uint32_t> words;
  // A description of the change: "operand 3 of instruction 17 (OpStore): %5
  // for %9".
  std::string what;
};

// A mutation of a module that has instructions.  Rarely none, with neither
// words nor text: if none of the seed's changes has an effect.  Linear, for
// the copy.
//
// One instruction is removed, duplicated, moved or swapped with another, has
// two of its ids exchanged or its opcode changed to one with the same
// operands; or one operand is changed: an id, the result type, an enumerant, a
// literal.
Mutation Mutate(const IdGroups& groups, uint32_t seed);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_MUTATIONS_H_
