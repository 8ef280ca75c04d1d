// Payloads of nodes (SPV_AMDX_shader_enqueue): arrays of payloads that are
// allocated and enqueued, or that are the input of a shader.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/functions_with_mode.h"

namespace plumb {
namespace {

namespace allocate = operand::AllocateNodePayloadsAMDX;
namespace enqueue = operand::EnqueueNodePayloadsAMDX;
namespace length = operand::NodePayloadArrayLengthAMDX;
namespace is_valid = operand::IsNodePayloadValidAMDX;
namespace finish = operand::FinishWritingNodePayloadAMDX;

constexpr char kSection[] = "SPV_AMDX_shader_enqueue";

// The instructions that apply the decorations.
constexpr Op kDecorateOps[] = {Op::kDecorate, Op::kDecorateId};

constexpr RuleTable R({
    {"nodepayload.allocate.result-type", kSection,
     "the result type must be a pointer into NodePayloadAMDX to an array of "
     "payloads, not {0}"},
    {"nodepayload.allocate.visibility", kSection,
     "operand Visibility must be Invocation or Workgroup, not {0}"},
    {"nodepayload.enqueue.payload-array", kSection,
     "operand Payload Array must be an allocated payload array, but {0} is "
     "not"},
    {"nodepayload.arraylength.result-type", kSection,
     "the result type must be an unsigned 32-bit integer scalar, not {0}"},
    {"nodepayload.arraylength.payload-array", kSection,
     "operand Payload Array must be a pointer into NodePayloadAMDX to an array "
     "of payloads, not {0}"},
    {"nodepayload.isvalid.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"nodepayload.isvalid.payload-type", kSection,
     "operand Payload Type must be a type of payload arrays, but {0} is not"},
    ReliesOn(kDecorateOps, {"nodepayload.isvalid.index-range", kSection,
                            "operand Node Index must be less than the array "
                            "size of the payload type, {1}, but {0} is not"}),
    {"nodepayload.finishwriting.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"nodepayload.finishwriting.payload", kSection,
     "operand Payload must be a variable in NodePayloadAMDX, but {0} is not"},
    ReliesOn(kDecorateOps, {"nodepayload.finishwriting.tracked", kSection,
                            "payload structure {0} must be decorated with "
                            "TrackFinishWritingAMDX"}),
    {"nodepayload.finishwriting.not-coalescing", kSection,
     "an entry point with execution mode CoalescingAMDX must not reach {0}"},
});

constexpr TypePattern kArray = kDeclaredBy<Op::kTypeNodePayloadArrayAMDX>;
constexpr StorageClass kPayloadClass[] = {StorageClass::kNodePayloadAMDX};
constexpr TypePattern kPayloads =
    PointerTo(kArray).InStorageClass(kPayloadClass);

constexpr Signature kSignatures[] = {
    {.ops = Op::kAllocateNodePayloadsAMDX,
     .result = kPayloads,
     .result_rule = &R("nodepayload.allocate.result-type")},
    {.ops = Op::kNodePayloadArrayLengthAMDX,
     .result = Unsigned(kInt32),
     .result_rule = &R("nodepayload.arraylength.result-type")},
    {.ops = Op::kIsNodePayloadValidAMDX,
     .result = kBoolScalar,
     .result_rule = &R("nodepayload.isvalid.result-type")},
    {.ops = Op::kFinishWritingNodePayloadAMDX,
     .result = kBoolScalar,
     .result_rule = &R("nodepayload.finishwriting.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {Op::kNodePayloadArrayLengthAMDX, length::kPayloadArray, kPayloads,
     &R("nodepayload.arraylength.payload-array")},
    {Op::kFinishWritingNodePayloadAMDX, finish::kPayload,
     kAnyPointer.InStorageClass(kPayloadClass),
     &R("nodepayload.finishwriting.payload"), DefinedBy::kVariable},
};

// --- Allocated payloads ---

// Rules for all scopes check that the scope is a 32-bit integer and is known.
void CheckAllocate(const CheckContext& c) {
  const auto scope = FixedValue(c, c.inst().id(allocate::kVisibility));
  if (!scope || grammar::EnumerantByValue(Kind::kScope, *scope) == nullptr ||
      grammar::Scope{*scope} == grammar::Scope::kInvocation ||
      grammar::Scope{*scope} == grammar::Scope::kWorkgroup) {
    return;
  }
  c.Report(R("nodepayload.allocate.visibility"), allocate::kVisibility,
           {Arg::Enumerant(Kind::kScope, *scope)});
}

// A variable holds input payloads.
void CheckEnqueue(const CheckContext& c) {
  const Id array = c.inst().id(enqueue::kPayloadArray);
  const InstIndex def = c.module().def(array);
  if (c.operand_type(enqueue::kPayloadArray).unknown()) return;
  if (Fits(c.context(), kPayloads, c.type_of(enqueue::kPayloadArray)) &&
      !Is(c.module().record(def).op, OpTrait::kVariable)) {
    return;
  }
  c.Report(R("nodepayload.enqueue.payload-array"), enqueue::kPayloadArray,
           {array})
      .Note("it is defined here", Place::At(def));
}

// --- Nodes ---

// The value of a decoration of a type that is given by an <id>.
std::optional<uint32_t> SizeOf(const CheckContext& c, Id type) {
  const auto size = c.context().decorations().Find(
      type, Decoration::kPayloadNodeArraySizeAMDX);
  if (!size.has_value()) return std::nullopt;
  const Inst statement = c.module().inst(size->statement);
  if (size->parameter >= statement.operand_count()) return std::nullopt;
  return FixedValue(c, statement.id(size->parameter));
}

void CheckIsValid(const CheckContext& c) {
  const Id type = c.inst().id(is_valid::kPayloadType);
  const InstIndex def = c.module().def(type);
  if (def == kNoInst) return;
  if (c.module().record(def).op != Op::kTypeNodePayloadArrayAMDX) {
    c.Report(R("nodepayload.isvalid.payload-type"), is_valid::kPayloadType,
             {type})
        .Note("it is defined here", Place::At(def));
    return;
  }
  const auto size = SizeOf(c, type);
  const auto index = FixedValue(c, c.inst().id(is_valid::kNodeIndex));
  if (!size || !index || *index < *size) return;
  c.Report(R("nodepayload.isvalid.index-range"), is_valid::kNodeIndex,
           {*index, *size})
      .Note("the payload type is declared here", Place::At(def));
}

// --- Input payloads ---

// The structure of the payloads that a pointer points to; kNoId if there is
// none.
Id PayloadOf(const ModuleContext& context, Id pointee) {
  if (IsDefinedBy(context.module(), pointee, Op::kTypeNodePayloadArrayAMDX)) {
    const Inst array = context.module().inst(context.module().def(pointee));
    pointee = array.id(operand::TypeNodePayloadArrayAMDX::kPayloadType);
  }
  return context.types().Get(pointee).Is(type_trait::kStruct) ? pointee : kNoId;
}

void CheckFinish(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(finish::kPayload);
  if (pointer.unknown() ||
      pointer.storage_class != StorageClass::kNodePayloadAMDX) {
    return;
  }
  const Id payload = PayloadOf(c.context(), pointer.element);
  if (payload == kNoId || c.context().types().Get(payload).unknown() ||
      c.context().decorations().Has(payload,
                                    Decoration::kTrackFinishWritingAMDX)) {
    return;
  }
  c.Report(R("nodepayload.finishwriting.tracked"), finish::kPayload, {payload})
      .Note("the structure is declared here",
            Place::At(c.module().def(payload)));
}

// Linear in the instructions of the functions that run under the mode.
void CheckCoalescing(ModuleContext& context) {
  const Module& module = context.module();
  const std::vector<uint64_t> coalescing =
      FunctionsWithMode(context, ExecutionMode::kCoalescingAMDX);
  for (size_t f = 0; f < coalescing.size(); ++f) {
    if (coalescing[f] == 0) continue;
    const FunctionRange& range = module.functions()[f];
    for (InstIndex i = range.first; i < range.last; ++i) {
      const Op op = module.record(i).op;
      if (op != Op::kFinishWritingNodePayloadAMDX) continue;
      AddCallPathNotes(
          context, cfg::FunctionIndex(static_cast<uint32_t>(f)),
          ExecutionMode::kCoalescingAMDX,
          context.Report(R("nodepayload.finishwriting.not-coalescing"),
                         Place::At(i), {op}));
    }
  }
}
constexpr Check kChecks[] = {{Op::kAllocateNodePayloadsAMDX, CheckAllocate},
                             {Op::kEnqueueNodePayloadsAMDX, CheckEnqueue},
                             {Op::kIsNodePayloadValidAMDX, CheckIsValid},
                             {Op::kFinishWritingNodePayloadAMDX, CheckFinish}};

}  // namespace

extern constinit const Family kNodePayload(
    R,
    kModuleCheck<Phase::kSummaries, CheckCoalescing,
                 Op::kFinishWritingNodePayloadAMDX>,
    kChecks, kSignatures, kOperandRules);

}  // namespace plumb
