// Operands of the instructions of NonSemantic.Graph.DebugInfo, which describes
// the source of graphs of SPV_ARM_graph.
//
// Only modules that import the set are walked, outside functions.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/definition.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::NonSemanticGraphDebugInfo;

constexpr char kSection[] = "NonSemantic.Graph.DebugInfo";

constexpr RuleTable R({
    WithFix(Declare(Extension::kArmGraph),
            {"graph.debuginfo.extension", kSection,
             "importing this set requires extension SPV_ARM_graph"}),
    {"graph.debuginfo.version", kSection,
     "the version of this set must be 1, not {0}"},
    {"graph.debuginfo.result-type", kSection,
     "the result type must be void, not {0}"},
    {"graph.debuggraph.graph", kSection, "operand Graph, {0}, must be a graph"},
    {"graph.debuginfo.name", kSection,
     "operand Name, {0}, must be an OpString"},
    {"graph.debugoperation.graph", kSection,
     "operand DebugGraph, {0}, must be a DebugGraph instruction"},
    {"graph.debugoperation.instruction-present", kSection,
     "DebugOperation must list at least one instruction"},
    {"graph.debugoperation.instruction", kSection,
     "{0} must be an instruction of graph {1}"},
    {"graph.debugtensor.tensor", kSection,
     "operand Tensor must be a tensor or a composite of tensors, not {0}"},
    {"graph.debugtensor.index", kSection,
     "operand Index, {0}, must be a constant unsigned 32-bit integer"},
    {"graph.debugtensor.index-presence", kSection,
     "operand Index must be present if operand Tensor is a composite, and only "
     "then, but operand Tensor is {0}"},
    {"graph.debugtensor.index-range", kSection,
     "index {0} is out of range: operand Tensor has {1} constituent{1s}"},
});

using grammar::operand::ExtInst::kInstruction;
using grammar::operand::ExtInst::kSet;
namespace debug_info = grammar::ext_operand::NonSemanticGraphDebugInfo;
constexpr OperandIndex kName =
    debug_info::DebugGraph::kName;  // of all instructions
constexpr OperandIndex kGraph = debug_info::DebugGraph::kGraph;
constexpr OperandIndex kDebugGraph = debug_info::DebugOperation::kDebugGraph;
constexpr grammar::OptionalOperandIndex kInstructions =
    debug_info::DebugOperation::kInstructions;
constexpr OperandIndex kTensor = debug_info::DebugTensor::kTensor;
constexpr grammar::OptionalOperandIndex kIndex =
    debug_info::DebugTensor::kIndex;
constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};

class GraphDebugInfo {
 public:
  explicit GraphDebugInfo(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    InstIndex gap(0);
    for (const FunctionRange& function : module_.functions()) {
      FindGraphs(gap, function.first);
      gap = function.last;
    }
    FindGraphs(gap, InstIndex(module_.size()));
    gap = InstIndex(0);
    for (const FunctionRange& function : module_.functions()) {
      CheckGap(gap, function.first);
      gap = function.last;
    }
    CheckGap(gap, InstIndex(module_.size()));
  }

 private:
  struct Range {
    InstIndex first;
    InstIndex last;
  };

  void FindGraphs(InstIndex begin, InstIndex end) {
    for (InstIndex i = begin; i < end; ++i) {
      const Op op = module_.record(i).op;
      if (op == Op::kGraphARM) graphs_.push_back({i, end});
      if (op == Op::kGraphEndARM && !graphs_.empty()) graphs_.back().last = i;
    }
  }

  void CheckGap(InstIndex begin, InstIndex end) {
    for (InstIndex i = begin; i < end; ++i) {
      if (IsDebugInfo(i)) CheckInstruction(i);
    }
  }

  bool IsDebugInfo(InstIndex i) const {
    const Inst inst = module_.inst(i);
    return inst.op() == Op::kExtInst &&
           inst.ext_inst_set() == ExtInstSet::kNonSemanticGraphDebugInfo;
  }

  void CheckInstruction(InstIndex i);
  void CheckOperation(const CheckContext& c);
  void CheckTensor(const CheckContext& c);
  void CheckIndexRange(const CheckContext& c, OperandIndex operand);
  bool IsMadeOfTensors(Id composite);

  // The OpGraphARM of the graph that contains an instruction, or kNoInst.
  InstIndex GraphOf(InstIndex i) const {
    const auto next = std::partition_point(
        graphs_.begin(), graphs_.end(),
        [&](const Range& graph) { return graph.first <= i; });
    if (next == graphs_.begin()) return kNoInst;
    const Range& graph = *(next - 1);
    return i <= graph.last ? graph.first : kNoInst;
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<Range> graphs_;                            // in module order
  absl::flat_hash_map<uint32_t, bool> made_of_tensors_;  // by structure
};

void GraphDebugInfo::CheckInstruction(InstIndex i) {
  const CheckContext c(context_, nullptr, context_.diagnostics(), i);
  const Inst& inst = c.inst();
  if (inst.operand_count() <= kName) return;  // missing operands
  const auto number =
      NonSemanticGraphDebugInfo{inst.operand_word(kInstruction)};
  if (c.result_type().traits != 0 && !c.result_type().Is(tt::kVoid)) {
    ReportType(c, R("graph.debuginfo.result-type"), 0, inst.result_type());
  }
  const Op name = OpOf(module_, c.inst().id(kName));
  if (name != Op::kString && name != grammar::kNoOp) {
    c.Report(R("graph.debuginfo.name"), kName, {inst.id(kName)});
  }
  switch (number) {
    case NonSemanticGraphDebugInfo::kDebugGraph: {
      const Op graph = OpOf(module_, c.inst().id(kGraph));
      if (graph == Op::kGraphARM || graph == grammar::kNoOp) break;
      c.Report(R("graph.debuggraph.graph"), kGraph, {inst.id(kGraph)});
      c.PoisonResult();
      break;
    }
    case NonSemanticGraphDebugInfo::kDebugOperation:
      CheckOperation(c);
      break;
    case NonSemanticGraphDebugInfo::kDebugTensor:
      CheckTensor(c);
      break;
  }
}

void GraphDebugInfo::CheckOperation(const CheckContext& c) {
  const Inst& inst = c.inst();
  const InstIndex def = module_.def(inst.id(kDebugGraph));
  if (def == kNoInst) return;
  if (!IsDebugInfo(def) ||
      NonSemanticGraphDebugInfo{module_.inst(def).operand_word(kInstruction)} !=
          NonSemanticGraphDebugInfo::kDebugGraph) {
    c.Report(R("graph.debugoperation.graph"), kDebugGraph,
             {inst.id(kDebugGraph)});
    return;
  }
  if (context_.poisoned(inst.id(kDebugGraph))) return;
  if (module_.inst(def).operand_count() <= kGraph) return;
  if (inst.operand_count() <= kInstructions) {
    c.Report(R("graph.debugoperation.instruction-present"), Place::kWhole);
    return;
  }
  const Id graph = module_.inst(def).id(kGraph);
  for (OperandIndex o = kInstructions; o < inst.operand_count(); ++o) {
    const InstIndex part = module_.def(inst.id(o));
    if (part == kNoInst || GraphOf(part) == module_.def(graph)) continue;
    c.Report(R("graph.debugoperation.instruction"), o, {inst.id(o), graph})
        .Note("it is defined here", Place::At(part));
    return;
  }
}

// Whether each part of a composite type is a tensor.  The members of a
// structure are visited once.
bool GraphDebugInfo::IsMadeOfTensors(Id composite) {
  const TypeTable& types = context_.types();
  const TypeInfo& info = types.Get(composite);
  if (!info.Is(tt::kStruct)) {
    return info.Is(tt::kAggregate) && types.Get(info.element).Is(tt::kTensor);
  }
  const auto [entry, is_new] =
      made_of_tensors_.try_emplace(composite.value, info.count != 0);
  if (!is_new) return entry->second;
  for (uint32_t m = 0; m < info.count && entry->second; ++m) {
    const Id member = types.MemberOf(module_, composite, m);
    entry->second = types.Get(member).Is(tt::kTensor);
  }
  return entry->second;
}

void GraphDebugInfo::CheckIndexRange(const CheckContext& c,
                                     OperandIndex operand) {
  const auto index = FixedValue(c, c.inst().id(operand));
  const auto count = CountOf(c, c.type_of(kTensor));
  if (!index || !count || *index < *count) return;
  c.Report(R("graph.debugtensor.index-range"), operand, {*index, *count});
}

void GraphDebugInfo::CheckTensor(const CheckContext& c) {
  const TypeInfo& tensor = c.operand_type(kTensor);
  if (tensor.unknown()) return;
  const bool composite = IsMadeOfTensors(c.type_of(kTensor));
  if (!composite && !tensor.Is(tt::kTensor)) {
    ReportType(c, R("graph.debugtensor.tensor"), kTensor, c.type_of(kTensor));
    return;
  }
  const auto index = c.inst().Find(kIndex);
  if (index) {
    const Id id = c.inst().id(*index);
    if (!kUint32.MatchesTraits(c.operand_type(*index)) ||
        !MakesConstant(OpOf(module_, id))) {
      c.Report(R("graph.debugtensor.index"), *index, {id});
      return;
    }
  }
  if (index.has_value() != composite) {
    ReportType(c, R("graph.debugtensor.index-presence"),
               index.value_or(Place::kWhole), c.type_of(kTensor));
  } else if (index) {
    CheckIndexRange(c, *index);
  }
}

// The import name ends with a point and the version.
void CheckImport(ModuleContext& context, InstIndex import) {
  constexpr OperandIndex kSetName = grammar::operand::ExtInstImport::kName;
  const absl::string_view name = context.module().inst(import).string(kSetName);
  const absl::string_view version = name.substr(name.rfind('.') + 1);
  if (version != "1") {
    context.Report(R("graph.debuginfo.version"), Place::At(import, kSetName),
                   {version});
  }
  if (!context.features().Has(grammar::Extension::kArmGraph)) {
    context.Report(R("graph.debuginfo.extension"), Place::At(import, kSetName));
  }
}

void CheckGraphDebugInfo(ModuleContext& context) {
  const Module& module = context.module();
  for (InstIndex import : module.ext_inst_imports()) {
    if (module.imported_set(import) != ExtInstSet::kNonSemanticGraphDebugInfo) {
      continue;
    }
    CheckImport(context, import);
  }
  GraphDebugInfo(context).Check();
}

}  // namespace

extern constinit const Family kGraphDebugInfo(
    R, kModuleCheck<Phase::kSummaries, CheckGraphDebugInfo,
                    ExtInstSet::kNonSemanticGraphDebugInfo>);

}  // namespace plumb
