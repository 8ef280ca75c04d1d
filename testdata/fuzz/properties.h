// Properties of a run that hold for any input.  A property that does not hold
// ends the program with a message.
#ifndef PLUMB_TESTDATA_FUZZ_PROPERTIES_H_
#define PLUMB_TESTDATA_FUZZ_PROPERTIES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "testdata/findings.h"

namespace plumb {

// Ends the program with the message unless the condition holds.
void Require(bool condition, absl::string_view message);

// Findings without those of readers, which concern the form of a binary or of a
// text.
Findings FindingsOfRules(const Findings& findings);

// Requires that both are the same.
void RequireSame(const Findings& found, const Findings& expected,
                 absl::string_view message);

// Requires that the places and texts of the last report are within the input,
// that all formats of reports can be parsed, and that none controls a terminal.
void CheckReports(const Session& session, absl::string_view input);

// Requires that the session's options with several threads, and a second run,
// find the same.
void CheckRepetition(const SessionOptions& options, absl::string_view input,
                     const Findings& expected);

// Requires that modules that mean the same as the last one have the same
// findings: with other ids, and, if its layout is valid, with instructions that
// mean nothing.
void CheckEquivalents(const Session& session, const Findings& expected,
                      uint32_t seed);

// Requires that without one of the rules that were violated, all that is not of
// the rule is still found, be it as a follow-up error of what is reported.
void CheckWithoutRule(const SessionOptions& options, absl::string_view input,
                      const Findings& expected, uint32_t choice);

// Checks a module, valid or not, as a pipeline of all its entry points.  If it
// is valid, requires that the description made of its stages fits them.
void CheckAsPipeline(const SessionOptions& options, absl::string_view input);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FUZZ_PROPERTIES_H_
