// The layout of graphs (SPV_ARM_graph): OpGraphARM, inputs, body, outputs,
// OpGraphEndARM, after all functions.
//
// Only modules with capability GraphARM are walked, outside functions.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr absl::string_view kSection = "SPV_ARM_graph";

constexpr RuleTable R({
    {"layout.graph.after-functions", kSection,
     "function {0} must come before all graphs"},
    {"layout.graph.ended", kSection, "graph {0} has no OpGraphEndARM"},
    {"layout.graph.open", kSection, "{0} must be in a graph"},
    {"layout.graph.only-listed", kSection, "{0} must not be in a graph"},
    {"layout.graph.has-output", kSection, "graph {0} sets no output"},
    {"layout.graphinput.position", kSection,
     "OpGraphInputARM must follow OpGraphARM or another input, not {0}"},
    {"layout.graphsetoutput.position", kSection,
     "{0} must not follow the outputs of a graph"},
});

class Graphs {
 public:
  explicit Graphs(ModuleContext& context)
      : context_(context), module_(context.module()), roles_(module_) {}

  void Check() {
    InstIndex gap(0);
    for (const FunctionRange& function : module_.functions()) {
      CheckGap(gap, function.first);
      if (first_ != kNoInst && !reported_order_) {
        reported_order_ = true;
        context_
            .Report(R("layout.graph.after-functions"),
                    Place::At(function.first),
                    {module_.record(function.first).result})
            .Note("the first graph is here", Place::At(first_));
      }
      gap = function.last;
    }
    CheckGap(gap, InstIndex(module_.size()));
  }

 private:
  void CheckGap(InstIndex begin, InstIndex end) {
    for (InstIndex i = begin; i < end; ++i) {
      const Op op = module_.record(i).op;
      const Placement p = PlacementOf(op);
      if (p == Placement::kLine) continue;
      if (graph_ != kNoInst || IsGraphPart(p)) Step(i, op, p);
    }
    Close();
  }

  void Step(InstIndex i, Op op, Placement p) {
    const bool begins =
        p == Placement::kGraph || p == Placement::kGraphEntryPoint;
    if (begins && first_ == kNoInst) first_ = i;
    if (begins) {
      Close();
      if (p == Placement::kGraph) Open(i);
      return;
    }
    if (graph_ == kNoInst) {
      // Reported once for a graph without OpGraphARM.
      if (!lost_) context_.Report(R("layout.graph.open"), Place::At(i), {op});
      lost_ = p != Placement::kGraphEnd;
      return;
    }
    switch (p) {
      case Placement::kGraphEnd:
        if (outputs_ == kNoInst) {
          context_.Report(R("layout.graph.has-output"), Place::At(i),
                          {module_.record(graph_).result});
        }
        graph_ = kNoInst;
        return;
      case Placement::kGraphOutput:
        if (outputs_ == kNoInst) outputs_ = i;
        return;
      case Placement::kGraphInput:
        if (outputs_ != kNoInst) return ReportAfterOutputs(i, op);
        if (body_ != kNoInst) {
          context_
              .Report(R("layout.graphinput.position"), Place::At(i),
                      {module_.record(body_).op})
              .Note("this precedes", Place::At(body_));
        }
        return;
      default:
        if (p == Placement::kExtInst &&
            roles_.RoleOf(i) != ExtInstRole::kSemantic) {
          return;
        }
        if (op != Op::kCompositeExtract && p != Placement::kExtInst) {
          context_.Report(R("layout.graph.only-listed"), Place::At(i), {op});
          return;
        }
        if (outputs_ != kNoInst) return ReportAfterOutputs(i, op);
        body_ = i;
        return;
    }
  }

  void ReportAfterOutputs(InstIndex i, Op op) {
    context_.Report(R("layout.graphsetoutput.position"), Place::At(i), {op})
        .Note("the first output is here", Place::At(outputs_));
  }

  void Open(InstIndex graph) {
    graph_ = graph;
    body_ = kNoInst;
    outputs_ = kNoInst;
  }

  // Reports a graph that is still open here, because its end is missing.
  void Close() {
    if (graph_ == kNoInst) return;
    context_.Report(R("layout.graph.ended"), Place::At(graph_),
                    {module_.record(graph_).result});
    graph_ = kNoInst;
  }

  ModuleContext& context_;
  const Module& module_;
  ExtInstRoles roles_;
  InstIndex first_ = kNoInst;  // of the section
  bool reported_order_ = false;
  // The open graph.
  bool lost_ = false;  // in a graph without OpGraphARM
  InstIndex graph_ = kNoInst;
  InstIndex body_ = kNoInst;     // its last body instruction
  InstIndex outputs_ = kNoInst;  // its first output
};

void CheckGraphs(ModuleContext& context) { Graphs(context).Check(); }

}  // namespace

extern constinit const Family kGraphLayout(
    R, kModuleCheck<Phase::kLayout, CheckGraphs, Capability::kGraphARM>);

}  // namespace plumb
