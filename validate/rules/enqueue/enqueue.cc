// Device-side enqueue (section 3.3.22): queues, events, and the functions that
// are enqueued or queried.
//
// nd_range.cc checks descriptors of ND-ranges.  This file checks that operand
// Invoke is a function, because ssa/operand_class.cc does not.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace kernel = operand::EnqueueKernel;
namespace capture = operand::CaptureEventProfilingInfo;
namespace status = operand::SetUserEventStatus;
namespace local_size = operand::GetKernelLocalSizeForSubgroupCount;

constexpr char kSection[] = "3.3.22";

constexpr RuleTable R({
    {"enqueue.int32-result.result-type", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"enqueue.createuserevent.result-type", kSection,
     "the result type must be OpTypeDeviceEvent, not {0}"},
    {"enqueue.getdefaultqueue.result-type", kSection,
     "the result type must be OpTypeQueue, not {0}"},
    {"enqueue.isvalidevent.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"enqueue.queue.type", kSection, "operand Queue must be a queue, not {0}"},
    {"enqueue.enqueuekernel.flags-type", kSection,
     "operand Flags must be an integer scalar, not {0}"},
    {"enqueue.num-events.type", kSection,
     "operand Num Events must be a 32-bit integer scalar, not {0}"},
    // Warnings, where implementations do not check.
    {"enqueue.wait-events.type", kSection,
     "operand Wait Events must be a pointer to device events, not {0}", "",
     Severity::kWarning},
    {"enqueue.ret-event.type", kSection,
     "operand Ret Event must be a pointer to a device event, not {0}", "",
     Severity::kWarning},
    {"enqueue.param.type", kSection,
     "operand Param must be a pointer to 8-bit integers, not {0}", "",
     Severity::kWarning},
    {"enqueue.param-size.type", kSection,
     "operand Param Size must be a 32-bit integer scalar, not {0}"},
    {"enqueue.param-align.type", kSection,
     "operand Param Align must be a 32-bit integer scalar, not {0}"},
    {"enqueue.getkernellocalsize.subgroup-count-type", kSection,
     "operand Subgroup Count must be a 32-bit integer scalar, not {0}"},
    {"enqueue.event.type", kSection,
     "operand Event must be a device event, not {0}"},
    {"enqueue.setusereventstatus.status-type", kSection,
     "operand Status must be a 32-bit integer scalar, not {0}"},
    {"enqueue.captureprofiling.info-type", kSection,
     "operand Profiling Info must be an integer scalar, not {0}"},
    {"enqueue.captureprofiling.value-type", kSection,
     "operand Value must be a pointer to 8-bit integers, not {0}"},
    {"enqueue.captureprofiling.value-storage-class", kSection,
     "operand Value must be a pointer into CrossWorkgroup, not {0}"},
    {"enqueue.invoke.return-void", kSection,
     "function {0} cannot be enqueued: it must return void, not {1}"},
    {"enqueue.invoke.first-parameter", kSection,
     "function {0} cannot be enqueued: its first parameter must be a pointer "
     "to 8-bit integers",
     "", Severity::kWarning},
    {"enqueue.invoke.other-parameters", kSection,
     "function {0} cannot be enqueued: parameters after the first must be "
     "pointers into Workgroup, not {1}"},
    // The text does not state that the types are the same.
    {"enqueue.param.first-parameter-type", kSection,
     "operand Param should have the type of the function's first parameter, "
     "{1}, not {0}",
     "", Severity::kWarning},
    {"enqueue.enqueuekernel.local-size-count", kSection,
     "there must be {1} local size{1s}, one for each parameter after the "
     "first, not {0}",
     "", Severity::kWarning},
});

// --- Types ---

constexpr Op kQueries[] = {Op::kGetKernelNDrangeSubGroupCount,
                           Op::kGetKernelNDrangeMaxSubGroupSize,
                           Op::kGetKernelWorkGroupSize,
                           Op::kGetKernelPreferredWorkGroupSizeMultiple,
                           Op::kGetKernelLocalSizeForSubgroupCount,
                           Op::kGetKernelMaxNumSubgroups};
constexpr Op kEnqueues[] = {Op::kEnqueueKernel, Op::kEnqueueMarker};
constexpr auto kInvokers = JoinOps(Op::kEnqueueKernel, kQueries);
constexpr auto kCounts =
    JoinOps(Op::kEnqueueKernel, Op::kEnqueueMarker, kQueries);
// All instructions whose operand Event must be an event.
constexpr Op kEventUsers[] = {Op::kIsValidEvent, Op::kSetUserEventStatus,
                              Op::kCaptureEventProfilingInfo};

constexpr TypePattern kQueue = kDeclaredBy<Op::kTypeQueue>;
constexpr TypePattern kEvent = kDeclaredBy<Op::kTypeDeviceEvent>;
constexpr TypePattern kInt8 = Scalar(tt::kInt, 8);
// Untyped pointers may point to any type.
constexpr TypePattern kEventPointer = {.shape = tt::kAnyPointer,
                                       .element = &kEvent};
constexpr TypePattern kBytePointer = {.shape = tt::kAnyPointer,
                                      .element = &kInt8};
constexpr StorageClass kCrossWorkgroup[] = {StorageClass::kCrossWorkgroup};
constexpr StorageClass kWorkgroup[] = {StorageClass::kWorkgroup};
constexpr TypePattern kWorkgroupPointer =
    kAnyPointer.InStorageClass(kWorkgroup);

constexpr Signature kSignatures[] = {
    {.ops = kCounts,
     .result = kInt32,
     .result_rule = &R("enqueue.int32-result.result-type")},
    {.ops = Op::kCreateUserEvent,
     .result = kEvent,
     .result_rule = &R("enqueue.createuserevent.result-type")},
    {.ops = Op::kGetDefaultQueue,
     .result = kQueue,
     .result_rule = &R("enqueue.getdefaultqueue.result-type")},
    {.ops = Op::kIsValidEvent,
     .result = kBoolScalar,
     .result_rule = &R("enqueue.isvalidevent.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {kEnqueues, "Queue", kQueue, &R("enqueue.queue.type")},
    {Op::kEnqueueKernel, kernel::kFlags, kIntScalar,
     &R("enqueue.enqueuekernel.flags-type")},
    {kEnqueues, "Num Events", kInt32, &R("enqueue.num-events.type")},
    {kEnqueues, "Wait Events", kEventPointer, &R("enqueue.wait-events.type")},
    {kEnqueues, "Ret Event", kEventPointer, &R("enqueue.ret-event.type")},
    {kInvokers, "Param", kBytePointer, &R("enqueue.param.type")},
    {kInvokers, "Param Size", kInt32, &R("enqueue.param-size.type")},
    {kInvokers, "Param Align", kInt32, &R("enqueue.param-align.type")},
    {Op::kGetKernelLocalSizeForSubgroupCount, local_size::kSubgroupCount,
     kInt32, &R("enqueue.getkernellocalsize.subgroup-count-type")},
    {kEventUsers, "Event", kEvent, &R("enqueue.event.type")},
    {Op::kSetUserEventStatus, status::kStatus, kInt32,
     &R("enqueue.setusereventstatus.status-type")},
    {Op::kCaptureEventProfilingInfo, capture::kProfilingInfo, kIntScalar,
     &R("enqueue.captureprofiling.info-type")},
    {Op::kCaptureEventProfilingInfo, capture::kValue, kBytePointer,
     &R("enqueue.captureprofiling.value-type")},
    {Op::kCaptureEventProfilingInfo, capture::kValue,
     kAnyPointer.InStorageClass(kCrossWorkgroup),
     &R("enqueue.captureprofiling.value-storage-class")},
};

// --- The function ---

constexpr auto kFirstParameter = operand::TypeFunction::kParameterTypes;

OperandIndex Find(const CheckContext& c, absl::string_view name) {
  return grammar::OperandByName(c.inst().op(), name);
}

DiagnosticBuilder ReportFunction(const CheckContext& c, const Rule& rule,
                                 InstIndex type, Id part) {
  const OperandIndex at = Find(c, "Invoke");
  return c.Report(rule, at, {c.inst().id(at), Arg::Type(part)})
      .Note("its type is declared here", Place::At(type));
}

// Checks the type of the function; false if it is invalid.
bool CheckFunctionType(const CheckContext& c, const Inst& type) {
  const ModuleContext& context = c.context();
  const Id result = type.id(operand::TypeFunction::kReturnType);
  const TypeInfo& returned = context.types().Get(result);
  if (!returned.unknown() && !returned.Is(tt::kVoid)) {
    if (ReportFunction(c, R("enqueue.invoke.return-void"), type.index(), result)
            .is_error()) {
      return false;
    }
  }
  const auto first = type.Find(kFirstParameter);
  if (!first || !Fits(context, kBytePointer, type.id(*first))) {
    const DiagnosticBuilder report = ReportFunction(
        c, R("enqueue.invoke.first-parameter"), type.index(), kNoId);
    if (!first || report.is_error()) return false;
  }
  for (OperandIndex o = kFirstParameter + 1; o < type.operand_count(); ++o) {
    if (Fits(context, kWorkgroupPointer, type.id(o))) continue;
    return !ReportFunction(c, R("enqueue.invoke.other-parameters"),
                           type.index(), type.id(o))
                .is_error();
  }
  return true;
}

void CheckParam(const CheckContext& c, Id expected) {
  const OperandIndex param = Find(c, "Param");
  const Id type = c.type_of(param);
  // Another pointee is reported by another rule.
  if (type == expected || c.operand_type(param).unknown() ||
      c.context().types().Get(expected).unknown() ||
      !Fits(c.context(), kBytePointer, type)) {
    return;
  }
  ReportTypes(c, R("enqueue.param.first-parameter-type"), param, type,
              expected);
}

void CheckLocalSizes(const CheckContext& c, const Inst& type) {
  if (c.inst().op() != Op::kEnqueueKernel) return;
  const uint32_t sizes = c.inst().operand_count() - kernel::kLocalSize.value;
  const uint32_t parameters = type.operand_count() - kFirstParameter.value - 1;
  if (sizes == parameters) return;
  c.Report(R("enqueue.enqueuekernel.local-size-count"), Place::kWhole,
           {sizes, parameters})
      .Note("the type of the function is declared here",
            Place::At(type.index()));
}

void CheckInvoke(const CheckContext& c) {
  const Module& module = c.module();
  const InstIndex type_at =
      FunctionTypeOf(module, c.inst().id(Find(c, "Invoke")));
  if (type_at == kNoInst) return;
  const Inst type = module.inst(type_at);
  if (!CheckFunctionType(c, type)) return;
  CheckParam(c, type.id(*type.Find(kFirstParameter)));
  CheckLocalSizes(c, type);
}

constexpr Check kChecks[] = {{kInvokers, CheckInvoke}};

}  // namespace

extern constinit const Family kEnqueue(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
