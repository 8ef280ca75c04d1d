// Preconditions of checks.
//
// Most checks concern rarely used features.  Calling all of them costs a few
// percent on small modules, mostly in instruction-cache misses.  So a check
// states its preconditions by Requires(...), and is not called for a module
// that does not meet all of them.  Equal preconditions of several checks are
// evaluated once per module.
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
#include "core/rule.h"
#include "core/target_env.h"
#include "core/type_table.h"
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

// A capability that the module must not have.
struct Without {
  grammar::Capability capability;
};

// The module has a type that contains one of these.
struct TypesWith {
  TypeParts parts;
};

// A condition that the other kinds of preconditions cannot state.  It can use
// the facts that are known when a run begins: features, memory model, types,
// decorations...
using ModulePredicate = bool (*)(const ModuleContext&);

class Precondition {
 public:
  enum class Kind : uint8_t {
    kInput,
    kApi,
    kCapability,
    kWithout,
    kDecoration,
    kOp,
    kModels,
    kImport,
    kStorageClass,
    kTypes,
    kScope,
    kPredicate,
  };
  static constexpr size_t kKinds = static_cast<size_t>(Kind::kPredicate) + 1;

  constexpr Precondition() = default;
  // Conversions are implicit, for rows.
  constexpr Precondition(ValidationInput input)  // NOLINT
      : Precondition(Kind::kInput, static_cast<uint64_t>(input)) {}
  // The environment is one of this API.
  constexpr Precondition(Api api)  // NOLINT
      : Precondition(Kind::kApi, static_cast<uint64_t>(api)) {}
  // It is declared or implied.
  constexpr Precondition(grammar::Capability capability)  // NOLINT
      : Precondition(Kind::kCapability, static_cast<uint64_t>(capability)) {}
  constexpr Precondition(Without without)  // NOLINT
      : Precondition(Kind::kWithout,
                     static_cast<uint64_t>(without.capability)) {}
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

  // A pointer type has it.
  constexpr Precondition(grammar::StorageClass storage)  // NOLINT
      : Precondition(Kind::kStorageClass, static_cast<uint64_t>(storage)) {}
  constexpr Precondition(TypesWith types)  // NOLINT
      : Precondition(Kind::kTypes, types.parts) {}
  // The rule with this scope applies; the scope must outlive this.
  constexpr Precondition(const Scope* scope)  // NOLINT
      : kind_(Kind::kScope), scope_(scope) {}
  constexpr Precondition(ModulePredicate predicate)  // NOLINT
      : kind_(Kind::kPredicate), predicate_(predicate) {}

  constexpr Kind kind() const { return kind_; }
  // Whether it depends only on the features of a module, the environment and
  // whether there is a device.
  constexpr bool IsOfFeatures() const { return IsOfFeatures(kind_); }
  static constexpr bool IsOfFeatures(Kind kind) {
    return kind == Kind::kInput || kind == Kind::kApi ||
           kind == Kind::kCapability || kind == Kind::kWithout ||
           kind == Kind::kScope;
  }
  constexpr uint64_t value() const { return value_; }
  constexpr const Scope& scope() const { return *scope_; }
  constexpr ModulePredicate predicate() const { return predicate_; }

  friend constexpr bool operator==(const Precondition& a,
                                   const Precondition& b) {
    if (a.kind_ != b.kind_) return false;
    switch (a.kind_) {
      case Kind::kScope:
        return *a.scope_ == *b.scope_;
      case Kind::kPredicate:
        return a.predicate_ == b.predicate_;
      default:
        return a.value_ == b.value_;
    }
  }

 private:
  constexpr Precondition(Kind kind, uint64_t value)
      : kind_(kind), value_(value) {}

  Kind kind_ = {};
  union {
    uint64_t value_ = 0;         // unless one of the others
    const Scope* scope_;         // of kScope
    ModulePredicate predicate_;  // of kPredicate
  };
};

// The preconditions of one check, all of which a module must meet.  A check
// without any runs for each module.
class Preconditions {
 public:
  static constexpr size_t kMax = 3;

  constexpr Preconditions() = default;
  template <typename... Some>
  constexpr explicit Preconditions(Some... some)
      : all_{Precondition(some)...}, count_(sizeof...(some)) {
    static_assert(sizeof...(some) <= kMax);
  }

  constexpr absl::Span<const Precondition> all() const {
    return {all_.data(), count_};
  }

  friend bool operator==(const Preconditions& a, const Preconditions& b) {
    if (a.count_ != b.count_) return false;
    for (size_t i = 0; i < a.count_; ++i) {
      if (!(a.all_[i] == b.all_[i])) return false;
    }
    return true;
  }

 private:
  std::array<Precondition, kMax> all_ = {};
  size_t count_ = 0;
};

// The bits of `selected` whose row of `rows` the module of `context` meets
// completely.
uint64_t EvaluateRows(const Preconditions* rows, uint64_t selected,
                      const ModuleContext& context);

// The preconditions of a row.
template <typename... Some>
constexpr Preconditions Requires(Some... some) {
  return Preconditions(some...);
}

// The preconditions of all module checks, each with a bit.
class PreconditionTable {
 public:
  // Returns the bits of preconditions, and assigns bits to new ones.  There
  // must not be more than 64 in total.
  uint64_t Add(const Preconditions& preconditions);

  // The bits of the preconditions that a module meets when a run begins: of
  // those that depend on features only (Precondition::IsOfFeatures), and of the
  // others.  O(preconditions).
  uint64_t EvaluateOfFeatures(const ModuleContext& context) const;
  uint64_t EvaluateOthers(const ModuleContext& context) const;

 private:
  struct Entry {
    Precondition precondition;
    uint32_t bit;
  };

  template <bool kOfFeatures>
  uint64_t Evaluate(const ModuleContext& context) const;

  std::array<std::vector<Entry>, Precondition::kKinds> by_kind_;
  uint32_t size_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_PRECONDITION_H_
