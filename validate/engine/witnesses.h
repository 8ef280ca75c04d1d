// Where a use contradicts a definition, one of the two is wrong.  Finds out
// whether the rest of the module bears out the use, and does not bear out the
// definition:
//
// - A function whose type says that it returns something else: what it returns.
// - A variable that is in another storage class than its pointer type: whether
//   it stands in a function, what decorates it, the pointers that are made of
//   it, what it holds, whether it is written to, and interfaces.
// - An access chain whose result type points to something else than what the
//   indexes lead to: what is loaded and stored there.  If it only points into
//   another storage class, the indexes lead to the right thing.  But if the
//   right type is declared as well, the chain may be meant to name it.
//
// Linear in the instructions heard, and in their operands.
//
// Tested by testdata/rule_test.cc, with testdata/mistakes/wrong_*.spvasm.
#ifndef PLUMB_VALIDATE_ENGINE_WITNESSES_H_
#define PLUMB_VALIDATE_ENGINE_WITNESSES_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "core/module.h"

namespace plumb {

class Witnesses {
 public:
  explicit Witnesses(const Module& module);

  // Asks about a use, and hears what its instruction says itself.
  void AskAbout(InstIndex use);
  bool any() const { return !claims_.empty() || !chains_.empty(); }
  // Hears an instruction of the module; in order.
  void Hear(InstIndex i);
  bool BearOut(InstIndex use) const;

 private:
  // What the use says and the definition denies; storage classes, or types.
  struct Claim {
    uint32_t use;
    uint32_t definition;
    uint32_t for_use = 0;
    uint32_t for_definition = 0;

    void Hear(uint32_t said) {
      for_use += said == use;
      for_definition += said == definition;
    }
  };

  void AskAboutVariable(InstIndex use);
  void AskAboutChain(Inst chain);
  static void HearClasses(absl::Span<const grammar::StorageClass> classes,
                          bool are_allowed, Claim* claim);
  void HearHeld(Id type, Claim* claim) const;
  void HearDecoration(Inst inst);
  void HearInterface(Inst inst);
  void HearPointer(Inst inst);
  bool IsDeclared(Inst chain) const;
  void HearWrite(Id variable);
  void HearAccess(Id pointer, Id type);
  std::optional<uint32_t> ClassOf(Id pointer_type) const;

  const Module& module_;
  const bool is_kernel_;
  absl::flat_hash_map<Id, Claim> claims_;  // by result of the use
  absl::flat_hash_map<Id, Claim> chains_;  // the same, of access chains
  // The storage classes and types of pointers, if there are any of those.
  absl::flat_hash_set<std::pair<uint32_t, Id>> pointers_;
  Claim* function_ = nullptr;  // about the function heard now
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_WITNESSES_H_
