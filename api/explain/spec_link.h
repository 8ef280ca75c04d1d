// Links from rules to the published documents that state them, and to the rule
// reference.
//
// Tested by spec_link_test.cc.
#ifndef PLUMB_API_EXPLAIN_SPEC_LINK_H_
#define PLUMB_API_EXPLAIN_SPEC_LINK_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

// The URL of the document that states a rule: that of its VUID, or of its
// section if it does not have a VUID.  Empty if no document is published, as
// for the assembly syntax.
std::string SpecLink(const Rule& rule);

// The URL of the document of a section: "2.11.1", "SPV_KHR_ray_query",
// "GLSL.std.450 2".  Of several documents, the first counts.
std::string SectionLink(absl::string_view section);

// The URL of what explains a rule: its place in the rule reference (web/rules)
// whose pages are at `pages`, as in "https://example.org/rules", or SpecLink()
// if `pages` is empty.
std::string RuleLink(const Rule& rule, absl::string_view pages);

// The URL of pages as RuleLink() takes it, without a slash at its end; nullopt
// if it is not one: a scheme, and printable ASCII without blanks.
std::optional<std::string> ParsePagesUrl(absl::string_view url);

// The URL of an instruction of the unified specification: "OpTypeArray".
std::string InstructionLink(absl::string_view opcode);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_SPEC_LINK_H_
