// Makes one error of the errors at several uses of one definition: a type, a
// constant or a variable that all of them contradict.
//
// The rows of the rules state which definition that is (Rule::contradicts).  If
// no use of it in the same role by instructions of the same opcodes is free of
// errors, the first error is kept, with notes at the definition and at the
// other uses.  Otherwise each wrong use is an error.
//
// Linear in the module if such errors share a definition, otherwise in the
// errors.
//
// Tested by validate/triage_test.cc.
#ifndef PLUMB_VALIDATE_TRIAGE_SHARED_DEFINITIONS_H_
#define PLUMB_VALIDATE_TRIAGE_SHARED_DEFINITIONS_H_

#include <memory>

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

class SharedDefinitions {
 public:
  // Notes which uses have an error, before follow-ups are removed: those that
  // follow from other errors are not free of them.
  SharedDefinitions(const Module& module, DiagnosticList* list);
  ~SharedDefinitions();

  // Merges those that are left.
  void Merge();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TRIAGE_SHARED_DEFINITIONS_H_
