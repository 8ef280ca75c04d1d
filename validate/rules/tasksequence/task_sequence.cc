// Task sequences (SPV_ALTERA_task_sequence): asynchronous calls of a function.
//
// Calls with other arguments than those of the function are undefined
// behavior, and are not checked.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace create = operand::TaskSequenceCreateALTERA;
namespace get = operand::TaskSequenceGetALTERA;

constexpr char kSection[] = "SPV_ALTERA_task_sequence";

constexpr RuleTable R({
    {"tasksequence.create.result-type", kSection,
     "the result type must be that of a task sequence, not {0}"},
    // The text does not define smaller numbers, but does not forbid them.
    {"tasksequence.create.pipelined", kSection,
     "operand Pipelined should be -1, 0 or a number of cycles", "",
     Severity::kWarning},
    {"tasksequence.create.cluster-mode", kSection,
     "operand UseStallEnableClusters must be -1, 0 or 1"},
    Also("tasksequence.get.sequence tasksequence.release.sequence",
         {"tasksequence.async.sequence", kSection,
          "operand Sequence must be a task sequence, not {0}"}),
    {"tasksequence.get.result-type", kSection,
     "the result type must be the return type of the function of the sequence, "
     "{1}, not {0}"},
});

constexpr Op kUsers[] = {Op::kTaskSequenceAsyncALTERA,
                         Op::kTaskSequenceGetALTERA,
                         Op::kTaskSequenceReleaseALTERA};

constexpr TypePattern kSequence = kDeclaredBy<Op::kTypeTaskSequenceALTERA>;

constexpr Signature kSignatures[] = {
    {.ops = Op::kTaskSequenceCreateALTERA,
     .result = kSequence,
     .result_rule = &R("tasksequence.create.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {kUsers, "Sequence", kSequence, &R("tasksequence.async.sequence")},
};

void CheckCreate(const CheckContext& c) {
  const auto value = [&](OperandIndex operand) {
    return static_cast<int32_t>(c.inst().operand_word(operand));
  };
  if (value(create::kPipelined) < -1) {
    c.Report(R("tasksequence.create.pipelined"), create::kPipelined);
  }
  const int32_t clusters = value(create::kUseStallEnableClusters);
  if (clusters < -1 || clusters > 1) {
    c.Report(R("tasksequence.create.cluster-mode"),
             create::kUseStallEnableClusters);
  }
}

// Only a sequence used directly, without memory or calls in between, has a
// known origin.
void CheckGet(const CheckContext& c) {
  const Module& module = c.module();
  const Id sequence = c.inst().id(get::kSequence);
  if (!IsDefinedBy(module, sequence, Op::kTaskSequenceCreateALTERA)) return;
  const Id function = module.inst(module.def(sequence)).id(create::kFunction);
  const InstIndex type = FunctionTypeOf(module, function);
  if (type == kNoInst) return;
  const Id returned = module.inst(type).id(operand::TypeFunction::kReturnType);
  if (returned == c.inst().result_type() || c.result_type().unknown()) return;
  ReportTypes(c, R("tasksequence.get.result-type"), get::kResultType,
              c.inst().result_type(), returned);
}

constexpr Check kChecks[] = {{Op::kTaskSequenceCreateALTERA, CheckCreate},
                             {Op::kTaskSequenceGetALTERA, CheckGet}};

}  // namespace

extern constinit const Family kTaskSequence(R, kChecks, kSignatures,
                                            kOperandRules);

}  // namespace plumb
