// The files of the rule reference that do not depend on rules.
#ifndef PLUMB_WEB_RULES_ASSETS_H_
#define PLUMB_WEB_RULES_ASSETS_H_

namespace plumb {

// "style.css", for all pages.
extern const char kStyleSheet[];

// "search.js", for the index: finds rules of rules.js while one types, and
// leads from index.html#ID to the place of a rule.
extern const char kSearchScript[];

}  // namespace plumb

#endif  // PLUMB_WEB_RULES_ASSETS_H_
