// A control-flow graph to draw: blocks with their text, edges with their
// labels, constructs; and the call graph of the functions.
//
// Made by cli/drawing/flow_chart.h; drawn by dot.h and html.h, which do not
// depend on SPIR-V.  Texts are not escaped yet.
#ifndef PLUMB_CLI_DRAWING_DRAWING_H_
#define PLUMB_CLI_DRAWING_DRAWING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cfg/flow_graph.h"
#include "cfg/index.h"
#include "cfg/structure.h"
#include "cli/drawing/lines.h"

namespace plumb::drawing {

// There can be as many blocks and edges as instructions, so their texts are in
// lists of the function.
struct DrawnBlock {
  // Its lines in DrawnFunction::block_lines, one per instruction.
  size_t first_line = 0, line_count = 0;
  uint32_t first_instruction = 0;     // its number, from 1; 0 if missing
  std::vector<std::string> messages;  // what is wrong in it
  bool missing = false;               // a target that is no block
  bool reachable = true;              // along branches from the first block
};

struct DrawnEdge {
  absl::string_view label;  // "true", "default"; may be empty
  bool back = false;
};

struct DrawnFunction {
  std::string title;
  std::vector<std::string> lines;  // before the first block
  std::vector<std::string> messages;
  std::vector<DrawnBlock> blocks;
  Lines names;  // by block: of its label
  Lines block_lines;
  std::vector<bool> is_debug;          // by line of blocks: debug information
  std::vector<cfg::BlockInfo> merges;  // by block
  // Beside graph.edges().
  Lines labels;
  std::vector<bool> is_back;
  cfg::FlowGraph graph;
  cfg::Structure structure;

  DrawnEdge edge(size_t e) const { return {labels[e], is_back[e]}; }
};

struct DrawnCallee {
  std::string title;
  std::string subtitle;  // "Fragment entry point"; may be empty
  bool wrong = false;    // something is wrong in it
};

struct Drawing {
  std::string title;
  std::vector<std::string> messages;  // what is wrong outside functions
  std::vector<DrawnFunction> functions;
  // The call graph: functions as blocks, each call once.  It may have other
  // functions than `functions`, which can be a choice.
  std::vector<DrawnCallee> callees;
  cfg::FlowGraph calls;
};

// The title of a construct: "loop %header".
std::string ConstructTitle(const DrawnFunction& function,
                           cfg::ConstructIndex c);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_DRAWING_H_
