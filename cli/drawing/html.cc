#include "cli/drawing/html.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "cli/drawing/layout.h"
#include "cli/drawing/markup.h"
#include "cli/drawing/page.h"

namespace plumb::drawing {
namespace {

constexpr int64_t kLineHeight = 14;
constexpr int64_t kCharWidth = 7;  // of the widest monospaced fonts at 11px
constexpr int64_t kBlockPad = 6;
constexpr size_t kMaxColumns = 88;
constexpr int64_t kTurn = 14;  // from a block to where its edges turn

// Messages are sentences and break at blanks; `out` gets lines.
void AppendWrapped(absl::string_view text, std::vector<std::string>* out) {
  std::string line;
  size_t columns = 0;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    const size_t size = CharacterCount(word);
    if (columns > 0 && columns + 1 + size > kMaxColumns) {
      out->push_back(std::move(line));
      line = "  ";
      columns = 2;
    } else if (columns > 0) {
      line += ' ';
      ++columns;
    }
    line.append(word.data(), word.size());
    columns += size;
  }
  out->push_back(std::move(line));
}

// The lines of a block in its box; some are messages.
struct Text {
  std::vector<std::string> lines;  // printable, not escaped
  size_t first_message = 0;
};

Text TextOf(const DrawnFunction& function, size_t b, bool with_debug) {
  const DrawnBlock& block = function.blocks[b];
  Text text;
  const auto add = [&text](absl::string_view line) {
    text.lines.push_back(PrintableUtf8(line));
  };
  if (block.missing) {
    add(absl::StrCat(function.names[b], " is not a block here"));
  }
  const size_t end = block.first_line + block.line_count;
  for (size_t i = block.first_line; i < end; ++i) {
    if (with_debug || !function.is_debug[i]) add(function.block_lines[i]);
  }
  if (!block.reachable && !block.missing) add("(unreachable)");
  text.first_message = text.lines.size();
  for (const std::string& message : block.messages) {
    AppendWrapped(absl::StrCat("! ", PrintableUtf8(message)), &text.lines);
  }
  return text;
}

Size SizeOf(const Text& text) {
  size_t columns = 4;
  for (const std::string& line : text.lines) {
    columns = std::max(columns, std::min(CharacterCount(line), kMaxColumns));
  }
  return {static_cast<int64_t>(columns) * kCharWidth + 2 * kBlockPad,
          static_cast<int64_t>(std::max<size_t>(text.lines.size(), 1)) *
                  kLineHeight +
              2 * kBlockPad};
}

// A line that does not fit is cut off, and shown whole by the browser when the
// pointer rests on it.
void AppendLine(const std::string& line, int64_t x, int64_t y,
                absl::string_view css_class, std::string* out) {
  const bool fits = CharacterCount(line) <= kMaxColumns;
  absl::StrAppend(out, "<text class=\"", css_class, "\" x=\"", x, "\" y=\"", y,
                  "\">", HtmlEscaped(Shortened(line, kMaxColumns)));
  if (!fits) absl::StrAppend(out, "<title>", HtmlEscaped(line), "</title>");
  absl::StrAppend(out, "</text>\n");
}

// `instruction` is the number of the first one, for scripts; 0 if it has none.
void AppendBlock(absl::string_view css_class, uint32_t instruction,
                 const Text& text, const Box& box, std::string* out) {
  absl::StrAppend(out, "<g class=\"block ", css_class, "\"");
  if (instruction != 0) {
    absl::StrAppend(out, " data-instruction=\"", instruction, "\"");
  }
  absl::StrAppend(out, "><rect x=\"", box.x, "\" y=\"", box.y, "\" width=\"",
                  box.width, "\" height=\"", box.height, "\" rx=\"3\"/>\n");
  int64_t y = box.y + kBlockPad + kLineHeight - 4;
  for (size_t i = 0; i < text.lines.size(); ++i, y += kLineHeight) {
    AppendLine(text.lines[i], box.x + kBlockPad, y,
               i >= text.first_message ? "message"
               : i == 0                ? "name"
                                       : "line",
               out);
  }
  absl::StrAppend(out, "</g>\n");
}

// The edges of a picture, from where they leave a block to the top of another.
class EdgeWriter {
 public:
  EdgeWriter(const cfg::FlowGraph& graph, const Layout& layout,
             std::string* out)
      : graph_(graph), layout_(layout), out_(out) {}

  void Append(size_t e, const DrawnEdge& drawn) {
    const cfg::FlowEdge edge = graph_.edges()[e];
    const Box& from = layout_.blocks[edge.from.value];
    const Box& to = layout_.blocks[edge.to.value];
    // Successors leave side by side, in their order.
    const int64_t ports =
        static_cast<int64_t>(graph_.successors(edge.from).size()) + 1;
    if (edge.from != last_from_) port_ = 0;
    last_from_ = edge.from;
    ++port_;
    const int64_t x = from.x + from.width * port_ / ports;
    const int64_t y = from.bottom();
    turn_ = layout_.exit[edge.from.value] + kTurn;
    absl::StrAppend(out_, "<g><path class=\"edge", drawn.back ? " back" : "",
                    "\" marker-end=\"url(#", drawn.back ? "back" : "arrow",
                    ")\" d=\"M", x, " ", y);
    AppendWay(edge, x, y, from, to, drawn.back);
    absl::StrAppend(out_, "\"/>");
    if (!drawn.label.empty()) {
      absl::StrAppend(&labels_, "<text class=\"small\" x=\"", x + 4, "\" y=\"",
                      y + 11, "\">", HtmlEscaped(drawn.label), "</text>\n");
    }
    absl::StrAppend(out_, "</g>\n");
  }

  // On top of all edges.
  absl::string_view labels() const { return labels_; }

 private:
  void AppendWay(cfg::FlowEdge edge, int64_t x, int64_t y, const Box& from,
                 const Box& to, bool back) {
    const int64_t center = to.x + to.width / 2;
    const int64_t lane =
        (back ? layout_.back_lane : layout_.lane)[edge.to.value];
    const bool near = !back && to.y > y && to.y - y < 6 * kTurn;
    if (lane != Layout::kNoLane && !near) {
      AppendLines({{x, turn_},
                   {lane, turn_},
                   {lane, to.y - kTurn},
                   {back ? to.x + 10 : center + 8, to.y - kTurn},
                   {back ? to.x + 10 : center + 8, to.y}});
    } else if (to.y >= y) {
      // Straight past its label.
      const int64_t start = std::min(y + kTurn, to.y);
      const int64_t bend = std::max<int64_t>((to.y - start) / 2, kTurn);
      absl::StrAppend(out_, " L", x, " ", start, " C", x, " ", start + bend,
                      " ", center, " ", to.y - bend, " ", center, " ", to.y);
    } else {  // upwards, without a lane: past the left of both
      const int64_t side = std::min(from.x, to.x) - kTurn / 2;
      AppendLines({{x, turn_},
                   {side, turn_},
                   {side, to.y - kTurn},
                   {to.x + 10, to.y - kTurn},
                   {to.x + 10, to.y}});
    }
  }

  struct Point {
    int64_t x, y;
  };
  void AppendLines(std::initializer_list<Point> points) {
    for (const Point& p : points) absl::StrAppend(out_, " L", p.x, " ", p.y);
  }

  const cfg::FlowGraph& graph_;
  const Layout& layout_;
  std::string* out_;
  std::string labels_;
  cfg::BlockIndex last_from_;
  int64_t port_ = 0;
  int64_t turn_ = 0;  // where this edge turns to the side
};

void BeginSvg(const Size& size, std::string* out) {
  absl::StrAppend(
      out,
      "<div class=\"scroll\"><svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"",
      size.width, "\" height=\"", size.height, "\" viewBox=\"0 0 ", size.width,
      " ", size.height, "\">\n<defs>");
  for (const char* id : {"arrow", "back"}) {
    absl::StrAppend(out, "<marker id=\"", id, "\" class=\"", id,
                    "\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
                    "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                    "<path d=\"M0 0L8 4L0 8z\"/></marker>");
  }
  absl::StrAppend(out, "</defs>\n");
}

void EndSvg(std::string* out) { absl::StrAppend(out, "</svg></div>\n"); }

void AppendMessages(const std::vector<std::string>& messages,
                    std::string* out) {
  if (messages.empty()) return;
  absl::StrAppend(out, "<ul class=\"messages\">\n");
  for (const std::string& message : messages) {
    absl::StrAppend(out, "<li>", HtmlEscaped(message), "</li>\n");
  }
  absl::StrAppend(out, "</ul>\n");
}

void AppendConstructs(const DrawnFunction& function, const Layout& layout,
                      PartWriter* parts) {
  for (uint32_t c = 1; c < layout.constructs.size(); ++c) {
    const Box& box = layout.constructs[c];
    if (box.empty()) continue;
    const std::string title = ConstructTitle(function, cfg::ConstructIndex(c));
    absl::StrAppend(parts->text(), "<rect class=\"construct ",
                    title.substr(0, title.find(' ')), "\" x=\"", box.x,
                    "\" y=\"", box.y, "\" width=\"", box.width, "\" height=\"",
                    box.height, "\" rx=\"5\"/>\n");
    parts->EndPart();
  }
}

// To the right of the back edge into the header, which ends near the left of
// its block.
constexpr int64_t kTitleX = 34;

// On top of the edges.
void AppendConstructTitles(const DrawnFunction& function, const Layout& layout,
                           PartWriter* parts) {
  for (uint32_t c = 1; c < layout.constructs.size(); ++c) {
    const Box& box = layout.constructs[c];
    if (box.empty()) continue;
    absl::StrAppend(
        parts->text(), "<text class=\"small\" x=\"", box.x + kTitleX, "\" y=\"",
        box.y + 12, "\">",
        HtmlEscaped(ConstructTitle(function, cfg::ConstructIndex(c))),
        "</text>\n");
    parts->EndPart();
  }
}

absl::string_view CssClass(const DrawnBlock& block) {
  if (block.missing || !block.messages.empty()) return "wrong";
  return block.reachable ? "" : "unreachable";
}

bool HasDebug(const DrawnFunction& function) {
  return absl::c_linear_search(function.is_debug, true);
}

void AppendPicture(const DrawnFunction& function, bool with_debug,
                   PartWriter* parts) {
  // The texts of blocks are made twice rather than held.
  std::vector<Size> sizes;
  sizes.reserve(function.blocks.size());
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    sizes.push_back(SizeOf(TextOf(function, b, with_debug)));
  }
  // The order of the search is not kept with the drawing.
  cfg::Structure structure;
  cfg::DomTreeBuilder search;
  structure.Build(function.graph, cfg::BlockIndex(0), function.merges, &search);
  const Layout layout = LayOut(function.graph, structure, search, sizes);
  std::string* const out = parts->text();
  BeginSvg(layout.size, out);
  AppendConstructs(function, layout, parts);
  EdgeWriter edges(function.graph, layout, out);
  for (size_t e = 0; e < function.labels.size(); ++e) {
    edges.Append(e, function.edge(e));
    parts->EndPart();
  }
  parts->Pass(edges.labels());
  AppendConstructTitles(function, layout, parts);
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const DrawnBlock& block = function.blocks[b];
    AppendBlock(CssClass(block), block.first_instruction,
                TextOf(function, b, with_debug), layout.blocks[b], out);
    parts->EndPart();
  }
  EndSvg(out);
}

void AppendFunction(const DrawnFunction& function, PartWriter* parts) {
  std::string* const out = parts->text();
  absl::StrAppend(out, "<details open=\"\"><summary>",
                  HtmlEscaped(function.title), "</summary>\n<pre>");
  for (const std::string& line : function.lines) {
    absl::StrAppend(out, HtmlEscaped(line), "\n");
  }
  absl::StrAppend(out, "</pre>\n");
  AppendMessages(function.messages, out);
  if (HasDebug(function)) {
    absl::StrAppend(out, "<div class=\"with-debug\">\n");
    AppendPicture(function, /*with_debug=*/true, parts);
    absl::StrAppend(out, "</div>\n<div class=\"without-debug\">\n");
    AppendPicture(function, /*with_debug=*/false, parts);
    absl::StrAppend(out, "</div>\n");
  } else {
    AppendPicture(function, /*with_debug=*/true, parts);
  }
  absl::StrAppend(out, "</details>\n");
}

// The call graph has a virtual root that calls the functions without callers.
void AppendCalls(const Drawing& drawing, PartWriter* parts) {
  if (drawing.callees.empty()) return;
  std::string* const out = parts->text();
  const uint32_t count = static_cast<uint32_t>(drawing.callees.size());
  cfg::FlowGraph graph;
  graph.Reset(count + 1);
  for (const cfg::FlowEdge& call : drawing.calls.edges()) {
    graph.AddEdge(call.from, call.to);
  }
  for (uint32_t f = 0; f < count; ++f) {
    if (drawing.calls.predecessors(cfg::BlockIndex(f)).empty()) {
      graph.AddEdge(cfg::BlockIndex(count), cfg::BlockIndex(f));
    }
  }
  graph.Finish();
  cfg::Structure structure;
  cfg::DomTreeBuilder search;
  structure.Build(graph, cfg::BlockIndex(count),
                  std::vector<cfg::BlockInfo>(count + 1), &search);
  std::vector<Text> texts;
  std::vector<Size> sizes;
  for (const DrawnCallee& callee : drawing.callees) {
    Text text;
    text.lines = {PrintableUtf8(callee.title)};
    if (!callee.subtitle.empty()) {
      text.lines.push_back(PrintableUtf8(callee.subtitle));
    }
    text.first_message = text.lines.size();
    sizes.push_back(SizeOf(text));
    texts.push_back(std::move(text));
  }
  sizes.push_back({1, 1});
  const Layout layout = LayOut(graph, structure, search, sizes);
  absl::StrAppend(out, "<details open=\"\"><summary>Calls</summary>\n");
  BeginSvg(layout.size, out);
  EdgeWriter edges(graph, layout, out);
  for (size_t e = 0; e < drawing.calls.edge_count(); ++e) {
    const cfg::FlowEdge& call = drawing.calls.edges()[e];
    DrawnEdge drawn;
    drawn.back = search.IsSearchAncestor(call.to, call.from);
    edges.Append(e, drawn);
    parts->EndPart();
  }
  for (uint32_t f = 0; f < count; ++f) {
    AppendBlock(drawing.callees[f].wrong ? "wrong" : "", 0, texts[f],
                layout.blocks[f], out);
    parts->EndPart();
  }
  EndSvg(out);
  absl::StrAppend(out, "</details>\n");
}

}  // namespace

void WriteHtml(const Drawing& drawing, WritePart write) {
  PartWriter parts(write);
  *parts.text() = PageStart(HtmlEscaped(drawing.title),
                            absl::c_any_of(drawing.functions, HasDebug));
  AppendMessages(drawing.messages, parts.text());
  AppendCalls(drawing, &parts);
  for (const DrawnFunction& function : drawing.functions) {
    AppendFunction(function, &parts);
    parts.EndPart();
  }
  absl::StrAppend(parts.text(), PageEnd());
  parts.End();
}

std::string ToHtml(const Drawing& drawing) {
  return JoinParts([&](WritePart write) { WriteHtml(drawing, write); });
}

}  // namespace plumb::drawing
