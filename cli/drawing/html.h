// A drawing as a page of HTML that needs nothing beside itself: no font, no
// network, and no script but its own (page.h).  Each function is an SVG picture
// (layout.h); one with debug information has a second one without it.
//
// Tested by cli/drawing/flow_chart_test.cc and testdata/cli/cfg_*.case.
#ifndef PLUMB_CLI_DRAWING_HTML_H_
#define PLUMB_CLI_DRAWING_HTML_H_

#include <string>

#include "cli/drawing/drawing.h"
#include "cli/drawing/part_writer.h"

namespace plumb::drawing {

// O(m log n) in the blocks and branches, and linear in the text.
void WriteHtml(const Drawing& drawing, WritePart write);
std::string ToHtml(const Drawing& drawing);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_HTML_H_
