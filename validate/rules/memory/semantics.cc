// The memory semantics that instructions allow, in the universal environment
// and in those of client APIs (section 3.2.24).  One table covers barriers,
// atomic instructions, and the instruction that requests them.
//
// Only semantics that specialization cannot change are checked.
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/scope_check.h"
#include "validate/rules/opencl_section.h"

namespace plumb {
namespace {

using Bits = uint32_t;
using Mask = grammar::MemorySemantics;
template <typename... M>
constexpr Bits BitsOf(M... masks) {
  return (0u | ... | static_cast<Bits>(masks));
}

constexpr Bits kAcquires = BitsOf(Mask::kAcquire, Mask::kAcquireRelease);
constexpr Bits kReleases = BitsOf(Mask::kRelease, Mask::kAcquireRelease);
constexpr Bits kSequential = BitsOf(Mask::kSequentiallyConsistent);
constexpr Bits kOrders = kAcquires | kReleases | kSequential;
// Storage classes in Vulkan.
constexpr Bits kVulkanStorage =
    BitsOf(Mask::kUniformMemory, Mask::kWorkgroupMemory, Mask::kImageMemory,
           Mask::kOutputMemory);
constexpr Bits kVulkanModelBits =
    BitsOf(Mask::kOutputMemory, Mask::kMakeAvailable, Mask::kMakeVisible,
           Mask::kVolatile);
constexpr Bits kKnown =
    kOrders | kVulkanModelBits |
    BitsOf(Mask::kUniformMemory, Mask::kSubgroupMemory, Mask::kWorkgroupMemory,
           Mask::kCrossWorkgroupMemory, Mask::kAtomicCounterMemory,
           Mask::kImageMemory);

// --- Instructions ---

constexpr auto kAtomics = grammar::kOpsWith<OpTrait::kAtomic>;
constexpr Op kBarriers[] = {Op::kControlBarrier, Op::kControlBarrierArriveEXT,
                            Op::kControlBarrierWaitEXT, Op::kMemoryBarrier,
                            Op::kMemoryNamedBarrier};
constexpr Op kCoreBarriers[] = {Op::kControlBarrier, Op::kMemoryBarrier};
constexpr Op kExchanges[] = {Op::kAtomicCompareExchange,
                             Op::kAtomicCompareExchangeWeak};

// --- Rules ---

constexpr Scope kInShaders = {.needs = Capability::kShader};
constexpr Scope kNotInShaders = {.unless = Capability::kShader};
constexpr EnvSet kOpenCl1_2 =
    EnvsBetween(TargetEnv::kOpenCl1_2, TargetEnv::kOpenCl1_2Embedded);
constexpr char kDefinedHere[] = "they are defined here";

constexpr RuleTable R({
    {"memory.genericptrmemsemantics.result-type", "3.3.8",
     "the result type must be an unsigned 32-bit integer, not {0}"},
    {"memory.genericptrmemsemantics.pointer-generic", "3.3.8",
     "operand Pointer must be a pointer into Generic, not {0}"},
    Also("atomic.semantics.type barrier.semantics.type",
         Contradicts(
             Contradicted::kOperand,
             {"memory.semantics.int32-scalar", "3.2.24",
              "memory semantics must be a 32-bit integer scalar, not {0}"})),
    Also(
        "atomic.semantics.constant barrier.semantics.constant",
        Contradicts(
            Contradicted::kOperand,
            {"memory.semantics.constant", "2.16.2",
             "in a shader, memory semantics must be a constant, but {0} is not",
             "", Severity::kError, kInShaders})),
    Also("atomic.semantics.known-bits barrier.semantics.known-bits",
         Contradicts(Contradicted::kOperand,
                     {"memory.semantics.known-bits", "3.2.24",
                      "{0} has bits that are not memory semantics", "",
                      Severity::kError, kInShaders})),
    // Where semantics need not be constants, these two cause undefined
    // behavior.
    {"memory.semantics.known-bits-expected", "3.2.24",
     "{0} has bits that are not memory semantics, so behavior is undefined", "",
     Severity::kWarning, kNotInShaders},
    Also("atomic.semantics.single-order barrier.semantics.single-order",
         Contradicts(
             Contradicted::kOperand,
             {"memory.semantics.single-ordering-bit", "3.2.24",
              "{0} has more than one of Acquire, Release, AcquireRelease "
              "and SequentiallyConsistent",
              "VUID-StandaloneSpirv-MemorySemantics-10865", Severity::kError,
              kInShaders})),
    {"memory.semantics.single-ordering-bit-expected", "3.2.24",
     "{0} has more than one of Acquire, Release, AcquireRelease and "
     "SequentiallyConsistent, so behavior is undefined",
     "", Severity::kWarning, kNotInShaders},
    {"memory.semantics.invocation-scope", "3.2.24",
     "with memory scope Invocation, there must be no memory order, not {0}",
     "VUID-StandaloneSpirv-None-04641", Severity::kError, kInVulkan},
    Also("atomic.compareexchange.unequal-not-stronger",
         {"memory.semantics.unequal-not-stronger", "3.3.18",
          "the memory order of Unequal, {0}, must not be stronger than that of "
          "Equal",
          "VUID-StandaloneSpirv-UnequalMemorySemantics-10876"}),
    {"memory.semantics.unequal-storage", "3.3.18",
     "operand Unequal must not have {0}, as Equal does not",
     "VUID-StandaloneSpirv-UnequalMemorySemantics-10877", Severity::kError,
     kInVulkan},
    {"memory.semantics.unequal-make-visible", "3.3.18",
     "operand Unequal must not have {0}, as Equal does not",
     "VUID-StandaloneSpirv-UnequalMemorySemantics-10878", Severity::kError,
     kInVulkan},
    {"memory.semantics.unequal-volatile", "3.3.18",
     "{0} must be in both of Equal and Unequal, or in neither",
     "VUID-StandaloneSpirv-UnequalMemorySemantics-10879", Severity::kError,
     kInVulkan},
});

constexpr StorageClass kGeneric[] = {StorageClass::kGeneric};
constexpr TypePattern kGenericPointer =
    TypePattern{.shape = type_trait::kPointer}.InStorageClass(kGeneric);
constexpr OperandRule kOperandRules[] = {
    {Op::kGenericPtrMemSemantics, operand::GenericPtrMemSemantics::kResultType,
     Unsigned(kInt32), &R("memory.genericptrmemsemantics.result-type")},
    {Op::kGenericPtrMemSemantics, operand::GenericPtrMemSemantics::kPointer,
     kGenericPointer, &R("memory.genericptrmemsemantics.pointer-generic")},
};

// --- The table ---

struct Row {
  Instructions ops = {};  // none: all instructions
  bool unequal = false;   // only for operand Unequal
  Bits given = 0;         // applies if any of these is set; 0: always
  Bits wrong = 0;         // none of these bits may be set
  Bits needed = 0;        // if not 0, one of these bits must be set
  // Argument: the first bit that is wrong or given, if any.
  Rule rule;
};

constexpr Rule InVulkan(absl::string_view id, absl::string_view text,
                        absl::string_view vuid) {
  return {.id = id,
          .section = "3.2.24",
          .text = text,
          .vuid = vuid,
          .when = kInVulkan,
          .contradicts = Contradicted::kOperand};
}

// If several rows are violated the first is reported.
constexpr Row kRows[] = {
    {.wrong = BitsOf(Mask::kUniformMemory),
     .rule = Also(
         "atomic.semantics.bit-capability barrier.semantics.bit-capability",
         WithFix(Declare(Capability::kShader),
                 {.id = "memory.semantics.uniformmemory-capability",
                  .section = "3.2.24",
                  .text = "{0} requires capability Shader",
                  .when = {.unless = Capability::kShader}}))},
    {.wrong = kVulkanModelBits,
     .rule = WithFix(Declare(Capability::kVulkanMemoryModel),
                     {.id = "memory.semantics.vulkan-bits-capability",
                      .section = "3.2.24",
                      .text = "{0} requires capability VulkanMemoryModel",
                      .when = {.unless = Capability::kVulkanMemoryModel}})},
    {.wrong = kSequential,
     .rule = {.id = "memory.semantics.no-seqcst-in-vulkan-model",
              .section = "3.2.24",
              .text = "{0} is not allowed with memory model Vulkan",
              .vuid = "VUID-StandaloneSpirv-MemorySemantics-10866",
              .when = {.needs = Capability::kVulkanMemoryModel}}},
    {.wrong = kSequential,
     .rule = InVulkan("memory.semantics.vulkan-no-seqcst",
                      "{0} is not allowed in Vulkan",
                      "VUID-StandaloneSpirv-MemorySemantics-10866")},
    {.ops = Op::kAtomicFlagClear,
     .wrong = kAcquires,
     .rule = Also("atomic.flagclear.semantics",
                  {"memory.semantics.flag-clear", "3.3.18",
                   "OpAtomicFlagClear must not have memory semantics {0}"})},
    {.ops = kExchanges,
     .unequal = true,
     .wrong = kReleases,
     .rule = Also(
         "atomic.compareexchange.unequal-no-release",
         {"memory.semantics.unequal-no-release", "3.3.18",
          "operand Unequal must not be {0}: nothing is stored in this case",
          "VUID-StandaloneSpirv-UnequalMemorySemantics-10875"})},
    {.ops = Op::kAtomicStore,
     .wrong = kAcquires,
     .rule = InVulkan("memory.semantics.store",
                      "an atomic store must not have memory semantics {0}",
                      "VUID-StandaloneSpirv-MemorySemantics-10867")},
    {.ops = Op::kAtomicLoad,
     .wrong = kReleases,
     .rule = InVulkan("memory.semantics.load",
                      "an atomic load must not have memory semantics {0}",
                      "VUID-StandaloneSpirv-MemorySemantics-10868")},
    {.ops = Op::kControlBarrierArriveEXT,
     .wrong = kAcquires,
     .rule = InVulkan("memory.semantics.arrive",
                      "the memory order must be Release or none, not {0}",
                      "VUID-StandaloneSpirv-MemorySemantics-13556")},
    {.ops = Op::kControlBarrierWaitEXT,
     .wrong = kReleases,
     .rule = InVulkan("memory.semantics.wait",
                      "the memory order must be Acquire or none, not {0}",
                      "VUID-StandaloneSpirv-MemorySemantics-13557")},
    {.ops = kBarriers,
     .wrong = BitsOf(Mask::kVolatile),
     .rule = InVulkan("memory.semantics.barrier-volatile",
                      "a barrier must not have memory semantics {0}",
                      "VUID-StandaloneSpirv-MemorySemantics-13551")},
    {.ops = Op::kMemoryBarrier,
     .needed = kOrders,
     .rule = InVulkan("memory.semantics.barrier-order",
                      "a memory barrier must have a memory order: Acquire, "
                      "Release or AcquireRelease",
                      "VUID-StandaloneSpirv-MemorySemantics-10869")},
    {.given = kOrders,
     .needed = kVulkanStorage,
     .rule = InVulkan("memory.semantics.order-without-storage",
                      "{0} requires one of UniformMemory, WorkgroupMemory, "
                      "ImageMemory and OutputMemory",
                      "VUID-StandaloneSpirv-MemorySemantics-10870")},
    {.given = kVulkanStorage,
     .needed = kOrders,
     .rule = InVulkan("memory.semantics.storage-without-order",
                      "{0} requires one of Acquire, Release and AcquireRelease",
                      "VUID-StandaloneSpirv-MemorySemantics-10871")},
    {.given = BitsOf(Mask::kMakeAvailable),
     .needed = kReleases,
     .rule = InVulkan("memory.semantics.make-available",
                      "{0} requires Release or AcquireRelease",
                      "VUID-StandaloneSpirv-MemorySemantics-10872")},
    {.given = BitsOf(Mask::kMakeVisible),
     .needed = kAcquires,
     .rule = InVulkan("memory.semantics.make-visible",
                      "{0} requires Acquire or AcquireRelease",
                      "VUID-StandaloneSpirv-MemorySemantics-10873")},
    // Compilers set the bit in barriers for all memory, and implementations
    // accept it.
    {.wrong = BitsOf(Mask::kAtomicCounterMemory),
     .rule = {.id = "memory.semantics.atomiccountermemory-capability",
              .section = "3.2.24",
              .text = "{0} should be used only with capability AtomicStorage",
              .severity = Severity::kPedantic,
              .when = {.unless = Capability::kAtomicStorage}}},
    // Compilers follow later versions, and implementations accept it.
    {.ops = kCoreBarriers,
     .needed = kSequential,
     .rule = {.id = "memory.semantics.opencl12-barrier",
              .section = kOpenCl,
              .text =
                  "in OpenCL 1.2, a barrier should be SequentiallyConsistent",
              .severity = Severity::kPedantic,
              .when = {.envs = kOpenCl1_2}}},
    {.ops = kAtomics,
     .wrong = kOrders,
     .rule = {.id = "memory.semantics.opencl12-atomic",
              .section = kOpenCl,
              .text = "in OpenCL 1.2, an atomic instruction should have no "
                      "memory order, not {0}",
              .severity = Severity::kPedantic,
              .when = {.envs = kOpenCl1_2}}},
};

constexpr auto kRules = Join(RulesOf(R), RulesOf(kRows, &Row::rule));

// --- Checks ---

// The lowest of some bits, for a message; empty if there is none.
Arg NameOf(Bits bits) {
  if (bits == 0) return Arg();
  return Arg::Enumerant(Kind::kMemorySemantics, bits & (~bits + 1));
}

bool Violates(const Row& row, Bits bits) {
  if (row.given != 0 && (bits & row.given) == 0) return false;
  return (bits & row.wrong) != 0 ||
         (row.needed != 0 && (bits & row.needed) == 0);
}

// Reports the first of some rules that the semantics at an operand violate;
// true if any was violated.
bool ReportBits(const CheckContext& c, OperandIndex operand, Bits bits,
                std::initializer_list<const Rule*> rules) {
  const Place definition = Place::At(c.module().def(c.inst().id(operand)));
  for (const Rule* rule : rules) {
    if (c.Report(*rule, operand, {Arg::Hex(bits)})
            .Note(kDefinedHere, definition)) {
      return true;
    }
  }
  return false;
}

bool CheckRows(const CheckContext& c, OperandIndex operand, Bits bits) {
  for (const Row& row : kRows) {
    if (!Violates(row, bits) ||
        (!row.ops.ops().empty() && !row.ops.Include(c.inst().op())) ||
        (row.unequal && operand != operand::AtomicCompareExchange::kUnequal)) {
      continue;
    }
    const Arg name = NameOf(bits & (row.wrong != 0 ? row.wrong : row.given));
    if (c.Report(row.rule, operand, {name}).is_error()) return false;
  }
  return true;
}

// The bits of semantics, if they are valid and cannot be changed by
// specialization.
std::optional<Bits> CheckSemantics(const CheckContext& c,
                                   OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown()) return std::nullopt;
  if (!kInt32.MatchesTraits(type)) {
    ReportType(c, R("memory.semantics.int32-scalar"), operand,
               c.type_of(operand));
    return std::nullopt;
  }
  const Id id = c.inst().id(operand);
  const auto bits = FixedValue(c, id);
  if (!bits) {
    if (!MayBeSpecialized(c, id)) {
      c.Report(R("memory.semantics.constant"), operand, {id})
          .Note("it is defined here", Place::At(c.module().def(id)));
    }
    return std::nullopt;
  }
  if ((*bits & ~kKnown) != 0) {
    ReportBits(c, operand, *bits,
               {&R("memory.semantics.known-bits"),
                &R("memory.semantics.known-bits-expected")});
    return std::nullopt;
  }
  if (std::popcount(*bits & kOrders) > 1) {
    ReportBits(c, operand, *bits,
               {&R("memory.semantics.single-ordering-bit"),
                &R("memory.semantics.single-ordering-bit-expected")});
    return std::nullopt;
  }
  return CheckRows(c, operand, *bits) ? bits : std::nullopt;
}

// An order is stronger than another if it has a property that the other lacks:
// Acquire is not stronger than Release, nor the reverse.
bool IsStronger(Bits unequal, Bits equal) {
  if ((unequal & kSequential) != 0) return (equal & kSequential) == 0;
  return (unequal & kOrders) != 0 && (equal & kOrders) == 0;
}

// Reports `more`, bits that Unequal has and Equal does not.
bool CheckSubset(const CheckContext& c, const Rule& rule, Bits more) {
  return more == 0 || !c.Report(rule, operand::AtomicCompareExchange::kUnequal,
                                {NameOf(more)});
}

void CompareSemantics(const CheckContext& c, Bits equal, Bits unequal) {
  constexpr OperandIndex kUnequal = operand::AtomicCompareExchange::kUnequal;
  if (IsStronger(unequal, equal)) {
    c.Report(R("memory.semantics.unequal-not-stronger"), kUnequal,
             {NameOf(unequal & kOrders)});
    return;
  }
  const Bits more = unequal & ~equal;
  (void)(CheckSubset(c, R("memory.semantics.unequal-storage"),
                     more & kVulkanStorage) &&
         CheckSubset(c, R("memory.semantics.unequal-make-visible"),
                     more & BitsOf(Mask::kMakeVisible)) &&
         CheckSubset(c, R("memory.semantics.unequal-volatile"),
                     (unequal ^ equal) & BitsOf(Mask::kVolatile)));
}

// The scope precedes the semantics.
void CheckInvocationScope(const CheckContext& c, OperandIndex scope,
                          OperandIndex operand, Bits bits) {
  if ((bits & kOrders) == 0) return;
  const auto memory = FixedValue(c, c.inst().id(scope));
  if (memory != static_cast<uint32_t>(grammar::Scope::kInvocation)) return;
  c.Report(R("memory.semantics.invocation-scope"), operand,
           {NameOf(bits & kOrders)});
}

void CheckCompareExchange(const CheckContext& c) {
  namespace exchange = operand::AtomicCompareExchange;
  const auto equal = CheckSemantics(c, exchange::kEqual);
  const auto unequal = CheckSemantics(c, exchange::kUnequal);
  if (equal) {
    CheckInvocationScope(c, exchange::kMemory, exchange::kEqual, *equal);
  }
  if (equal && unequal) CompareSemantics(c, *equal, *unequal);
}

void CheckInstruction(const CheckContext& c) {
  if (absl::c_linear_search(kExchanges, c.inst().op())) {
    return CheckCompareExchange(c);
  }
  OperandIndex operand = 0;
  while (c.inst().kind(operand) != Kind::kIdMemorySemantics) {
    operand = operand + 1;
  }
  if (const auto bits = CheckSemantics(c, operand)) {
    CheckInvocationScope(c, operand - 1, operand, *bits);
  }
}

constexpr Check kChecks[] = {{kAtomics, CheckInstruction},
                             {kBarriers, CheckInstruction}};

}  // namespace

extern constinit const Family kSemantics(kRules, kChecks, kOperandRules);

}  // namespace plumb
