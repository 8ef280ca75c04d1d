// What a module must have, for a module check to have anything to say of it.
//
// There are more than a hundred module checks, and most are about things that
// few modules have.  To call each, only for it to find that, would take a small
// module a few hundredths of its time, as code is fetched that nothing else
// needs.  So checks name what they are about where they are listed (With), each
// such thing is looked for once a module, and the others are not called.
//
// Tested by trigger_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TRIGGER_H_
#define PLUMB_VALIDATE_ENGINE_TRIGGER_H_

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

// What is given besides the module: the device that it is judged by.
enum class Given : uint8_t { kDevice };

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

class Trigger {
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

  constexpr Trigger() = default;
  constexpr Trigger(Given given)  // NOLINT: these stand in rows
      : Trigger(Kind::kGiven, static_cast<uint64_t>(given)) {}
  // The environment is one of this API.
  constexpr Trigger(Api api)  // NOLINT
      : Trigger(Kind::kApi, static_cast<uint64_t>(api)) {}
  // It is declared or implied.
  constexpr Trigger(grammar::Capability capability)  // NOLINT
      : Trigger(Kind::kCapability, static_cast<uint64_t>(capability)) {}
  // An instruction states it.
  constexpr Trigger(grammar::Decoration decoration)  // NOLINT
      : Trigger(Kind::kDecoration, static_cast<uint64_t>(decoration)) {}
  // An instruction has it.
  constexpr Trigger(grammar::Op op)  // NOLINT
      : Trigger(Kind::kOp, static_cast<uint64_t>(op)) {}
  // An entry point has one of these models.
  constexpr Trigger(ModelSet models)  // NOLINT
      : Trigger(Kind::kModels, models.bits()) {}
  constexpr Trigger(grammar::ExecutionModel model)  // NOLINT
      : Trigger(ModelSet(model)) {}
  // One of these sets is imported.
  constexpr Trigger(ImportOf sets)  // NOLINT
      : Trigger(Kind::kImport, sets.bits) {}

  constexpr Kind kind() const { return kind_; }
  constexpr uint64_t value() const { return value_; }

 private:
  constexpr Trigger(Kind kind, uint64_t value) : kind_(kind), value_(value) {}

  Kind kind_ = {};
  uint64_t value_ = 0;
};

// Triggers of one check; none: it is called for every module.
class Triggers {
 public:
  static constexpr size_t kMost = 3;

  constexpr Triggers() = default;
  template <typename... Some>
  constexpr explicit Triggers(Some... some)
      : all_{Trigger(some)...}, count_(sizeof...(some)) {
    static_assert(sizeof...(some) <= kMost);
  }

  constexpr absl::Span<const Trigger> all() const {
    return {all_.data(), count_};
  }

 private:
  std::array<Trigger, kMost> all_ = {};
  size_t count_ = 0;
};

// For rows: that a module must have all of these.
template <typename... Some>
constexpr Triggers With(Some... some) {
  return Triggers(some...);
}

// The triggers of all checks, each with a bit.
class TriggerTable {
 public:
  // The bits of some triggers, which get them now if they had none.  There must
  // not be more than 64 in all.
  uint64_t Add(absl::Span<const Trigger> triggers);

  // The bits of those that a module has, by what is known when a run begins.
  // O(triggers).
  uint64_t Of(const ModuleContext& context) const;

 private:
  struct Entry {
    uint64_t value;
    uint32_t bit;
  };

  // The bits of the triggers of one kind whose values hold.
  template <typename Holds>
  uint64_t OfKind(Trigger::Kind kind, Holds holds) const;

  std::array<std::vector<Entry>, Trigger::kKindCount> by_kind_;
  uint32_t count_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TRIGGER_H_
