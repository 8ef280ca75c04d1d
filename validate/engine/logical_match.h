// Which types match logically (OpCopyLogical, section 3.3.12, since SPIR-V
// 1.4).
//
// Computed for all types at once: types that match have the same class.  The
// class of an array is determined by the class of its element type and the <id>
// of its length, that of a structure by the classes of its members; any other
// type is its own class.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_LOGICAL_MATCH_H_
#define PLUMB_VALIDATE_ENGINE_LOGICAL_MATCH_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/module.h"
#include "validate/engine/module_context.h"

namespace plumb {

class LogicalClasses {
 public:
  // Linear in the size of the type declarations, however often a type is nested
  // in others.
  explicit LogicalClasses(const ModuleContext& context);

  // Whether two ids of the module are types that match.
  bool Match(Id a, Id b) const {
    return class_of_[a.value] == class_of_[b.value];
  }

 private:
  uint32_t ClassOf(uint32_t id) const {
    return id < class_of_.size() ? class_of_[id] : id;
  }
  // Sets key_ to the key of the class of an array or structure type.
  void Describe(const Module& module, const Inst& type);
  // Adds the members that an instruction has from a word on.
  void AddMembers(const Inst& inst, uint32_t first_word);

  std::vector<uint32_t> class_of_;  // by id
  std::vector<uint32_t> key_;
  absl::flat_hash_map<std::vector<uint32_t>, uint32_t> classes_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_LOGICAL_MATCH_H_
