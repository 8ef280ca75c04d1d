// The entry points of a module and their execution modes, by the function that
// both name (sections 2.16.1, 3.3.5).
//
// OpEntryPoint and OpExecutionMode do not name each other: all entry points
// that share a function share its modes.
//
// Cost: the entry points and modes are sorted, O(n log n); a question about a
// function is logarithmic in the functions, one about a mode in its modes.
//
// Tested by entry_points_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_ENTRY_POINTS_H_
#define PLUMB_VALIDATE_ANALYSIS_ENTRY_POINTS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/execution_models.h"
#include "core/index.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

// An OpEntryPoint or OpConditionalEntryPointINTEL; the class EntryPoint reads
// the rest of it.
struct EntryPointRow {
  Id function;
  grammar::ExecutionModel model;
  InstIndex at;
};

// An OpExecutionMode or OpExecutionModeId.
struct ExecutionModeRow {
  Id function;
  grammar::ExecutionMode mode;
  uint32_t first_word;  // of its extra operands; 0 if it has none
  InstIndex at;
};

// The entry points and execution modes of one function.
struct EntryFunction {
  Id function;
  ModelSet models;
  absl::Span<const EntryPointRow>
      entry_points;  // in module order; may be empty
  absl::Span<const ExecutionModeRow>
      modes;  // by mode, first word, module order

  bool Has(grammar::ExecutionMode mode) const { return Find(mode) != nullptr; }
  // The first instruction with this mode, or null.
  const ExecutionModeRow* Find(grammar::ExecutionMode mode) const;
  // All instructions with this mode.
  absl::Span<const ExecutionModeRow> FindAll(grammar::ExecutionMode mode) const;
  // The first entry point with one of `models`, or null.  Linear in the entry
  // points of the function.
  const EntryPointRow* FindEntryPoint(ModelSet models) const;
};

class EntryPoints {
 public:
  EntryPoints() = default;
  EntryPoints(const EntryPoints&) = delete;
  EntryPoints& operator=(const EntryPoints&) = delete;

  // Keeps its memory.
  void Build(const Module& module);

  // All functions that entry points or modes name, by id.
  absl::Span<const EntryFunction> functions() const { return functions_; }
  // The entry points and modes of a function; empty if it has none.
  EntryFunction Get(Id function) const;
  // Whether the function is an entry point with this mode.
  bool Has(Id function, grammar::ExecutionMode mode) const {
    return Get(function).Has(mode);
  }

  // The models of all entry points.
  ModelSet models() const { return models_; }

 private:
  std::vector<EntryPointRow> entry_points_;
  std::vector<ExecutionModeRow> modes_;
  std::vector<EntryFunction> functions_;
  ModelSet models_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_ENTRY_POINTS_H_
