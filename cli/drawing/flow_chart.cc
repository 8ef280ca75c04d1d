#include "cli/drawing/flow_chart.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/report/report_writer.h"
#include "api/resolve/arg_text.h"
#include "api/resolve/id_text.h"
#include "core/op_role.h"
#include "parse/suggest.h"

namespace plumb::drawing {
namespace {

using cfg::BlockIndex;
using cfg::kNoBlock;

// The name of each id: its first OpName, or else its entry point.
absl::flat_hash_map<uint32_t, absl::string_view> NamesOf(const Module& module) {
  absl::flat_hash_map<uint32_t, absl::string_view> names;
  for (const InstIndex i : module.names()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kName) names.emplace(inst.id(0).value, inst.string(1));
  }
  for (const InstIndex i : module.entry_points()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kEntryPoint) {
      names.emplace(inst.id(1).value, inst.string(2));
    }
  }
  return names;
}

// The line of an instruction: its text on one line without comments;
// disassembled if there is no text.
std::string InstructionLine(const Module& module, InstIndex i, IdText* ids) {
  std::string line;
  if (module.text().empty()) {
    ids->disassembler().AppendInstruction(i, &line);
    return line;
  }
  const uint32_t begin = module.origin(i);
  const InstIndex next(i.value + 1);
  const absl::string_view text =
      next.value < module.size()
          ? module.text().substr(begin, module.origin(next) - begin)
          : module.text().substr(begin);
  bool in_string = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!in_string && text[at] == ';') {
      at = text.find('\n', at);
      if (at == absl::string_view::npos) break;
    }
    if (!in_string && absl::ascii_isspace(text[at])) {
      if (!line.empty() && line.back() != ' ') line += ' ';
      continue;
    }
    if (text[at] == '"') in_string = !in_string;
    line += text[at];
    if (in_string && text[at] == '\\' && at + 1 < text.size()) {
      line += text[++at];
    }
  }
  absl::StripTrailingAsciiWhitespace(&line);
  return line;
}

// A literal of an OpSwitch with this selector.
std::string CaseValue(const Module& module, const Inst& terminator,
                      uint32_t operand) {
  const absl::Span<const uint32_t> words = terminator.operand_words(operand);
  uint64_t value = words[0];
  if (words.size() > 1) value |= uint64_t{words[1]} << 32;
  const InstIndex type = module.def(module.type_of(terminator.id(0)));
  const bool is_signed = type != kNoInst &&
                         module.record(type).op == Op::kTypeInt &&
                         module.inst(type).operand_word(2) == 1;
  if (!is_signed) return absl::StrCat(value);
  return words.size() > 1
             ? absl::StrCat(static_cast<int64_t>(value))
             : absl::StrCat(static_cast<int32_t>(static_cast<uint32_t>(value)));
}

bool IsDebugInformation(const Inst& inst) {
  if (inst.op() == Op::kLine || inst.op() == Op::kNoLine) return true;
  if (inst.op() != Op::kExtInst) return false;
  const ExtInstSet set = inst.ext_inst_set();
  return set == ExtInstSet::kNonSemanticShaderDebugInfo ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo100 ||
         set == ExtInstSet::kOpenClDebugInfo100;
}

// Makes the drawings of functions, one after the other.
class FunctionDrawer {
 public:
  FunctionDrawer(const Module& module, IdText* ids)
      : module_(module), ids_(ids), block_of_(module.size(), kNoBlock) {}

  DrawnFunction Draw(uint32_t function, std::string title) {
    DrawnFunction drawn;
    drawn.title = std::move(title);
    function_ = &drawn;
    edges_.clear();
    labels_.clear();
    ends_.clear();
    FindBlocks(module_.functions()[function]);
    AddBranches();
    Finish();
    return drawn;
  }

  // The block that contains an instruction of a drawn function, or kNoBlock.
  BlockIndex BlockOf(InstIndex i) const { return block_of_[i.value]; }

 private:
  struct FlowEnds {
    InstIndex merge = kNoInst;
    InstIndex terminator = kNoInst;
  };
  struct Branch {
    BlockIndex to;
    std::string label;
  };

  void FindBlocks(const FunctionRange& range) {
    bool in_block = false;
    for (InstIndex i = range.first; i != range.last; ++i) {
      const Op op = module_.record(i).op;
      const OpRole role = RoleOf(op);
      if (role == OpRole::kFunctionEnd) continue;
      const bool before_blocks = op == Op::kFunction ||
                                 op == Op::kFunctionParameter ||
                                 op == Op::kLine || op == Op::kNoLine;
      if (role == OpRole::kLabel) {
        in_block = true;
        Begin(ids_->Text(module_.record(i).result), i.value + 1);
        labels_.emplace(module_.record(i).result.value, Last());
      } else if (!in_block && !before_blocks) {
        in_block = true;
        Begin("no label", i.value + 1);
      }
      std::string line = InstructionLine(module_, i, ids_);
      if (!in_block) {
        if (op != Op::kLine && op != Op::kNoLine) {
          function_->lines.push_back(std::move(line));
        }
        continue;
      }
      function_->block_lines.Add(line);
      ++function_->blocks.back().line_count;
      function_->is_debug.push_back(IsDebugInformation(module_.inst(i)));
      block_of_[i.value] = Last();
      NoteEnd(role, i);
    }
  }

  // `first_instruction` is 0 for a block that is not there.
  void Begin(absl::string_view name, uint32_t first_instruction = 0) {
    DrawnBlock block;
    block.first_instruction = first_instruction;
    block.first_line = function_->block_lines.size();
    function_->blocks.push_back(std::move(block));
    function_->names.Add(name);
    ends_.emplace_back();
  }

  BlockIndex Last() const {
    return BlockIndex(static_cast<uint32_t>(function_->blocks.size() - 1));
  }

  // A block ends with its first terminator; what follows leads nowhere.
  void NoteEnd(OpRole role, InstIndex i) {
    FlowEnds& ends = ends_.back();
    if (ends.terminator != kNoInst) return;
    if (role == OpRole::kSelectionMerge || role == OpRole::kLoopMerge) {
      ends.merge = i;
    } else if (role == OpRole::kBranch || role == OpRole::kTermination) {
      ends.terminator = i;
    }
  }

  // The block of a label; a missing one is added if there is none.  `near` is
  // the instruction that names it.
  BlockIndex BlockOfLabel(Id label, InstIndex near) {
    const auto it = labels_.find(label.value);
    if (it != labels_.end()) return it->second;
    Begin(ids_->Text(label, near));
    function_->blocks.back().missing = true;
    labels_.emplace(label.value, Last());
    return Last();
  }

  void AddBranches() {
    const size_t count = ends_.size();  // without the missing ones
    for (uint32_t b = 0; b < count; ++b) {
      const InstIndex terminator = ends_[b].terminator;
      if (terminator == kNoInst) continue;
      if (RoleOf(module_.record(terminator).op) == OpRole::kBranch) {
        AddBranchesOf(BlockIndex(b), module_.inst(terminator));
      }
    }
  }

  // One edge for each target, with the labels of all branches to it.
  void AddBranchesOf(BlockIndex from, const Inst& terminator) {
    edge_to_.clear();
    branches_.clear();
    const uint32_t first_target = terminator.op() == Op::kBranch ? 0 : 1;
    for (uint32_t o = first_target; o < terminator.operand_count(); ++o) {
      if (terminator.kind(o) != Kind::kIdRef) continue;
      const BlockIndex to = BlockOfLabel(terminator.id(o), terminator.index());
      const auto [it, added] = edge_to_.emplace(to.value, branches_.size());
      if (added) branches_.push_back({to, ""});
      AddLabel(LabelOf(terminator, o), &branches_[it->second].label);
    }
    for (const Branch& branch : branches_) {
      edges_.push_back({from, branch.to});
      function_->labels.Add(branch.label);
    }
  }

  std::string LabelOf(const Inst& terminator, uint32_t o) const {
    switch (terminator.op()) {
      case Op::kBranchConditional:
        return o == 1 ? "true" : "false";
      case Op::kSwitch:
        return o == 1 ? "default" : CaseValue(module_, terminator, o - 1);
      default:
        return "";
    }
  }

  static void AddLabel(const std::string& label, std::string* all) {
    constexpr size_t kMaxLabel = 60;
    if (label.empty() || absl::EndsWith(*all, ", ...")) return;
    if (all->size() > kMaxLabel) {
      absl::StrAppend(all, ", ...");
      return;
    }
    absl::StrAppend(all, all->empty() ? "" : ", ", label);
  }

  void Finish() {
    ReadMerges();  // before the graph, because targets can be missing
    const uint32_t count = static_cast<uint32_t>(function_->blocks.size());
    function_->merges.resize(count);
    function_->graph.Reset(count);
    for (const cfg::FlowEdge& e : edges_) {
      function_->graph.AddEdge(e.from, e.to);
    }
    function_->graph.Finish();
    function_->structure.Build(function_->graph, BlockIndex(0),
                               function_->merges, &search_);
    for (const cfg::FlowEdge& e : edges_) {
      function_->is_back.push_back(search_.IsSearchAncestor(e.to, e.from));
    }
    search_.ReleaseLarge();
    MarkReachable();
  }

  void ReadMerges() {
    const size_t count = ends_.size();
    function_->merges.resize(count);
    for (size_t b = 0; b < count; ++b) {
      if (ends_[b].merge == kNoInst) continue;
      const Inst merge = module_.inst(ends_[b].merge);
      cfg::BlockInfo info;
      info.merge = BlockOfLabel(merge.id(0), merge.index());
      if (merge.op() == Op::kLoopMerge) {
        info.header = cfg::HeaderKind::kLoop;
        info.continue_target = BlockOfLabel(merge.id(1), merge.index());
      } else {
        const InstIndex end = ends_[b].terminator;
        info.header = end != kNoInst && module_.record(end).op == Op::kSwitch
                          ? cfg::HeaderKind::kSwitch
                          : cfg::HeaderKind::kSelection;
      }
      function_->merges[b] = info;
    }
  }

  void MarkReachable() {
    for (DrawnBlock& block : function_->blocks) block.reachable = false;
    if (function_->blocks.empty()) return;
    std::vector<BlockIndex> open = {BlockIndex(0)};
    function_->blocks[0].reachable = true;
    while (!open.empty()) {
      const BlockIndex b = open.back();
      open.pop_back();
      for (const BlockIndex next : function_->graph.successors(b)) {
        if (function_->blocks[next.value].reachable) continue;
        function_->blocks[next.value].reachable = true;
        open.push_back(next);
      }
    }
  }

  const Module& module_;
  IdText* ids_;
  DrawnFunction* function_ = nullptr;
  std::vector<BlockIndex> block_of_;  // by instruction of the module
  std::vector<FlowEnds> ends_;        // by block
  cfg::DomTreeBuilder search_;
  std::vector<cfg::FlowEdge> edges_;
  std::vector<Branch> branches_;  // of one terminator
  absl::flat_hash_map<uint32_t, BlockIndex> labels_;
  absl::flat_hash_map<uint32_t, size_t> edge_to_;  // of one terminator
};

class ModuleDrawer {
 public:
  ModuleDrawer(const Module& module, const DiagnosticList& diagnostics)
      : module_(module),
        diagnostics_(diagnostics),
        ids_(module),
        names_(NamesOf(module)),
        drawer_(module, &ids_) {}

  Drawing Draw(absl::string_view title, std::optional<uint32_t> only) {
    drawing_.title = std::string(title);
    DrawCalls();
    const uint32_t count = static_cast<uint32_t>(module_.functions().size());
    place_of_.assign(count, kNotDrawn);
    for (uint32_t f = only.value_or(0); f < (only ? *only + 1 : count); ++f) {
      place_of_[f] = static_cast<uint32_t>(drawing_.functions.size());
      drawing_.functions.push_back(drawer_.Draw(f, Title(f)));
    }
    for (const Diagnostic& d : diagnostics_.diagnostics()) Place(d);
    return std::move(drawing_);
  }

 private:
  static constexpr uint32_t kNotDrawn = 0xffffffff;

  Id FunctionId(uint32_t f) const {
    return module_.record(module_.functions()[f].first).result;
  }

  std::string Title(uint32_t f) {
    const Id id = FunctionId(f);
    std::string text = ids_.Text(id);
    const auto name = names_.find(id.value);
    if (name == names_.end() || absl::StrCat("%", name->second) == text) {
      return text;
    }
    return absl::StrCat(text, " \"", name->second, "\"");
  }

  // The function that contains an instruction, or kNotDrawn.
  uint32_t FunctionAt(InstIndex i) const {
    const auto functions = module_.functions();
    const auto after = std::upper_bound(
        functions.begin(), functions.end(), i,
        [](InstIndex at, const FunctionRange& f) { return at < f.first; });
    if (after == functions.begin() || i >= (after - 1)->last) return kNotDrawn;
    return static_cast<uint32_t>(after - functions.begin() - 1);
  }

  uint32_t FunctionOf(Id id) const {
    const InstIndex def = module_.def(id);
    if (def == kNoInst || module_.record(def).op != Op::kFunction) {
      return kNotDrawn;
    }
    return FunctionAt(def);
  }

  void DrawCalls() {
    const uint32_t count = static_cast<uint32_t>(module_.functions().size());
    drawing_.calls.Reset(count);
    std::vector<uint32_t> last_caller(count, kNotDrawn);
    for (uint32_t f = 0; f < count; ++f) {
      drawing_.callees.push_back({Title(f), "", false});
      const FunctionRange& range = module_.functions()[f];
      for (InstIndex i = range.first; i != range.last; ++i) {
        if (module_.record(i).op != Op::kFunctionCall) continue;
        const uint32_t callee = FunctionOf(module_.inst(i).id(2));
        if (callee == kNotDrawn || last_caller[callee] == f) continue;
        last_caller[callee] = f;
        drawing_.calls.AddEdge(BlockIndex(f), BlockIndex(callee));
      }
    }
    drawing_.calls.Finish();
    for (const InstIndex i : module_.entry_points()) {
      const Inst inst = module_.inst(i);
      if (inst.op() != Op::kEntryPoint) continue;
      const uint32_t f = FunctionOf(inst.id(1));
      if (f == kNotDrawn) continue;
      std::string& subtitle = drawing_.callees[f].subtitle;
      absl::StrAppend(&subtitle, subtitle.empty() ? "" : ", ");
      AppendEnumerant(Kind::kExecutionModel, inst.operand_word(0), &subtitle);
      absl::StrAppend(&subtitle, " \"", inst.string(2), "\"");
    }
  }

  // Puts a message where its place is: in a block, a function or the module.
  void Place(const Diagnostic& d) {
    const InstIndex inst =
        d.place.kind == Place::Kind::kInstruction ? d.place.inst : kNoInst;
    std::string message =
        absl::StrCat(SeverityText(d.severity), ": ",
                     MessageText(module_, d.rule->text, d.args, inst, &ids_),
                     " [", d.rule->id, "]");
    const uint32_t f = inst == kNoInst ? kNotDrawn : FunctionAt(inst);
    if (f == kNotDrawn) {
      drawing_.messages.push_back(std::move(message));
      return;
    }
    drawing_.callees[f].wrong = true;
    if (place_of_[f] == kNotDrawn) return;
    DrawnFunction& function = drawing_.functions[place_of_[f]];
    const BlockIndex block = drawer_.BlockOf(inst);
    (block == kNoBlock ? function.messages
                       : function.blocks[block.value].messages)
        .push_back(std::move(message));
  }

  const Module& module_;
  const DiagnosticList& diagnostics_;
  IdText ids_;
  absl::flat_hash_map<uint32_t, absl::string_view> names_;
  FunctionDrawer drawer_;
  Drawing drawing_;
  std::vector<uint32_t> place_of_;  // by function, in drawing_.functions
};

}  // namespace

absl::StatusOr<uint32_t> FindFunction(const Module& module,
                                      absl::string_view name) {
  IdText ids(module);
  const auto names = NamesOf(module);
  const absl::string_view bare = absl::StripPrefix(name, "%");
  std::vector<std::string> candidates;
  const uint32_t count = static_cast<uint32_t>(module.functions().size());
  for (uint32_t f = 0; f < count; ++f) {
    const Id id = module.record(module.functions()[f].first).result;
    const auto it = names.find(id.value);
    candidates.push_back(ids.Text(id).substr(1));
    if (candidates.back() == bare ||
        absl::StrCat(module.original_id(id)) == bare ||
        (it != names.end() && it->second == name)) {
      return f;
    }
  }
  // Every other name of an entry point.
  for (const InstIndex i : module.entry_points()) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kEntryPoint || inst.string(2) != name) continue;
    for (uint32_t f = 0; f < count; ++f) {
      if (module.record(module.functions()[f].first).result == inst.id(1)) {
        return f;
      }
    }
  }
  Suggestion suggestion(bare);
  for (const std::string& candidate : candidates) suggestion.Offer(candidate);
  return absl::NotFoundError(absl::StrCat(
      "there is no function '", name, "'",
      suggestion.best().empty()
          ? ""
          : absl::StrCat("; did you mean ", suggestion.best(), "?")));
}

Drawing DrawModule(const Module& module, const DiagnosticList& diagnostics,
                   absl::string_view title, std::optional<uint32_t> function) {
  return ModuleDrawer(module, diagnostics).Draw(title, function);
}

}  // namespace plumb::drawing
