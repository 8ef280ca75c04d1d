// A drawing as a page of HTML that needs nothing beside itself: no script, no
// font, no network.  Each function is an SVG picture (layout.h).
//
// Tested by cli/flow_chart_test.cc and testdata/cli/cfg_*.case.
#ifndef PLUMB_CFG_HTML_H_
#define PLUMB_CFG_HTML_H_

#include <string>

#include "cfg/drawing.h"

namespace plumb::cfg {

// O(m log n) in the blocks and branches, and linear in the text.
std::string ToHtml(const Drawing& drawing);

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_HTML_H_
