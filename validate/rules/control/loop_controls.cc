// Loop Control (section 3.2.22): which bits of a mask and which literals
// require or exclude each other, in OpLoopMerge and in OpLoopControlINTEL
// (SPV_INTEL_unstructured_loop_controls), and the place of the latter.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

using grammar::LoopControl;

constexpr char kFpga[] = "SPV_ALTERA_fpga_loop_controls";
constexpr char kUnstructured[] = "SPV_INTEL_unstructured_loop_controls";

constexpr RuleTable R({
    {"control.loopcontrol.unroll-conflict", "3.2.22",
     "{0} and DontUnroll are mutually exclusive"},
    {"control.loopcontrol.iteration-multiple", "3.2.22",
     "the operand of IterationMultiple must be greater than 0"},
    WithFix(Declare(Capability::kMultipleWaitQueuesQCOM),
            {"control.loopcontrol.multiple-wait-queues-capability",
             "SPV_QCOM_multiple_wait_queues",
             "{0} requires capability MultipleWaitQueuesQCOM",
             "",
             Severity::kError,
             {.unless = Capability::kMultipleWaitQueuesQCOM}}),
    {"control.fpgaloop.dependency-array-variable", kFpga,
     "a variable of DependencyArrayALTERA must be a pointer, not of type {0}"},
    {"control.fpgaloop.pipeline-enable", kFpga,
     "the operand of PipelineEnableALTERA must be 0 or 1, not {0}"},
    {"control.fpgaloop.reinvocation-delay", kFpga,
     "the operand of MaxReinvocationDelayALTERA must be greater than 0"},
    {"control.loopcontrolintel.parameters", kUnstructured,
     "the literals must be a Loop Control mask followed by the parameters of "
     "its bits, in order"},
    {"control.loopcontrolintel.position", kUnstructured,
     "{0} must be followed by OpBranch or OpBranchConditional, not {1}"},
    {"control.loopcontrolintel.one-per-block", kUnstructured,
     "a block must have only one of OpLoopControlINTEL and OpLoopMerge, but "
     "{0} follows"},
    {"control.loopcontrolintel.loop-header", kUnstructured,
     "{0} must be in a loop header: a block that dominates the source of a "
     "back edge to it"},
});

constexpr uint32_t Bit(LoopControl bit) { return static_cast<uint32_t>(bit); }

// A mask, and the literals that follow it in the order of its bits.
class LoopControls {
 public:
  LoopControls(const Inst& inst, OperandIndex mask)
      : inst_(inst), at_(mask), mask_(inst.operand_word(mask)) {}

  bool Has(LoopControl bit) const { return (mask_ & Bit(bit)) != 0; }

  // The first literal of a bit; kNoOperand if the bit is not set, or the
  // literal is missing.
  OperandIndex Find(LoopControl bit) const {
    if (!Has(bit)) return kNoOperand;
    const uint64_t literal = EndOf(mask_ & (Bit(bit) - 1));
    return literal < inst_.operand_count() ? OperandIndex(literal) : kNoOperand;
  }
  // Whether all bits are known, and the number of literals is exact.
  bool AreComplete() const {
    for (uint32_t bits = mask_; bits != 0; bits &= bits - 1) {
      const uint32_t bit = bits & (~bits + 1);
      if (grammar::EnumerantByValue(Kind::kLoopControl, bit) == nullptr) {
        return false;
      }
    }
    return EndOf(mask_) == inst_.operand_count();
  }

 private:
  // The end of the literals of some bits of the mask, which must be its
  // lowest.
  uint64_t EndOf(uint32_t bits) const {
    uint64_t end = uint64_t{at_.value} + 1;
    for (; bits != 0; bits &= bits - 1) {
      end += CountOf(LoopControl{bits & (~bits + 1)}, end);
    }
    return end;
  }
  // The number of literals of a bit, of which the first is at `first`.
  uint64_t CountOf(LoopControl bit, uint64_t first) const {
    if (bit == LoopControl::kDependencyArrayALTERA) {
      // The number of pairs, and the pairs.
      return first < inst_.operand_count()
                 ? 1 + 2 * uint64_t{inst_.operand_word(OperandIndex(first))}
                 : 1;
    }
    // Three 64-bit numbers, each of whose words is a separate literal here.
    if (bit == LoopControl::kLoopCountALTERA &&
        inst_.op() == Op::kLoopControlINTEL) {
      return 6;
    }
    const auto* info = grammar::EnumerantByValue(Kind::kLoopControl, Bit(bit));
    return info == nullptr ? 0 : info->parameter_count;
  }

  const Inst& inst_;
  OperandIndex at_;
  uint32_t mask_;
};

Arg NameOf(LoopControl bit) {
  return Arg::Enumerant(Kind::kLoopControl, Bit(bit));
}

constexpr LoopControl kUnrolling[] = {
    LoopControl::kUnroll, LoopControl::kPeelCount, LoopControl::kPartialCount};

void CheckLiterals(const CheckContext& c, const LoopControls& controls) {
  const auto is_zero = [&](LoopControl bit) {
    const OperandIndex at = controls.Find(bit);
    return at != kNoOperand && c.inst().operand_word(at) == 0;
  };
  if (is_zero(LoopControl::kIterationMultiple)) {
    c.Report(R("control.loopcontrol.iteration-multiple"),
             controls.Find(LoopControl::kIterationMultiple));
  }
  if (is_zero(LoopControl::kMaxReinvocationDelayALTERA)) {
    c.Report(R("control.fpgaloop.reinvocation-delay"),
             controls.Find(LoopControl::kMaxReinvocationDelayALTERA));
  }
  const OperandIndex pipeline =
      controls.Find(LoopControl::kPipelineEnableALTERA);
  if (pipeline != kNoOperand && c.inst().operand_word(pipeline) > 1) {
    c.Report(R("control.fpgaloop.pipeline-enable"), pipeline,
             {c.inst().operand_word(pipeline)});
  }
}

void CheckControls(const CheckContext& c, OperandIndex mask) {
  const LoopControls controls(c.inst(), mask);
  if (controls.Has(LoopControl::kDontUnroll)) {
    for (const LoopControl bit : kUnrolling) {
      if (!controls.Has(bit)) continue;
      c.Report(R("control.loopcontrol.unroll-conflict"), mask, {NameOf(bit)});
    }
  }
  constexpr LoopControl kQueues = LoopControl::kMultipleWaitQueuesQCOM;
  if (controls.Has(kQueues)) {
    c.Report(R("control.loopcontrol.multiple-wait-queues-capability"), mask,
             {NameOf(kQueues)});
  }
  CheckLiterals(c, controls);
}

void CheckDependencyArray(const CheckContext& c, OperandIndex count) {
  const OperandIndex first(count.value + 1);
  const OperandIndex end(first.value + 2 * c.inst().operand_word(count));
  for (OperandIndex at = first; at < end; at = OperandIndex(at.value + 2)) {
    if (Fits(c.context(), kAnyPointer, c.type_of(at))) continue;
    ReportType(c, R("control.fpgaloop.dependency-array-variable"), at,
               c.type_of(at));
  }
}

void CheckLoopMerge(const CheckContext& c) {
  constexpr OperandIndex kMask = operand::LoopMerge::kLoopControl;
  CheckControls(c, kMask);
  const OperandIndex array =
      LoopControls(c.inst(), kMask).Find(LoopControl::kDependencyArrayALTERA);
  if (array != kNoOperand) CheckDependencyArray(c, array);
}

// In the grammar the mask is the first of any number of literals.
void CheckLoopControl(const CheckContext& c) {
  constexpr auto kMask = operand::LoopControlINTEL::kLoopControlParameters;
  if (c.inst().operand_count() == 0 ||
      !LoopControls(c.inst(), kMask).AreComplete()) {
    c.Report(R("control.loopcontrolintel.parameters"), Place::kWhole);
    return;
  }
  CheckControls(c, kMask);
}

// The block that contains the instruction; kNoBlock if the block is
// incomplete.
BlockIndex BlockOf(const CheckContext& c) {
  if (c.function() == nullptr) return kNoBlock;
  const BlockIndex block = c.function()->BlockOf(c.index());
  return block == kNoBlock || c.function()->block(block).terminator == kNoInst
             ? kNoBlock
             : block;
}

void CheckPlace(const CheckContext& c) {
  const BlockIndex block = BlockOf(c);
  if (block == kNoBlock) return;
  const auto op_at = [&](InstIndex i) { return c.module().record(i).op; };
  const InstIndex end = c.function()->block(block).terminator;
  const InstIndex last = PrecedingInFunction(c.module(), end);
  const Op after = last == c.index() ? op_at(end) : op_at(last);
  if (after == Op::kBranch || after == Op::kBranchConditional) return;
  const bool is_second =
      after == Op::kLoopMerge || after == Op::kLoopControlINTEL;
  if (is_second) {
    c.Report(R("control.loopcontrolintel.one-per-block"), Place::kWhole,
             {after});
  } else {
    c.Report(R("control.loopcontrolintel.position"), Place::kWhole,
             {c.inst().op(), after});
  }
}

void CheckHeader(const CheckContext& c) {
  const BlockIndex block = BlockOf(c);
  if (block == kNoBlock || !c.function()->has_graph()) return;
  const cfg::DomTree& dominators = c.function()->dominators();
  if (!dominators.reachable(block) ||
      absl::c_any_of(c.function()->graph().predecessors(block),
                     [&](BlockIndex from) {
                       return dominators.reachable(from) &&
                              dominators.Dominates(block, from);
                     })) {
    return;
  }
  c.Report(R("control.loopcontrolintel.loop-header"), Place::kWhole,
           {c.inst().op()});
}

constexpr Check kChecks[] = {
    {Op::kLoopMerge, CheckLoopMerge},
    {Op::kLoopControlINTEL, CheckLoopControl},
    {Op::kLoopControlINTEL, CheckPlace},
    {Op::kLoopControlINTEL, CheckHeader},
};

}  // namespace

extern constinit const Family kLoopControls(R, kChecks);

}  // namespace plumb
