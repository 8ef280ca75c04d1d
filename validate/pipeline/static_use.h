// Which global variables an entry point statically uses, and how: those that an
// instruction of its function or of a function that it calls names (section
// 2.16.1; Vulkan, "Static Use").
//
// Tested by static_use_test.cc.
#ifndef PLUMB_VALIDATE_PIPELINE_STATIC_USE_H_
#define PLUMB_VALIDATE_PIPELINE_STATIC_USE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/module.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/module_context.h"

namespace plumb {

// The use of a variable, or of one member of its block.
struct VariableUse {
  Id variable;
  uint32_t member = kNoMember;  // kNoMember: the whole variable
  bool is_read = false;
  bool is_written = false;
  InstIndex first = kNoInst;  // the first instruction that uses it
};

// The uses by one entry point.
class StaticUse {
 public:
  // In the order of variables and members.
  const std::vector<VariableUse>& uses() const { return uses_; }
  // The use of a variable by its parts: of one member, which includes uses of
  // the whole, or, with kNoMember, of any part.
  VariableUse Of(Id variable, uint32_t member = kNoMember) const;

 private:
  friend class StaticUses;

  std::vector<VariableUse> uses_;
};

// The uses by all functions of a module.  Reads and writes through pointers
// that no access chain from the variable gives, as parameters of functions are,
// count as both.
class StaticUses {
 public:
  // `context` must outlive this.  Linear in the ids.
  explicit StaticUses(const ModuleContext& context);

  // The uses by a function and by those that it calls.  Linear in the uses of
  // these functions, and the first time in their instructions.
  StaticUse Of(Id function);

 private:
  // A variable, or a member of its block, that pointers point into.
  struct Origin {
    Id variable;
    uint32_t member;
  };
  // A list of uses, each of another origin.
  struct List {
    std::vector<VariableUse> uses;
    std::vector<uint32_t> origins;  // of the uses
  };

  void ReadFunction(uint32_t function);
  void ReadInstruction(const Inst& inst, List* list);
  void Add(uint32_t origin, const VariableUse& use, List* list);
  // Ends the list that uses were added to.
  void End(const List& list);
  // The number of the origin that a member is.
  uint32_t MemberOrigin(Id variable, uint32_t member);

  const ModuleContext& context_;
  std::vector<Origin> origins_;  // by number, from 1
  absl::flat_hash_map<uint64_t, uint32_t> member_origins_;
  // The origins of pointers, and of what was loaded from them, by id; 0: none.
  std::vector<uint32_t> origin_of_;
  // By function; nullopt: not read yet.
  std::vector<std::optional<List>> by_function_;
  // In the list that uses are added to, from 1, by origin; 0: none.
  std::vector<uint32_t> positions_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_STATIC_USE_H_
