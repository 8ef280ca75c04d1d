// What a rule is about, in the words of the specification.
//
// Tested by rule_subject_test.cc.
#ifndef PLUMB_API_EXPLAIN_RULE_SUBJECT_H_
#define PLUMB_API_EXPLAIN_RULE_SUBJECT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

// The instruction or the enumerant in the rule's section (3.2 or 3.3) that the
// second part of its id names: "Binding" for decoration.binding.target.  Empty
// if the section is another one.  Linear in the names of the grammar.
absl::string_view SubjectOf(const Rule& rule);

// Where the specification states the rule: "SPIR-V 1.6, section 3.2.19, at
// Binding".
std::string PlaceText(const Rule& rule);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_RULE_SUBJECT_H_
