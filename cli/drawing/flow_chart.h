// Makes the drawing of a module: its functions, blocks, calls and diagnostics.
//
// Requires only that the module is well-formed: invalid control flow is drawn
// as it is.  A block begins at an OpLabel, or at an instruction outside blocks;
// it ends before the next one.  A target outside the function is drawn as
// missing.
//
// Tested by flow_chart_test.cc and testdata/cli/cfg_*.case.
#ifndef PLUMB_CLI_DRAWING_FLOW_CHART_H_
#define PLUMB_CLI_DRAWING_FLOW_CHART_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/drawing/drawing.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb::drawing {

// The number of the function named `name`: an entry point, an OpName, an id of
// the text ("%main", "main") or its number.  An error with a suggestion if
// there is none.
absl::StatusOr<uint32_t> FindFunction(const Module& module,
                                      absl::string_view name);

// Draws all functions, or one; the call graph is whole.  Linear in the module,
// but for dominators (cfg/dominators.h).
Drawing DrawModule(const Module& module, const DiagnosticList& diagnostics,
                   absl::string_view title,
                   std::optional<uint32_t> function = std::nullopt);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_FLOW_CHART_H_
