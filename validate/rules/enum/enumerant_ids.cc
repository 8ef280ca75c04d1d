// Enumerants in <id> operands (sections 3.2.26, 3.2.28 and 3.2.29): the value
// is known if the <id> is a constant, and must then be in the enumeration.
// For scopes also the type, and that the value is known in shaders (section
// 2.16.2).
//
// The readers check literal enumerants.  Rows of memory/scopes.cc have the
// scopes that each instruction allows.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "core/feature_set.h"
#include "validate/engine/family.h"
#include "validate/facts/scope_check.h"
#include "validate/rules/capability/memory_model_rules.h"
#include "validate/rules/memory/scope_rules.h"

namespace plumb {
namespace {

constexpr Scope kInShaders = {.needs = Capability::kShader};
constexpr Scope kNotInShaders = {.unless = Capability::kShader};

constexpr RuleTable R({
    Also("atomic.scope.type barrier.scope.type group.execution.scope-type "
         "pipe.group.execution-scope-type group.nonuniform-ops.scope-type "
         "tensor.operands.scope barrier.split.scope-type "
         "group.uniform-operation.scope-type group.untypedasynccopy.scope-type "
         "cooperativevector.operands.scope cooperative.tensor.memory-scope",
         Contradicts(Contradicted::kOperand,
                     {"enum.scope.int32-scalar", "3.2.26",
                      "a scope must be a 32-bit integer scalar, not {0}"})),
    Also("atomic.scope.value barrier.scope.value "
         "group.asynccopy.scope-enumerant",
         Contradicts(Contradicted::kOperand,
                     {"enum.scope.known-value", "3.2.26", "{0} is not a scope",
                      "", Severity::kError, kInShaders})),
    // Where scopes need not be constants, this is undefined behavior.
    {"enum.scope.known-value-expected", "3.2.26",
     "{0} is not a scope, so behavior is undefined", "", Severity::kWarning,
     kNotInShaders},
    WithFix(DeclareArgument(1),
            {"enum.scope.capability", "3.2.26", "scope {0} requires {1}"}),
    // The text does not forbid others.
    {"enum.kernel-enqueue-flags.known-value", "3.2.28",
     "{0} is not a kernel enqueue flag (NoWait, WaitKernel or WaitWorkGroup)",
     "", Severity::kWarning},
    Contradicts(Contradicted::kOperand,
                {"enum.kernel-profiling-info.known-bits", "3.2.29",
                 "{0} has bits other than CmdExecTime"}),
});

constexpr absl::string_view kDefinedHere = "it is defined here";

Place DefinitionOf(const CheckContext& c, OperandIndex operand) {
  return Place::At(c.module().def(c.inst().id(operand)));
}

// The value of an operand, if it cannot be specialized.
ScalarConstant ValueOf(const CheckContext& c, OperandIndex operand) {
  return c.context().constants().Scalar(c.inst().id(operand));
}

// Checks that a value is a scope that the module may use.
bool CheckScopeValue(const CheckContext& c, OperandIndex operand,
                     int64_t value) {
  const grammar::EnumerantInfo* info =
      value < 0 || value > ~uint32_t{0}
          ? nullptr
          : grammar::EnumerantByValue(Kind::kScope,
                                      static_cast<uint32_t>(value));
  if (info == nullptr) {
    const Arg what = value < 0 ? Arg(c.inst().id(operand))
                               : Arg(static_cast<uint64_t>(value));
    for (const Rule* rule : {&R("enum.scope.known-value"),
                             &R("enum.scope.known-value-expected")}) {
      c.Report(*rule, operand, {what})
          .Note(kDefinedHere, DefinitionOf(c, operand));
    }
    return false;
  }
  if (!c.context().features().HasCapabilityOf(
          grammar::RequirementAt(info->requirement))) {
    c.Report(R("enum.scope.capability"), operand,
             {Arg::Enumerant(Kind::kScope, static_cast<uint32_t>(value)),
              Arg::Requirement(info->requirement, {.capability = true})})
        .Note(kDefinedHere, DefinitionOf(c, operand));
    return false;
  }
  // The scope of a clock is not a memory scope.
  if (value == static_cast<int64_t>(grammar::Scope::kDevice) &&
      c.context().memory_model().vulkan() &&
      c.inst().op() != Op::kReadClockKHR) {
    if (c.Report(kMemoryModelRules(
                     "capability.vulkanmemorymodeldevicescope.device-scope"),
                 operand)
            .Note(kDefinedHere, DefinitionOf(c, operand))
            .is_error()) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool MayBeSpecialized(const CheckContext& c, Id id) {
  const InstIndex def = c.module().def(id);
  if (!IsSpecConstant(c.module().record(def).op)) return false;
  return c.context().Has(Capability::kCooperativeMatrixNV) ||
         c.context().Has(Capability::kCooperativeMatrixKHR);
}

std::optional<grammar::Scope> CheckScope(const CheckContext& c,
                                         OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown()) return std::nullopt;
  if (!kInt32.MatchesTraits(type)) {
    c.Report(R("enum.scope.int32-scalar"), operand,
             {Arg::Type(c.type_of(operand))})
        .Note(kDefinedHere, DefinitionOf(c, operand));
    return std::nullopt;
  }
  const ScalarConstant scope = ValueOf(c, operand);
  if (scope.fixed()) {
    if (!CheckScopeValue(c, operand, scope.value)) return std::nullopt;
    return grammar::Scope{static_cast<uint32_t>(scope.value)};
  }
  const Id id = c.inst().id(operand);
  if (!MayBeSpecialized(c, id)) {
    c.Report(kScopeRules("memory.scope.constant"), operand, {id})
        .Note(kDefinedHere, DefinitionOf(c, operand));
  }
  return std::nullopt;
}

namespace {

void CheckEnqueueFlags(const CheckContext& c) {
  constexpr OperandIndex kFlags = operand::EnqueueKernel::kFlags;
  constexpr int64_t kLast = 2;
  const ScalarConstant flags = ValueOf(c, kFlags);
  if (!flags.fixed() || (flags.value >= 0 && flags.value <= kLast)) return;
  c.Report(R("enum.kernel-enqueue-flags.known-value"), kFlags,
           {static_cast<uint32_t>(flags.value)})
      .Note(kDefinedHere, DefinitionOf(c, kFlags));
}

void CheckProfilingInfo(const CheckContext& c) {
  constexpr OperandIndex kProfilingInfo =
      operand::CaptureEventProfilingInfo::kProfilingInfo;
  constexpr int64_t kCmdExecTime = 1;
  const ScalarConstant info = ValueOf(c, kProfilingInfo);
  if (!info.fixed() || (info.value & ~kCmdExecTime) == 0) return;
  c.Report(R("enum.kernel-profiling-info.known-bits"), kProfilingInfo,
           {Arg::Hex(static_cast<uint32_t>(info.value))})
      .Note(kDefinedHere, DefinitionOf(c, kProfilingInfo));
}

constexpr Check kChecks[] = {
    {Op::kEnqueueKernel, CheckEnqueueFlags},
    {Op::kCaptureEventProfilingInfo, CheckProfilingInfo}};

}  // namespace

extern constinit const Family kEnumerantIds(R, kChecks);

}  // namespace plumb
