// Graphs of SPV_ARM_graph: their types, constants, entry points, inputs and
// outputs.
//
// One walk of the instructions outside functions, only for modules that
// declare capability GraphARM.  Inputs and outputs are ports: an index into
// the types of the graph type and, for arrays of tensors, an index of an
// element.  The ports of a graph are sorted by these to find repeated ones.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_ARM_graph";
constexpr char kInputVuid[] = "VUID-StandaloneSpirv-OpGraphInputARM-09931";
constexpr char kOutputVuid[] = "VUID-StandaloneSpirv-OpGraphSetOutputARM-09932";

constexpr RuleTable R({
    {"graph.typegraph.input-count", kSection,
     "the graph type declares {0} input{0s}, but lists only {1} type{1s}"},
    {"graph.typegraph.has-output", kSection,
     "the graph type must have at least one output"},
    {"graph.typegraph.interface-type", kSection,
     "inputs and outputs must be tensors or arrays of tensors, not {0}"},
    {"graph.graphconstant.result-type", kSection,
     "the result type must be a tensor type, not {0}"},
    {"graph.graphconstant.unique", kSection,
     "another graph constant already has number {0}"},
    {"graph.entrypoint.interface-count", kSection,
     "the interface of graph {0} must list {2} variable{2s}, one for each "
     "input and output, not {1}"},
    {"graph.entrypoint.interface-variable", kSection,
     "{0} must be a variable of storage class UniformConstant"},
    {"graph.entrypoint.interface-type", kSection,
     "interface variable {0} points to {1}, but the graph expects {2}"},
    {"graph.graph.result-type", kSection,
     "the result type must be a graph type, not {0}"},
    {"graph.input.index-type", kSection,
     "operand InputIndex must be a 32-bit integer, not {0}"},
    {"graph.input.index-constant", kSection,
     "operand InputIndex must be a constant, but {0} is not", kInputVuid,
     Severity::kError, kInVulkan},
    Contradicts(Contradicted::kOperand,
                {"graph.input.index-range", kSection,
                 "the index is out of range: graph {0} has {1} input{1s}"}),
    {"graph.input.element-type", kSection,
     "operand ElementIndex must be a 32-bit integer, not {0}"},
    {"graph.input.element-constant", kSection,
     "operand ElementIndex must be a constant, but {0} is not", kInputVuid,
     Severity::kError, kInVulkan},
    {"graph.input.element-array", kSection,
     "the input, of type {0}, has no elements to index"},
    {"graph.input.element-range", kSection,
     "the element index is out of range: the input, of type {0}, has {1} "
     "element{1s}"},
    {"graph.input.element-single", kSection,
     "an input takes at most one element index, not {0}"},
    {"graph.input.result-type", kSection,
     "the result type must be that of the input, {1}, not {0}"},
    {"graph.input.unique", kSection,
     "another instruction already defines this input"},
    {"graph.output.index-type", kSection,
     "operand OutputIndex must be a 32-bit integer, not {0}"},
    {"graph.output.index-constant", kSection,
     "operand OutputIndex must be a constant, but {0} is not", kOutputVuid,
     Severity::kError, kInVulkan},
    Contradicts(Contradicted::kOperand,
                {"graph.output.index-range", kSection,
                 "the index is out of range: graph {0} has {1} output{1s}"}),
    {"graph.output.element-type", kSection,
     "operand ElementIndex must be a 32-bit integer, not {0}"},
    {"graph.output.element-constant", kSection,
     "operand ElementIndex must be a constant, but {0} is not", kOutputVuid,
     Severity::kError, kInVulkan},
    {"graph.output.element-array", kSection,
     "the output, of type {0}, has no elements to index"},
    {"graph.output.element-range", kSection,
     "the element index is out of range: the output, of type {0}, has {1} "
     "element{1s}"},
    {"graph.output.element-single", kSection,
     "an output takes at most one element index, not {0}"},
    {"graph.output.value-type", kSection,
     "operand Value must have the type of the output, {1}, not {0}"},
    {"graph.output.unique", kSection,
     "another instruction already sets this output"},
});

using grammar::operand::GraphConstantARM::kGraphConstantID;
using grammar::operand::TypeGraphARM::kInOutTypes;
using grammar::operand::TypeGraphARM::kNumInputs;
namespace entry_point = grammar::operand::GraphEntryPointARM;
namespace input = grammar::operand::GraphInputARM;
namespace set_output = grammar::operand::GraphSetOutputARM;

// The rules and operands of inputs or outputs.
struct PortKind {
  bool output;
  OperandIndex value;  // its type is checked
  OperandIndex index;
  OperandIndex element;  // optional
  const Rule& index_type;
  const Rule& index_constant;
  const Rule& index_range;
  const Rule& element_type;
  const Rule& element_constant;
  const Rule& element_array;
  const Rule& element_range;
  const Rule& element_single;
  const Rule& type;
  const Rule& unique;
};
constexpr PortKind kInput = {false,
                             input::kResultType,
                             input::kInputIndex,
                             input::kElementIndex,
                             R("graph.input.index-type"),
                             R("graph.input.index-constant"),
                             R("graph.input.index-range"),
                             R("graph.input.element-type"),
                             R("graph.input.element-constant"),
                             R("graph.input.element-array"),
                             R("graph.input.element-range"),
                             R("graph.input.element-single"),
                             R("graph.input.result-type"),
                             R("graph.input.unique")};
constexpr PortKind kOutput = {true,
                              set_output::kValue,
                              set_output::kOutputIndex,
                              set_output::kElementIndex,
                              R("graph.output.index-type"),
                              R("graph.output.index-constant"),
                              R("graph.output.index-range"),
                              R("graph.output.element-type"),
                              R("graph.output.element-constant"),
                              R("graph.output.element-array"),
                              R("graph.output.element-range"),
                              R("graph.output.element-single"),
                              R("graph.output.value-type"),
                              R("graph.output.unique")};

// A port that an instruction reads or sets, with known indexes.
struct Port {
  static constexpr int64_t kWhole = -1;  // without an element index

  bool output;
  int64_t index;
  int64_t element;
  InstIndex inst;
};

class GraphRules {
 public:
  explicit GraphRules(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    InstIndex gap(0);
    for (const FunctionRange& function : module_.functions()) {
      CheckGap(gap, function.first);
      gap = function.last;
    }
    CheckGap(gap, InstIndex(module_.size()));
    CheckUnique();
  }

 private:
  void CheckGap(InstIndex begin, InstIndex end) {
    for (InstIndex i = begin; i < end; ++i) {
      switch (module_.record(i).op) {
        case Op::kTypeGraphARM:
          CheckType(i);
          break;
        case Op::kGraphConstantARM:
          CheckConstant(i);
          break;
        case Op::kGraphEntryPointARM:
          CheckEntryPoint(i);
          break;
        case Op::kGraphARM:
          CheckUnique();
          CheckGraph(i);
          break;
        case Op::kGraphInputARM:
          CheckPort(i, kInput);
          break;
        case Op::kGraphSetOutputARM:
          CheckPort(i, kOutput);
          break;
        default:
          break;
      }
    }
  }

  CheckContext At(InstIndex i) {
    return CheckContext(context_, nullptr, context_.diagnostics(), i);
  }
  const TypeInfo& Type(Id type) const { return context_.types().Get(type); }

  void CheckType(InstIndex i);
  void CheckConstant(InstIndex i);
  void CheckEntryPoint(InstIndex i);
  void CheckGraph(InstIndex i);
  void CheckPort(InstIndex i, const PortKind& kind);
  bool CheckIndex(const CheckContext& c, OperandIndex operand,
                  const Rule& type_rule, const Rule& constant_rule);
  bool CheckElement(const CheckContext& c, const PortKind& kind, Id type);
  void CheckUnique();
  bool IsInterfaceType(Id type) const;
  Id GraphTypeOf(InstIndex graph) const;

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, InstIndex> constants_;  // by their number
  // The open graph.
  Id graph_;                  // kNoId: unknown
  InstIndex type_ = kNoInst;  // its type
  std::vector<Port> ports_;
};

// --- Types, constants, entry points ---

bool GraphRules::IsInterfaceType(Id type) const {
  const TypeInfo& info = Type(type);
  if (info.Is(tt::kTensor)) return true;
  return info.Is(tt::kArray | tt::kRuntimeArray) &&
         Type(info.element).Is(tt::kTensor);
}

void GraphRules::CheckType(InstIndex i) {
  const CheckContext c = At(i);
  const Inst& type = c.inst();
  const uint32_t inputs = type.operand_word(kNumInputs);
  const uint32_t types = type.operand_count() - kInOutTypes.value;
  if (inputs > types) {
    c.Report(R("graph.typegraph.input-count"), kNumInputs, {inputs, types});
  } else if (inputs == types) {
    c.Report(R("graph.typegraph.has-output"), Place::kWhole);
  }
  if (inputs >= types) return c.PoisonResult();
  for (OperandIndex o = kInOutTypes; o < type.operand_count(); ++o) {
    const TypeInfo& info = Type(type.id(o));
    if (info.traits == 0 || IsInterfaceType(type.id(o))) continue;
    ReportType(c, R("graph.typegraph.interface-type"), o, type.id(o));
    return c.PoisonResult();
  }
}

void GraphRules::CheckConstant(InstIndex i) {
  const CheckContext c = At(i);
  if (c.result_type().traits != 0 && !c.result_type().Is(tt::kTensor)) {
    ReportType(c, R("graph.graphconstant.result-type"), 0,
               c.inst().result_type());
    c.PoisonResult();
  }
  const uint32_t number = c.inst().operand_word(kGraphConstantID);
  const auto [entry, is_new] = constants_.emplace(number, i);
  if (is_new) return;
  c.Report(R("graph.graphconstant.unique"), kGraphConstantID, {number})
      .Note("it is here", Place::At(entry->second, kGraphConstantID));
}

// The type of an OpGraphARM, or kNoId.
// The type of a graph; kNoId if it is wrong, also if no rule says so.
Id GraphRules::GraphTypeOf(InstIndex graph) const {
  const Id id = module_.inst(graph).result_type();
  const InstIndex def = module_.def(id);
  if (def == kNoInst || context_.poisoned(id)) return kNoId;
  const Inst type = module_.inst(def);
  if (type.op() != Op::kTypeGraphARM) return kNoId;
  const uint32_t types = type.operand_count() - kInOutTypes.value;
  return type.operand_word(kNumInputs) < types ? id : kNoId;
}

void GraphRules::CheckEntryPoint(InstIndex i) {
  const CheckContext c = At(i);
  const Inst& entry = c.inst();
  const Id graph = entry.id(entry_point::kGraph);
  const InstIndex def = module_.def(graph);
  if (def == kNoInst) return;
  if (module_.record(def).op != Op::kGraphARM) return;
  const Id type_id = GraphTypeOf(def);
  if (type_id == kNoId) return;
  const Inst type = module_.inst(module_.def(type_id));
  const uint32_t listed = entry.operand_count() - entry_point::kInterface.value;
  const uint32_t ports = type.operand_count() - kInOutTypes.value;
  if (listed != ports) {
    c.Report(R("graph.entrypoint.interface-count"), Place::kWhole,
             {graph, listed, ports})
        .Note("the type of the graph is declared here",
              Place::At(type.index()));
    return;
  }
  for (uint32_t n = 0; n < listed; ++n) {
    const OperandIndex o = entry_point::kInterface + n;
    const InstIndex variable = module_.def(entry.id(o));
    if (variable == kNoInst) continue;
    const TypeInfo& pointer = c.operand_type(o);
    const bool is_variable = module_.record(variable).op == Op::kVariable &&
                             StorageClass{module_.inst(variable).operand_word(
                                 grammar::operand::Variable::kStorageClass)} ==
                                 StorageClass::kUniformConstant;
    if (!is_variable) {
      c.Report(R("graph.entrypoint.interface-variable"), o, {entry.id(o)})
          .Note("it is defined here", Place::At(variable));
      continue;
    }
    const Id port = type.id(kInOutTypes + n);
    if (!pointer.Is(tt::kPointer) || pointer.element == port) continue;
    c.Report(R("graph.entrypoint.interface-type"), o,
             {entry.id(o), Arg::Type(pointer.element), Arg::Type(port)})
        .Note("the type of the graph is declared here",
              Place::At(type.index(), kInOutTypes + n));
  }
}

// --- Inputs and outputs ---

void GraphRules::CheckGraph(InstIndex i) {
  graph_ = kNoId;
  const CheckContext c = At(i);
  const Id type = c.inst().result_type();
  const InstIndex def = module_.def(type);
  if (def == kNoInst) return;
  if (module_.record(def).op != Op::kTypeGraphARM) {
    ReportType(c, R("graph.graph.result-type"), 0, type);
    c.PoisonResult();
    return;
  }
  if (GraphTypeOf(i) == kNoId) return;
  graph_ = c.inst().result();
  type_ = def;
}

// Checks that an operand is a 32-bit integer and, if required, a constant.
bool GraphRules::CheckIndex(const CheckContext& c, OperandIndex operand,
                            const Rule& type_rule, const Rule& constant_rule) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.traits == 0) return false;
  if (!kInt32.MatchesTraits(type)) {
    ReportType(c, type_rule, operand, c.type_of(operand));
    return false;
  }
  if (!IsConstantOf(c, operand, kAnyType)) {
    c.Report(constant_rule, operand, {c.inst().id(operand)});
  }
  return true;
}

// Checks that the optional element index selects an element of the port's
// type.
bool GraphRules::CheckElement(const CheckContext& c, const PortKind& kind,
                              Id type) {
  const auto at = kind.element;
  const TypeInfo& info = Type(type);
  if (!info.Is(tt::kArray | tt::kRuntimeArray)) {
    c.Report(kind.element_array, at, {Arg::Type(type)});
    return false;
  }
  if (!info.Is(tt::kArray)) return true;
  const ScalarConstant length = context_.constants().Scalar(
      module_.inst(module_.def(type)).id(grammar::operand::TypeArray::kLength));
  const ScalarConstant element =
      context_.constants().Scalar(c.inst().id(kind.element));
  if (!length.fixed() || !element.fixed() ||
      (element.value >= 0 && element.value < length.value)) {
    return true;
  }
  c.Report(kind.element_range, at,
           {Arg::Type(type), static_cast<uint64_t>(length.value)});
  return false;
}

void GraphRules::CheckPort(InstIndex i, const PortKind& kind) {
  const CheckContext c = At(i);
  const uint32_t count = c.inst().operand_count();
  const bool has_element = count > kind.element;
  if (count > kind.element.value + 1) {
    c.Report(kind.element_single, kind.element + 1,
             {count - kind.element.value});
    return;
  }
  if (!CheckIndex(c, kind.index, kind.index_type, kind.index_constant) ||
      (has_element && !CheckIndex(c, kind.element, kind.element_type,
                                  kind.element_constant)) ||
      graph_ == kNoId) {
    return;
  }
  const ScalarConstant index =
      context_.constants().Scalar(c.inst().id(kind.index));
  if (!index.fixed()) return;
  const Inst type = module_.inst(type_);
  const uint32_t inputs = type.operand_word(kNumInputs);
  const uint32_t outputs = type.operand_count() - kInOutTypes.value - inputs;
  const uint32_t ports = kind.output ? outputs : inputs;
  if (index.value < 0 || index.value >= ports) {
    c.Report(kind.index_range, kind.index, {graph_, ports})
        .Note("its type is declared here", Place::At(type_));
    return;
  }
  const auto n = static_cast<uint32_t>(index.value);
  const Id port = type.id(kInOutTypes + n + (kind.output ? inputs : 0));
  if (has_element && !CheckElement(c, kind, port)) return;

  const Id expected = has_element ? Type(port).element : port;
  const Id found = kind.output ? c.type_of(kind.value) : c.inst().result_type();
  if (found != kNoId && found != expected) {
    ReportTypes(c, kind.type, kind.value, found, expected);
  }
  int64_t element = Port::kWhole;
  if (has_element) {
    const ScalarConstant value =
        context_.constants().Scalar(c.inst().id(kind.element));
    if (!value.fixed()) return;
    element = value.value;
  }
  ports_.push_back({kind.output, index.value, element, i});
}

// Reports ports of the open graph that occur twice, as a whole or as an
// element.
void GraphRules::CheckUnique() {
  std::sort(ports_.begin(), ports_.end(), [](const Port& a, const Port& b) {
    return std::tie(a.output, a.index, a.element, a.inst) <
           std::tie(b.output, b.index, b.element, b.inst);
  });
  const auto report = [this](const Port& port, const Port& other) {
    const auto [first, second] = std::minmax(port.inst, other.inst);
    context_.Report((port.output ? kOutput : kInput).unique, Place::At(second))
        .Note("it is here", Place::At(first));
  };
  size_t group = 0;  // the first port with the same index
  for (size_t p = 1; p < ports_.size(); ++p) {
    const Port& first = ports_[group];
    const Port& previous = ports_[p - 1];
    const Port& port = ports_[p];
    if (port.output != first.output || port.index != first.index) {
      group = p;
    } else if (first.element == Port::kWhole) {
      report(port, first);
    } else if (port.element == previous.element) {
      report(port, previous);
    }
  }
  ports_.clear();
}

void CheckGraphs(ModuleContext& context) { GraphRules(context).Check(); }

}  // namespace

extern constinit const Family kGraph(
    R, kModuleCheck<Phase::kSummaries, CheckGraphs, Capability::kGraphARM>);

}  // namespace plumb
