// Preconditions of module checks.
//
// Most of the more than one hundred module checks concern rarely used features.
// Calling all of them costs a few percent on small modules, mostly in
// instruction-cache misses.  So checks list their preconditions (With); each is
// evaluated once per module, and checks without a met one are not called.
//
// Tested by precondition_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_PRECONDITION_H_
#define PLUMB_VALIDATE_ENGINE_PRECONDITION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/execution_models.h"
#include "core/target_env.h"
#include "grammar/grammar.h"

namespace plumb {

class ModuleContext;

// Inputs besides the module: the device.
enum class ValidationInput : uint8_t { kDevice };

// Some extended instruction sets.
struct ImportOf {
  constexpr ImportOf(grammar::ExtInstSet set)  // NOLINT: a set of one
      : bits(set == grammar::ExtInstSet::kNone
                 ? 0
                 : uint64_t{1} << static_cast<uint32_t>(set)) {}
  template <typename... Sets>
  constexpr explicit ImportOf(grammar::ExtInstSet set, Sets... sets)
      : bits((ImportOf(set).bits | ... | ImportOf(sets).bits)) {}

  constexpr bool Intersects(ImportOf other) const {
    return (bits & other.bits) != 0;
  }

  uint64_t bits;
};

class Precondition {
 public:
  static constexpr size_t kKindCount = 7;
  enum class Kind : uint8_t {
    kGiven,
    kApi,
    kCapability,
    kDecoration,
    kOp,
    kModels,
    kImport,
  };

  constexpr Precondition() = default;
  constexpr Precondition(ValidationInput given)  // NOLINT: these stand in rows
      : Precondition(Kind::kGiven, static_cast<uint64_t>(given)) {}
  // The environment is one of this API.
  constexpr Precondition(Api api)  // NOLINT
      : Precondition(Kind::kApi, static_cast<uint64_t>(api)) {}
  // It is declared or implied.
  constexpr Precondition(grammar::Capability capability)  // NOLINT
      : Precondition(Kind::kCapability, static_cast<uint64_t>(capability)) {}
  // An instruction states it.
  constexpr Precondition(grammar::Decoration decoration)  // NOLINT
      : Precondition(Kind::kDecoration, static_cast<uint64_t>(decoration)) {}
  // An instruction has it.
  constexpr Precondition(grammar::Op op)  // NOLINT
      : Precondition(Kind::kOp, static_cast<uint64_t>(op)) {}
  // An entry point has one of these models.
  constexpr Precondition(ModelSet models)  // NOLINT
      : Precondition(Kind::kModels, models.bits()) {}
  constexpr Precondition(grammar::ExecutionModel model)  // NOLINT
      : Precondition(ModelSet(model)) {}
  // One of these sets is imported.
  constexpr Precondition(ImportOf sets)  // NOLINT
      : Precondition(Kind::kImport, sets.bits) {}

  constexpr Kind kind() const { return kind_; }
  constexpr uint64_t value() const { return value_; }

 private:
  constexpr Precondition(Kind kind, uint64_t value)
      : kind_(kind), value_(value) {}

  Kind kind_ = {};
  uint64_t value_ = 0;
};

// The preconditions of one check; none: it runs for every module.
class Preconditions {
 public:
  static constexpr size_t kMost = 3;

  constexpr Preconditions() = default;
  template <typename... Some>
  constexpr explicit Preconditions(Some... some)
      : all_{Precondition(some)...}, count_(sizeof...(some)) {
    static_assert(sizeof...(some) <= kMost);
  }

  constexpr absl::Span<const Precondition> all() const {
    return {all_.data(), count_};
  }

 private:
  std::array<Precondition, kMost> all_ = {};
  size_t count_ = 0;
};

// For rows: that a module must have all of these.
template <typename... Some>
constexpr Preconditions Requires(Some... some) {
  return Preconditions(some...);
}

// The preconditions of all checks, each with a bit.
class PreconditionTable {
 public:
  // Returns the bits of preconditions, and assigns bits to new ones.  There
  // must not be more than 64 in total.
  uint64_t Add(absl::Span<const Precondition> preconditions);

  // The bits of the preconditions that a module meets when a run begins.
  // O(preconditions).
  uint64_t Of(const ModuleContext& context) const;

 private:
  struct Entry {
    uint64_t value;
    uint32_t bit;
  };

  // The bits of the preconditions of one kind whose values hold.
  template <typename Holds>
  uint64_t OfKind(Precondition::Kind kind, Holds holds) const;

  std::array<std::vector<Entry>, Precondition::kKindCount> by_kind_;
  uint32_t count_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_PRECONDITION_H_
