// The subject of a rule, as far as the triage of diagnostics depends on it.  It
// follows from the beginning of the rule's id, its area.
//
// Tested by rule_subject_test.cc.
#ifndef PLUMB_CORE_RULE_SUBJECT_H_
#define PLUMB_CORE_RULE_SUBJECT_H_

#include <cstdint>

#include "core/rule.h"

namespace plumb {

enum class Subject : uint16_t {
  // The order of instructions in the module and in blocks.
  kOrder = 1 << 0,
  // Blocks and branches.  With kOrder: not about the values of operands.
  kControlFlow = 1 << 1,
  // The parts of a function, or values across its blocks: what a missing block
  // or terminator changes.
  kFunctionParts = 1 << 2,
  // The definitions of ids.  Like order and control flow, they depend neither
  // on capabilities nor on the memory model.
  kDefinitions = 1 << 3,
  // The declaration of the memory model.
  kMemoryModel = 1 << 4,
  // Capabilities, extensions and what they allow.
  kRequirements = 1 << 5,
  // Entry points, execution modes and linkage.
  kEntryPoints = 1 << 6,
  // The use of a type or constant by a feature or annotation.  A violation does
  // not make the type or constant itself invalid.
  kUse = 1 << 7,
  // Functions: their types, parameters and calls.
  kFunctions = 1 << 8,
};

// Whether `rule` has this subject.  O(areas).
bool IsAbout(Subject subject, const Rule& rule);

}  // namespace plumb

#endif  // PLUMB_CORE_RULE_SUBJECT_H_
