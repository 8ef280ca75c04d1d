// A drawing in the language of Graphviz: a cluster per function and, nested in
// it, per construct; a cluster with the call graph.
//
// Tested by cli/drawing/flow_chart_test.cc and testdata/cli/cfg_*.case.
#ifndef PLUMB_CLI_DRAWING_DOT_H_
#define PLUMB_CLI_DRAWING_DOT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cli/drawing/drawing.h"
#include "cli/drawing/part_writer.h"

namespace plumb::drawing {

// Linear in the drawing.
void WriteDot(const Drawing& drawing, WritePart write);
std::string ToDot(const Drawing& drawing);

// `text` for a label between quotes: no quote, escape, entity, line end or
// ill-formed UTF-8 of it means anything to dot.
std::string DotEscaped(absl::string_view text);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_DOT_H_
