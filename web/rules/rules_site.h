// The reference of all rules as static pages: an index with a search, and a
// page for each area with a place for each rule,
// decoration.html#decoration.binding.target.
//
// Tested by rules_site_test.cc.
#ifndef PLUMB_WEB_RULES_RULES_SITE_H_
#define PLUMB_WEB_RULES_RULES_SITE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb {

struct SiteFile {
  std::string name;  // without a folder
  std::string content;
};

// The files of the site.  `playground` is the address of the playground,
// relative to the pages or absolute; if it is empty, the pages have no links to
// it. Quadratic in the lines of examples; for builds.
std::vector<SiteFile> RulesSite(absl::string_view playground);

}  // namespace plumb

#endif  // PLUMB_WEB_RULES_RULES_SITE_H_
