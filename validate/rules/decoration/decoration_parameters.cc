// Parameters of decorations: ranges of literals, classes of <id>s, and strings
// and levels that must differ (sections 3.2.18 and 3.2.19, and the documents
// of extensions).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kDsp[] = "SPV_ALTERA_fpga_dsp_control";
constexpr char kAmdx[] = "SPV_AMDX_shader_enqueue";

// --- Literals ---

constexpr Rule Expected(Rule rule) {
  rule.severity = Severity::kWarning;
  return rule;
}

constexpr NumberRow kNumberRows[] = {
    // Producers capture 16-bit outputs without padding.
    {Decoration::kXfbStride,
     0,
     {.multiple_of = 4},
     Expected({"decoration.xfbstride.multiple-of-4", "3.2.19",
               "the stride should be a multiple of 4, not {1}"})},
    // Round to nearest even, and towards zero.
    {Decoration::kFPRoundingMode,
     0,
     {.max = 1},
     InVulkan("decoration.fproundingmode.supported-mode",
              "in Vulkan, the rounding mode must be RTE or RTZ",
              "VUID-StandaloneSpirv-FPRoundingMode-04675")},
    // A float: its sign is the highest bit, and NaN is beyond infinity.
    {Decoration::kFPMaxErrorDecorationINTEL,
     0,
     {.min = 1, .max = 0x7f800000},
     {"decoration.fpmaxerror.positive", "SPV_INTEL_fp_max_error",
      "the error must be greater than 0"}},
    {Decoration::kForcePow2DepthALTERA,
     0,
     {.max = 1},
     {"decoration.fpgamemory.force-pow2-depth",
      "SPV_ALTERA_fpga_memory_attributes", "{0} must be 0 or 1, not {1}"}},
    {Decoration::kImplementInRegisterMapALTERA,
     0,
     {.max = 1},
     {"decoration.implementinregistermap.value",
      "SPV_ALTERA_global_variable_fpga_decorations",
      "{0} must be 0 or 1, not {1}"}},
    {Decoration::kMMHostInterfaceWaitRequestALTERA,
     0,
     {.max = 1},
     {"decoration.mmhostinterface.waitrequest-value",
      "SPV_ALTERA_fpga_argument_interfaces", "{0} must be 0 or 1, not {1}"}},
    {Decoration::kInitiationIntervalALTERA,
     0,
     {.min = 1},
     {"decoration.initiationinterval.nonzero",
      "SPV_ALTERA_fpga_invocation_pipelining_attributes",
      "the number of cycles of {0} must not be 0"}},
    {Decoration::kMathOpDSPModeALTERA,
     0,
     {.max = 2},
     {"decoration.mathopdspmode.mode-value", kDsp,
      "the mode of {0} must be 0, 1 or 2, not {1}"}},
    {Decoration::kMathOpDSPModeALTERA,
     1,
     {.max = 2},
     {"decoration.mathopdspmode.propagate-value", kDsp,
      "the propagation of {0} must be 0, 1 or 2, not {1}"}},
    {Decoration::kLatencyControlConstraintALTERA,
     1,
     {.min = 1, .max = 3},
     {"decoration.latencycontrol.control-type",
      "SPV_ALTERA_fpga_latency_control",
      "the control type must be 1, 2 or 3, not {1}"}},
};

// --- Ids ---

// Non-constants are reported by annotation.cc.
bool IsIntegerOrNone(const ModuleContext& context, const Decorated& /*d*/,
                     const Inst& def) {
  if (!Is(def.op(), OpTrait::kSizeConstant)) return true;
  const TypeInfo& type = context.types().Get(def.result_type());
  return type.unknown() || type.IsAll(tt::kScalar | tt::kInt);
}

bool IsCounter(const ModuleContext& context, const Decorated& /*d*/,
               const Inst& def) {
  if (!Is(def.op(), OpTrait::kVariable)) return true;
  const StorageClass storage =
      context.types().Get(def.result_type()).storage_class;
  return storage == StorageClass::kUniform ||
         storage == StorageClass::kStorageBuffer || storage == kNoStorageClass;
}

bool IsOtherPayloadArray(const ModuleContext& /*context*/, const Decorated& d,
                         const Inst& def) {
  return def.op() == Op::kTypeNodePayloadArrayAMDX && def.result() != d.target;
}

bool SharesNoLimits(const ModuleContext& context, const Decorated& d,
                    const Inst& def) {
  return !IsOtherPayloadArray(context, d, def) ||
         !context.decorations().Has(
             def.result(), Decoration::kNodeSharesPayloadLimitsWithAMDX);
}

bool IsNodeName(const ModuleContext& /*context*/, const Decorated& /*d*/,
                const Inst& def) {
  return def.op() == Op::kConstantStringAMDX ||
         def.op() == Op::kSpecConstantStringAMDX;
}

bool IsNotInvocation(const ModuleContext& context, const Decorated& /*d*/,
                     const Inst& def) {
  const ScalarConstant scope = context.constants().Scalar(def.result());
  return !scope.fixed() ||
         scope.value != static_cast<int64_t>(grammar::Scope::kInvocation);
}

constexpr IdRow kIdRows[] = {
    {Decoration::kAlignmentId, 0, IsIntegerOrNone,
     ReliesOn(kStatingOps,
              {"decoration.alignmentid.operand-type", "3.2.19",
               "{1} must be an integer, because it is an alignment"})},
    {Decoration::kMaxByteOffsetId, 0, IsIntegerOrNone,
     ReliesOn(kStatingOps,
              {"decoration.maxbyteoffsetid.operand-type", "3.2.19",
               "{1} must be an integer, because it is an offset"})},
    {Decoration::kCounterBuffer,
     0,
     IsCounter,
     {"decoration.counterbuffer.operand-storage-class", "3.2.19",
      "the counter buffer must be in storage class Uniform or StorageBuffer, "
      "but {1} is not"}},
    {Decoration::kUniformId,
     0,
     IsNotInvocation,
     {"decoration.uniformid.scope-not-invocation", "3.2.19",
      "the scope must be larger than Invocation"}},
    {Decoration::kNodeSharesPayloadLimitsWithAMDX,
     0,
     IsOtherPayloadArray,
     {"decoration.nodesharespayloadlimitswithamdx.payload-type", kAmdx,
      "{1} must be an OpTypeNodePayloadArrayAMDX type other than the target"}},
    {Decoration::kNodeSharesPayloadLimitsWithAMDX,
     0,
     SharesNoLimits,
     {"decoration.nodesharespayloadlimitswithamdx.not-chained", kAmdx,
      "{1} must not share its limits with another type itself"}},
    {Decoration::kPayloadNodeNameAMDX,
     0,
     IsNodeName,
     {"decoration.payloadnodenameamdx.node-name", kAmdx,
      "the name of a node must be a constant string, not {1}"}},
};

// --- What must differ ---

constexpr RuleTable R(
    {
        {"decoration.usersemantic.unique-string", "3.2.19",
         "the target already has this semantic"},
        {"decoration.cachecontrolload.cache-level-unique",
         "SPV_INTEL_cache_controls",
         "the target already has a {0} for this level"},
        {"decoration.cachecontrolstore.cache-level-unique",
         "SPV_INTEL_cache_controls",
         "the target already has a {0} for this level"},
        {"decoration.hostaccess.name-unique",
         "SPV_INTEL_global_variable_host_access",
         "another variable already has this name"},
        Expected({"decoration.fpgamemory.memory-type",
                  "SPV_ALTERA_fpga_memory_attributes",
                  "the memory type should be DEFAULT, MLAB or BLOCK_RAM"}),
        Expected({"decoration.latencycontrol.relative-to",
                  "SPV_ALTERA_fpga_latency_control",
                  "no LatencyControlLabelALTERA has label {0}"}),
    },
    kStatingMemberOps);

// A decoration and its value; sorted in the order of the instructions.
struct DecorationValue {
  Id target;
  uint32_t member;
  absl::string_view text;
  uint32_t number;
  Decorated by;
};

std::vector<DecorationValue> Collect(const ModuleContext& context,
                                     Decoration kind, uint32_t parameter) {
  std::vector<DecorationValue> values;
  context.decorations().ForEach(kind, [&](const Decorated& d) {
    const Inst inst = context.module().inst(d.statement);
    const uint32_t operand = d.parameter + parameter;
    if (operand >= inst.operand_count() || IsRepeatedDecoration(context, d))
      return;
    const bool is_string = inst.kind(operand) == Kind::kLiteralString;
    values.push_back({d.target, d.member,
                      is_string ? inst.string(operand) : absl::string_view(),
                      is_string ? 0 : inst.operand_word(operand), d});
  });
  return values;
}

// Reports two decorations with the same value, on one target or on any two.
void CheckDiffering(ModuleContext& context, Decoration kind, uint32_t parameter,
                    bool of_target, const Rule& rule) {
  if (!context.decorations().HasAny(kind)) return;
  std::vector<DecorationValue> values = Collect(context, kind, parameter);
  const auto key = [of_target](const DecorationValue& s) {
    return std::make_tuple(of_target ? s.target.value : 0,
                           of_target ? s.member : 0, s.text, s.number);
  };
  std::stable_sort(values.begin(), values.end(),
                   [&](const DecorationValue& a, const DecorationValue& b) {
                     return key(a) < key(b);
                   });
  for (size_t i = 1; i < values.size(); ++i) {
    if (key(values[i]) != key(values[i - 1])) continue;
    context.Report(rule, PlaceOf(values[i].by), {NameOf(kind)})
        .Note("the other decoration is here", PlaceOf(values[i - 1].by));
  }
}

bool IsMemoryType(absl::string_view text) {
  return text == "DEFAULT" || text == "MLAB" || text == "BLOCK_RAM";
}

void CheckMemoryTypes(ModuleContext& context) {
  for (const DecorationValue& value :
       Collect(context, Decoration::kMemoryALTERA, 0)) {
    if (!IsMemoryType(value.text)) {
      context.Report(R("decoration.fpgamemory.memory-type"), PlaceOf(value.by));
    }
  }
}

void CheckLabels(ModuleContext& context) {
  if (!context.decorations().HasAny(
          Decoration::kLatencyControlConstraintALTERA)) {
    return;
  }
  std::vector<uint32_t> labels;
  for (const DecorationValue& value :
       Collect(context, Decoration::kLatencyControlLabelALTERA, 0)) {
    labels.push_back(value.number);
  }
  std::sort(labels.begin(), labels.end());
  for (const DecorationValue& value :
       Collect(context, Decoration::kLatencyControlConstraintALTERA, 0)) {
    if (!std::binary_search(labels.begin(), labels.end(), value.number)) {
      context.Report(R("decoration.latencycontrol.relative-to"),
                     PlaceOf(value.by), {value.number});
    }
  }
}

void CheckParameters(ModuleContext& context) {
  if (context.module().decorations().empty()) return;
  CheckRows<kNumberRows>(context);
  CheckRows<kIdRows>(context);
  CheckDiffering(context, Decoration::kUserSemantic, 0, true,
                 R("decoration.usersemantic.unique-string"));
  CheckDiffering(context, Decoration::kCacheControlLoadINTEL, 0, true,
                 R("decoration.cachecontrolload.cache-level-unique"));
  CheckDiffering(context, Decoration::kCacheControlStoreINTEL, 0, true,
                 R("decoration.cachecontrolstore.cache-level-unique"));
  CheckDiffering(context, Decoration::kHostAccessINTEL, 1, false,
                 R("decoration.hostaccess.name-unique"));
  CheckMemoryTypes(context);
  CheckLabels(context);
}
constexpr auto kRules = Join(RulesOf(kNumberRows, &NumberRow::rule),
                             RulesOf(kIdRows, &IdRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kDecorationParameters(
    kRules, kModuleCheck<Phase::kSummaries, CheckParameters>);

}  // namespace plumb
