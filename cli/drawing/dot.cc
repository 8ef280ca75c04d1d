#include "cli/drawing/dot.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "cfg/adjacency.h"
#include "cli/drawing/markup.h"

namespace plumb::drawing {
namespace {

constexpr absl::string_view kWrong =
    ", style=filled, fillcolor=\"#ffd6d6\", color=\"#c00000\"";
constexpr absl::string_view kUnreachable =
    ", style=\"filled,dashed\", fillcolor=\"#eeeeee\", color=\"#888888\"";
// Points upwards, so it must not affect the ranks.
constexpr absl::string_view kBackEdge =
    ", style=dashed, color=\"#0050c0\", constraint=false";

// Colors of constructs, by the first word of their titles.
constexpr std::pair<absl::string_view, absl::string_view> kConstructColors[] = {
    {"selection", "#f4faf4"}, {"switch", "#f7f8ea"},   {"case", "#fcfcf5"},
    {"loop", "#eff4fc"},      {"continue", "#e4eaf8"},
};

absl::string_view ColorOf(absl::string_view title) {
  for (const auto& [kind, color] : kConstructColors) {
    if (absl::StartsWith(title, kind)) return color;
  }
  return "white";
}

// Lines that begin at the left: each ends with \l.
void AppendLines(const std::vector<std::string>& lines,
                 absl::string_view prefix, std::string* out) {
  for (const std::string& line : lines) {
    absl::StrAppend(out, prefix, DotEscaped(line), "\\l");
  }
}

void AppendBlock(uint32_t f, uint32_t b, const DrawnFunction& function,
                 std::string* out) {
  const DrawnBlock& block = function.blocks[b];
  absl::StrAppend(out, "    f", f, "b", b, " [label=\"");
  for (size_t i = 0; i < block.line_count; ++i) {
    const absl::string_view line = function.block_lines[block.first_line + i];
    absl::StrAppend(out, DotEscaped(line), "\\l");
  }
  if (block.missing) {
    absl::StrAppend(out, DotEscaped(function.names[b]),
                    " is not a block here\\l");
  } else if (!block.reachable) {
    absl::StrAppend(out, "(unreachable)\\l");
  }
  AppendLines(block.messages, "! ", out);
  absl::StrAppend(out, "\"");
  if (block.missing || !block.messages.empty()) {
    absl::StrAppend(out, kWrong);
  } else if (!block.reachable) {
    absl::StrAppend(out, kUnreachable);
  }
  absl::StrAppend(out, "];\n");
}

// Clusters within clusters, as deep as the constructs are: with a stack of the
// constructs that are open.
class Clusters {
 public:
  Clusters(const DrawnFunction& function, uint32_t number, PartWriter* out)
      : function_(function), number_(number), out_(out) {
    const auto constructs = function.structure.constructs();
    const uint32_t count = static_cast<uint32_t>(constructs.size());
    std::vector<cfg::Edge<cfg::ConstructIndex>> nested;
    for (uint32_t c = 1; c < count; ++c) {
      nested.push_back({constructs[c].parent, cfg::ConstructIndex(c)});
    }
    children_.Build(count, nested, cfg::Orientation::kForward);
    // Blocks of no construct, which nothing reaches, are the function's.
    const auto block_count = static_cast<uint32_t>(function.blocks.size());
    std::vector<cfg::Edge<cfg::ConstructIndex>> inside;
    inside.reserve(block_count);
    for (uint32_t b = 0; b < block_count; ++b) {
      const cfg::ConstructIndex c =
          function.structure.innermost(cfg::BlockIndex(b));
      inside.push_back({c == cfg::kNoConstruct ? cfg::kFunctionConstruct : c,
                        cfg::ConstructIndex(b)});
    }
    blocks_.Build(count, inside, cfg::Orientation::kForward);
  }

  void Append() {
    struct Frame {
      cfg::ConstructIndex construct;
      size_t next = 0;
    };
    std::vector<Frame> open = {{cfg::kFunctionConstruct}};
    AppendBlocksOf(cfg::kFunctionConstruct);
    while (!open.empty()) {
      Frame& top = open.back();
      const absl::Span<const cfg::ConstructIndex> children =
          children_[top.construct];
      if (top.next == children.size()) {
        if (open.size() > 1) absl::StrAppend(out_->text(), "    }\n");
        open.pop_back();
        continue;
      }
      const cfg::ConstructIndex child = children[top.next++];
      const std::string title = ConstructTitle(function_, child);
      absl::StrAppend(out_->text(), "    subgraph cluster_f", number_, "c",
                      child.value, " {\n      label=\"", DotEscaped(title),
                      "\"; bgcolor=\"", ColorOf(title), "\";\n");
      AppendBlocksOf(child);
      open.push_back({child});
    }
  }

 private:
  void AppendBlocksOf(cfg::ConstructIndex c) {
    for (const cfg::ConstructIndex b : blocks_[c]) {
      AppendBlock(number_, b.value, function_, out_->text());
      out_->EndPart();
    }
  }

  const DrawnFunction& function_;
  uint32_t number_;
  PartWriter* out_;
  cfg::Adjacency<cfg::ConstructIndex> children_;
  cfg::Adjacency<cfg::ConstructIndex> blocks_;  // their numbers, by construct
};

void AppendFunction(uint32_t f, const DrawnFunction& function,
                    PartWriter* parts) {
  std::string* const out = parts->text();
  absl::StrAppend(out, "  subgraph cluster_f", f, " {\n    label=\"");
  AppendLines({function.title}, "", out);
  AppendLines(function.lines, "", out);
  AppendLines(function.messages, "! ", out);
  absl::StrAppend(out, "\";\n    labeljust=l;\n");
  if (!function.messages.empty()) {
    absl::StrAppend(out, "    color=\"#c00000\";\n");
  }
  Clusters(function, f, parts).Append();
  for (size_t e = 0; e < function.labels.size(); ++e) {
    const cfg::FlowEdge edge = function.graph.edges()[e];
    absl::StrAppend(out, "    f", f, "b", edge.from.value, " -> f", f, "b",
                    edge.to.value);
    const DrawnEdge drawn = function.edge(e);
    if (drawn.back || !drawn.label.empty()) {
      absl::StrAppend(out, " [label=\"", DotEscaped(drawn.label), "\"",
                      drawn.back ? kBackEdge : "", "]");
    }
    absl::StrAppend(out, ";\n");
    parts->EndPart();
  }
  absl::StrAppend(out, "  }\n");
}

void AppendCalls(const Drawing& drawing, PartWriter* parts) {
  if (drawing.callees.empty()) return;
  std::string* const out = parts->text();
  absl::StrAppend(out, "  subgraph cluster_calls {\n    label=\"calls\";\n");
  for (size_t i = 0; i < drawing.callees.size(); ++i) {
    const DrawnCallee& callee = drawing.callees[i];
    absl::StrAppend(out, "    c", i, " [label=\"", DotEscaped(callee.title),
                    callee.subtitle.empty() ? "" : "\\n",
                    DotEscaped(callee.subtitle), "\"",
                    callee.wrong ? kWrong : "", "];\n");
    parts->EndPart();
  }
  for (const cfg::FlowEdge& call : drawing.calls.edges()) {
    absl::StrAppend(out, "    c", call.from.value, " -> c", call.to.value,
                    ";\n");
    parts->EndPart();
  }
  absl::StrAppend(out, "  }\n");
}

}  // namespace

void WriteDot(const Drawing& drawing, WritePart write) {
  PartWriter parts(write);
  std::string* const out = parts.text();
  absl::StrAppend(out, "digraph {\n  label=\"");
  AppendLines({drawing.title}, "", out);
  AppendLines(drawing.messages, "! ", out);
  absl::StrAppend(out,
                  "\";\n  labelloc=t;\n  labeljust=l;\n"
                  "  fontname=\"sans-serif\";\n  fontsize=11;\n"
                  "  node [shape=box, style=filled, fillcolor=white, "
                  "fontname=\"monospace\", fontsize=10];\n"
                  "  edge [fontname=\"sans-serif\", fontsize=9];\n");
  AppendCalls(drawing, &parts);
  for (uint32_t f = 0; f < drawing.functions.size(); ++f) {
    AppendFunction(f, drawing.functions[f], &parts);
    parts.EndPart();
  }
  absl::StrAppend(out, "}\n");
  parts.End();
}

std::string ToDot(const Drawing& drawing) {
  return JoinParts([&](WritePart write) { WriteDot(drawing, write); });
}

std::string DotEscaped(absl::string_view text) {
  std::string out;
  for (const char c : PrintableUtf8(text)) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '&':
        out += "&amp;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace plumb::drawing
