// Entry points and their functions (sections 2.6, 2.16.1 and 3.3.5).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_points.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "cfg/call_graph.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/opencl_section.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr Scope kWithGraphs = {.needs = Capability::kGraphARM};
constexpr Scope kElsewhere = {.envs = kAnyEnv & ~kVulkanEnvs & ~kOpenGlEnvs};
constexpr char kRecursionText[] =
    "function {0} is reachable from an entry point, so it must not call itself";

constexpr RuleTable R({
    {"entry.module.at-least-one",
     "2.16.1",
     "the module has no entry point and does not declare capability Linkage",
     "",
     Severity::kError,
     {.unless = Capability::kLinkage}},
    {"entry.graph.at-least-one", "SPV_ARM_graph",
     "the module declares capability GraphARM, but has no graph entry point",
     "", Severity::kError, kWithGraphs},
    {"entry.graph.unique-name", "SPV_ARM_graph",
     "another graph entry point has the same name", "", Severity::kError,
     kWithGraphs},
    Malformed({"entry.entrypoint.is-function", "3.3.5",
               "entry point {0} must be a function"}),
    {"entry.entrypoint.unique-name-model", "3.3.5",
     "another entry point has the same name and execution model"},
    {"entry.entrypoint.no-parameters", "3.3.5",
     "entry point {0} must not have parameters",
     "VUID-StandaloneSpirv-None-04633", Severity::kError, kInVulkan},
    {"entry.entrypoint.no-result", "3.3.5",
     "entry point {0} must return void, not {1}",
     "VUID-StandaloneSpirv-None-04633", Severity::kError, kInVulkan},
    InOpenGl("entry.entrypoint.opengl-no-parameters",
             "entry point {0} must not have parameters"),
    InOpenGl("entry.entrypoint.opengl-no-result",
             "entry point {0} must return void, not {1}"),
    // Elsewhere no text states it, but implementations require it.
    {"entry.entrypoint.no-parameters-expected", "3.3.5",
     "entry point {0} has parameters, which most implementations reject", "",
     Severity::kWarning, kElsewhere},
    {"entry.entrypoint.no-result-expected", "3.3.5",
     "entry point {0} returns {1}, which most implementations reject", "",
     Severity::kWarning, kElsewhere},
    {"entry.function.not-called", "2.16.1",
     "function {0} is an entry point, so it must not be called"},
    {"entry.entrypoint.opencl-no-result", kOpenCl,
     "kernel {0} must return void, not {1}", "", Severity::kError, kInOpenCl},
    {"entry.calltree.opencl-no-recursion", kOpenCl, kRecursionText, "",
     Severity::kError, kInOpenCl},
    InOpenGl("entry.calltree.opengl-no-recursion", kRecursionText),
    {"entry.calltree.no-recursion", "2.16.1", kRecursionText,
     "VUID-StandaloneSpirv-None-04634", Severity::kError, kInVulkan},
});

// The maximum number of notes with the calls of a cycle.
constexpr size_t kMaxNotes = 8;

constexpr OperandIndex kCallee = operand::FunctionCall::kFunction;

Id FunctionId(const Module& module, cfg::FunctionIndex f) {
  return module.record(module.functions()[f.value].first).result;
}

// The first call of one function in another.
InstIndex FindCall(const Module& module, const FunctionRange& caller,
                   Id callee) {
  for (InstIndex i = caller.first; i != caller.last; ++i) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kFunctionCall && inst.id(kCallee) == callee) return i;
  }
  return caller.first;
}

void CheckPresence(ModuleContext& context) {
  const Module& module = context.module();
  if (module.entry_points().empty() && !context.Has(Capability::kLinkage) &&
      !context.Has(Capability::kGraphARM)) {
    context.Report(R("entry.module.at-least-one"), Place::WholeModule());
  }
}

void CheckGraphEntryPoints(ModuleContext& context) {
  constexpr OperandIndex kName = operand::GraphEntryPointARM::kName;
  const Module& module = context.module();
  absl::flat_hash_map<absl::string_view, InstIndex> names;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kGraphEntryPointARM) continue;
    const auto [entry, is_new] = names.emplace(inst.string(kName), i);
    if (is_new) continue;
    context.Report(R("entry.graph.unique-name"), Place::At(i, kName))
        .Note("it is here", Place::At(entry->second, kName));
  }
  if (names.empty()) {
    context.Report(R("entry.graph.at-least-one"), Place::WholeModule());
  }
}

void CheckUniqueNames(ModuleContext& context) {
  const Module& module = context.module();
  if (module.entry_points().size() < 2) return;
  absl::flat_hash_map<std::pair<ExecutionModel, absl::string_view>, InstIndex>
      first;
  first.reserve(module.entry_points().size());
  for (InstIndex i : module.entry_points()) {
    // Entry points of variants for different devices may share a name.
    if (module.record(i).op != Op::kEntryPoint) continue;
    const EntryPoint entry_point(module, i);
    const auto [at, is_new] = first.try_emplace(
        std::make_pair(entry_point.model(), entry_point.name()), i);
    if (is_new) continue;
    context
        .Report(R("entry.entrypoint.unique-name-model"),
                Place::At(i, entry_point.name_operand()))
        .Note("it is here", Place::At(at->second, entry_point.name_operand()));
  }
}

void CheckResult(ModuleContext& context, const EntryPoint& entry_point,
                 InstIndex function, absl::Span<const Rule* const> rules) {
  const Inst inst = context.module().inst(function);
  const Id type = inst.result_type();
  const TypeInfo& result = context.types().Get(type);
  if (result.unknown() || result.Is(type_trait::kVoid)) return;
  const Place place = Place::At(entry_point.at(), entry_point.id_operand());
  for (const Rule* rule : rules) {
    context.Report(*rule, place, {inst.result(), Arg::Type(type)})
        .Note("the function is defined here",
              Place::At(function, operand::Function::kResultType));
  }
}

// The entry point of a shader has no parameters and no result; a kernel has no
// result in OpenCL.
void CheckSignature(ModuleContext& context, const EntryPoint& entry_point,
                    InstIndex function) {
  if (entry_point.model() == ExecutionModel::kKernel) {
    return CheckResult(context, entry_point, function,
                       {&R("entry.entrypoint.opencl-no-result")});
  }
  const Module& module = context.module();
  const Inst inst = module.inst(function);
  const Id id = inst.result();
  const Place place = Place::At(entry_point.at(), entry_point.id_operand());
  const TypeInfo& type =
      context.types().Get(inst.id(operand::Function::kFunctionType));
  if (type.unknown() || !type.Is(type_trait::kFunction)) return;
  // The scopes of the rules determine which of them apply.
  if (type.count > 0) {
    for (const Rule* rule : {&R("entry.entrypoint.no-parameters"),
                             &R("entry.entrypoint.opengl-no-parameters"),
                             &R("entry.entrypoint.no-parameters-expected")}) {
      context.Report(*rule, place, {id})
          .Note("the function is defined here", Place::At(function));
    }
  }
  CheckResult(context, entry_point, function,
              {&R("entry.entrypoint.no-result"),
               &R("entry.entrypoint.opengl-no-result"),
               &R("entry.entrypoint.no-result-expected")});
}

void CheckTargets(ModuleContext& context) {
  const Module& module = context.module();
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry_point(module, i);
    const InstIndex function = module.def(entry_point.id());
    if (function == kNoInst) continue;
    if (module.record(function).op != Op::kFunction) {
      context
          .Report(R("entry.entrypoint.is-function"),
                  Place::At(i, entry_point.id_operand()), {entry_point.id()})
          .Note("it is defined here", Place::At(function));
      continue;
    }
    CheckSignature(context, entry_point, function);
  }
}

// Reports each function that calls an entry point, at its first such call.
void CheckCalls(ModuleContext& context) {
  const Module& module = context.module();
  const cfg::CallGraph& calls = context.call_graph();
  for (uint32_t f = 0; f < calls.function_count(); ++f) {
    for (cfg::FunctionIndex callee : calls.callees(cfg::FunctionIndex(f))) {
      const Id id = FunctionId(module, callee);
      const EntryFunction entry = context.entry_points().Get(id);
      if (entry.entry_points.empty()) continue;
      const FunctionRange& range = module.functions()[f];
      context
          .Report(R("entry.function.not-called"),
                  Place::At(FindCall(module, range, id), kCallee), {id})
          .Note("the entry point is declared here",
                Place::At(entry.entry_points.front().at));
      break;
    }
  }
}

// The functions that entry points reach, by function: 1 or 0.
std::vector<uint64_t> FindReached(const ModuleContext& context) {
  std::vector<uint64_t> reached(context.call_graph().function_count());
  for (const EntryFunction& entry : context.entry_points().functions()) {
    if (entry.entry_points.empty()) continue;
    const cfg::FunctionIndex f = context.FunctionOf(entry.function);
    if (f != cfg::kNoFunction) reached[f.value] = 1;
  }
  context.call_graph().PropagateDown(absl::MakeSpan(reached));
  return reached;
}

// Reports each set of mutually recursive functions once.
void CheckRecursion(ModuleContext& context) {
  const Module& module = context.module();
  const cfg::CallGraph& calls = context.call_graph();
  std::vector<uint64_t> reached;  // computed when needed
  for (uint32_t f = 0; f < calls.function_count(); ++f) {
    const cfg::FunctionIndex function(f);
    const auto& components = calls.components();
    if (!calls.IsRecursive(function) ||
        components.members(components.component(function))[0] != function) {
      continue;
    }
    if (reached.empty()) reached = FindReached(context);
    if (reached[f] == 0) continue;
    DiagnosticBuilder report;
    for (const Rule* rule : {&R("entry.calltree.no-recursion"),
                             &R("entry.calltree.opencl-no-recursion"),
                             &R("entry.calltree.opengl-no-recursion")}) {
      if (report) break;
      report = context.Report(*rule, Place::At(module.functions()[f].first),
                              {FunctionId(module, function)});
    }
    if (!report) return;  // not reported here
    const std::vector<cfg::FunctionIndex> cycle =
        calls.FindPath(function, function);
    for (size_t i = 1; i < std::min(cycle.size(), kMaxNotes); ++i) {
      const Id callee = FunctionId(module, cycle[i]);
      report.Note("{0} is called here",
                  Place::At(FindCall(
                      module, module.functions()[cycle[i - 1].value], callee)),
                  {callee});
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckPresence},
    {Phase::kSummaries, CheckGraphEntryPoints, Requires(Capability::kGraphARM)},
    {Phase::kSummaries, CheckUniqueNames},
    {Phase::kSummaries, CheckTargets},
    {Phase::kSummaries, CheckCalls},
    {Phase::kSummaries, CheckRecursion},
};

}  // namespace

extern constinit const Family kEntryPoints(R, kModuleChecks);

}  // namespace plumb
