// Constraints of execution modes on the static call trees of their entry
// points (SPV_KHR_float_controls2, SPV_EXT_fragment_shader_interlock).
//
// Modes are propagated down the call graph, interlock instructions up.  Modules
// without the modes and instructions are skipped.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "cfg/call_graph.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/functions_with_mode.h"
#include "validate/rules/mode/interlock_modes.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::FPFastMathMode;

constexpr char kFloatControls2[] = "SPV_KHR_float_controls2";
constexpr char kInterlock[] = "SPV_EXT_fragment_shader_interlock";

constexpr RuleTable R({
    {"mode.fpfastmathdefault.no-nocontraction", kFloatControls2,
     "an entry point with FPFastMathDefault reaches {0}, which must not be "
     "decorated with NoContraction"},
    {"mode.fpfastmathdefault.no-fast-decoration", kFloatControls2,
     "an entry point with FPFastMathDefault reaches {0}, whose FPFastMathMode "
     "must not have Fast"},
    // Producers declare the mode whatever the shader does, and implementations
    // accept it.
    {"mode.interlock.instructions-present", kInterlock,
     "an entry point with {0} must execute {1}, but does not reach one", "",
     Severity::kPedantic},
    // The mode gives the order of the invocations: without a mode there is
    // none.
    ReliesOn(kModeOps, {"mode.interlock.mode-required", kInterlock,
                        "an entry point that reaches {0} must have an "
                        "interlock execution mode"}),
});

// --- Fast math ---

cfg::FunctionIndex FunctionAround(const Module& module, InstIndex i) {
  const FunctionRange* const function = module.FunctionAround(i);
  return function == nullptr ? cfg::kNoFunction
                             : cfg::FunctionIndex(static_cast<uint32_t>(
                                   function - module.functions().data()));
}

bool HasFastFlag(const Inst& statement, OperandIndex mask) {
  return mask < statement.operand_count() &&
         (statement.operand_word(mask) &
          static_cast<uint32_t>(FPFastMathMode::kFast)) != 0;
}

// Checks decorations by the place of their targets: in a reached function, or
// outside functions and used in a reached one.
class FastMath {
 public:
  FastMath(ModuleContext& context, absl::Span<const uint64_t> reached)
      : context_(context), reached_(reached) {}

  void Check() {
    const Module& module = context_.module();
    const Decorations& decorations = context_.decorations();
    decorations.ForEach(Decoration::kNoContraction, [&](const Decorated& d) {
      CheckNotDecorated(d, R("mode.fpfastmathdefault.no-nocontraction"));
    });
    decorations.ForEach(Decoration::kFPFastMathMode, [&](const Decorated& d) {
      if (HasFastFlag(module.inst(d.statement), d.parameter)) {
        CheckNotDecorated(d, R("mode.fpfastmathdefault.no-fast-decoration"));
      }
    });
    if (!global_.empty()) FindUses();
  }

 private:
  struct Violation {
    Decorated decorated;
    const Rule* rule;
  };

  void CheckNotDecorated(const Decorated& d, const Rule& rule) {
    const InstIndex def = context_.module().def(d.target);
    if (def == kNoInst) return;
    const cfg::FunctionIndex f = FunctionAround(context_.module(), def);
    if (f == cfg::kNoFunction) {
      global_.try_emplace(d.target, Violation{d, &rule});
    } else if (reached_[f.value] != 0) {
      Report({d, &rule}, f);
    }
  }

  // Reports that a function with the mode contains or uses the target.
  void Report(const Violation& v, cfg::FunctionIndex function) {
    AddCallPathNotes(
        context_, function, ExecutionMode::kFPFastMathDefault,
        context_.Report(
            *v.rule,
            Place::At(v.decorated.statement, v.decorated.decoration_operand()),
            {v.decorated.target}));
  }

  void FindUses() {
    const absl::Span<const FunctionRange> functions =
        context_.module().functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      if (reached_[f] == 0) continue;
      for (InstIndex i = functions[f].first; i < functions[f].last; ++i) {
        context_.module().ForEachIdUse(i, [&](OperandIndex, Id id) {
          const auto violation = global_.find(id);
          if (violation == global_.end()) return;
          Report(violation->second, cfg::FunctionIndex(f));
          global_.erase(violation);
        });
      }
    }
  }

  ModuleContext& context_;
  absl::Span<const uint64_t> reached_;         // by function
  absl::flat_hash_map<Id, Violation> global_;  // no use found yet
};

void CheckFastMath(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  if (!decorations.HasAny(Decoration::kNoContraction) &&
      !decorations.HasAny(Decoration::kFPFastMathMode)) {
    return;
  }
  const std::vector<uint64_t> reached =
      FunctionsWithMode(context, ExecutionMode::kFPFastMathDefault);
  if (!reached.empty()) FastMath(context, reached).Check();
}

// --- Interlock ---

const ExecutionModeRow* FindInterlock(const EntryFunction& entry) {
  for (const ExecutionMode mode : kInterlocks) {
    if (const ExecutionModeRow* row = entry.Find(mode)) return row;
  }
  return nullptr;
}

// The first begin and the first end of an interlock in a function.
struct Delimiters {
  cfg::FunctionIndex function;
  InstIndex begin = kNoInst;
  InstIndex end = kNoInst;
};

// Only functions with an interlock instruction.
std::vector<Delimiters> FindDelimiters(const Module& module) {
  std::vector<Delimiters> found;
  const absl::Span<const FunctionRange> functions = module.functions();
  for (uint32_t f = 0; f < functions.size(); ++f) {
    Delimiters d{cfg::FunctionIndex(f)};
    for (InstIndex i = functions[f].first; i < functions[f].last; ++i) {
      const Op op = module.record(i).op;
      if (op == Op::kBeginInvocationInterlockEXT && d.begin == kNoInst) {
        d.begin = i;
      } else if (op == Op::kEndInvocationInterlockEXT && d.end == kNoInst) {
        d.end = i;
      }
    }
    if (d.begin != kNoInst || d.end != kNoInst) found.push_back(d);
  }
  return found;
}

// What a function executes, itself or by calls.
struct Interlock {
  bool begin = false;
  bool end = false;
  uint32_t first = kNoIndex;  // the first of the delimiters
};

// By component of the call graph: callees precede callers.  Linear in
// functions and calls.
std::vector<Interlock> FindReached(const cfg::CallGraph& calls,
                                   absl::Span<const Delimiters> delimiters) {
  const auto& components = calls.components();
  std::vector<Interlock> reached(components.count());
  for (uint32_t d = 0; d < delimiters.size(); ++d) {
    Interlock& own = reached[components.component(delimiters[d].function)];
    own.begin |= delimiters[d].begin != kNoInst;
    own.end |= delimiters[d].end != kNoInst;
    own.first = std::min(own.first, d);
  }
  for (uint32_t c = 0; c < components.count(); ++c) {
    Interlock& own = reached[c];
    for (const cfg::FunctionIndex f : components.members(c)) {
      for (const cfg::FunctionIndex callee : calls.callees(f)) {
        const Interlock& other = reached[components.component(callee)];
        own.begin |= other.begin;
        own.end |= other.end;
        own.first = std::min(own.first, other.first);
      }
    }
  }
  return reached;
}

// Reports an entry point with the mode that does not reach one of the
// instructions.
void ReportMissing(ModuleContext& context, const ExecutionModeRow& mode,
                   Op missing) {
  context.Report(R("mode.interlock.instructions-present"),
                 Place::At(mode.at, operand::ExecutionMode::kMode),
                 {Arg::Enumerant(Kind::kExecutionMode, mode.mode), missing});
}

// Entry points without a mode that reach interlock instructions.  Each is
// reported once: at the first instruction of the first function that it
// reaches.
class Unordered {
 public:
  Unordered(ModuleContext& context, absl::Span<const Delimiters> delimiters)
      : context_(context),
        delimiters_(delimiters),
        reported_(delimiters.size()) {}

  void Add(const EntryFunction& entry, uint32_t delimiter) {
    reported_[delimiter] = true;
    for (const EntryPointRow& row : entry.entry_points) {
      entry_points_.push_back(row.at);
    }
  }

  void Report() {
    if (entry_points_.empty()) return;
    absl::c_sort(entry_points_);
    const EntryPaths paths = context_.reach().PathsFrom(entry_points_);
    for (size_t d = 0; d < delimiters_.size(); ++d) {
      if (!reported_[d]) continue;
      const InstIndex first =
          std::min(delimiters_[d].begin, delimiters_[d].end);
      AddCallPathNotes(
          context_.module(), paths, delimiters_[d].function,
          context_.Report(R("mode.interlock.mode-required"), Place::At(first),
                          {context_.module().record(first).op}));
    }
  }

 private:
  ModuleContext& context_;
  absl::Span<const Delimiters> delimiters_;
  std::vector<bool> reported_;  // by delimiter
  std::vector<InstIndex> entry_points_;
};

void CheckInterlocks(ModuleContext& context) {
  if (!context.Has(Capability::kFragmentShaderSampleInterlockEXT) &&
      !context.Has(Capability::kFragmentShaderPixelInterlockEXT) &&
      !context.Has(Capability::kFragmentShaderShadingRateInterlockEXT)) {
    return;
  }
  const std::vector<Delimiters> delimiters = FindDelimiters(context.module());
  const cfg::CallGraph& calls = context.call_graph();
  const std::vector<Interlock> reached = FindReached(calls, delimiters);
  Unordered unordered(context, delimiters);
  for (const EntryFunction& entry : context.entry_points().functions()) {
    // In other models the mode or the instruction itself is an error.
    if (entry.models != ExecutionModel::kFragment) continue;
    const cfg::FunctionIndex f = context.FunctionOf(entry.function);
    const Interlock executed = f == cfg::kNoFunction
                                   ? Interlock()
                                   : reached[calls.components().component(f)];
    const ExecutionModeRow* const mode = FindInterlock(entry);
    if (mode == nullptr) {
      if (executed.first != kNoIndex) unordered.Add(entry, executed.first);
    } else if (!executed.begin) {
      ReportMissing(context, *mode, Op::kBeginInvocationInterlockEXT);
    } else if (!executed.end) {
      ReportMissing(context, *mode, Op::kEndInvocationInterlockEXT);
    }
  }
  unordered.Report();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckFastMath},
                                         {Phase::kSummaries, CheckInterlocks}};

}  // namespace

extern constinit const Family kModeReach(R, kModuleChecks);

}  // namespace plumb
