// Pipe instructions (section 3.32.23).
//
// Each takes a few of the same operands, in an order of its own: a table says
// which stands where, and one function judges each kind.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::AccessQualifier;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "3.32.23";

constexpr RuleTable R({
    {"pipe.pipe-operand.type", kSection,
     "operand Pipe must be a pipe, not {0}"},
    {"pipe.read.access-qualifier", kSection,
     "operand Pipe must be ReadOnly, not {0}"},
    {"pipe.write.access-qualifier", kSection,
     "operand Pipe must be WriteOnly, not {0}"},
    {"pipe.query.access-qualifier", kSection,
     "operand Pipe must be ReadOnly or WriteOnly, not {0}"},
    {"pipe.int32-result.result-type", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"pipe.pointer.type", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"pipe.pointer.storage-class", kSection,
     "operand Pointer must point into Generic, not {0}"},
    {"pipe.reserve-id.type", kSection,
     "operand Reserve Id must be a reservation, not {0}"},
    {"pipe.reserved-access.index-type", kSection,
     "operand Index must be a 32-bit integer scalar, not {0}"},
    {"pipe.packet-size.type", kSection,
     "operand Packet Size must be a 32-bit integer scalar, not {0}"},
    {"pipe.packet-alignment.type", kSection,
     "operand Packet Alignment must be a 32-bit integer scalar, not {0}"},
    {"pipe.packet-alignment.range", kSection,
     "an alignment must be from 1 to the size of a packet, {1}, not {0}"},
    {"pipe.packet-alignment.divides-size", kSection,
     "an alignment must divide the size of a packet, {1}, which {0} does not"},
    {"pipe.reserve.result-type", kSection,
     "the result type must be that of a reservation, not {0}"},
    {"pipe.reserve.num-packets-type", kSection,
     "operand Num Packets must be a 32-bit integer scalar, not {0}"},
    {"pipe.isvalidreserveid.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"pipe.group.execution-scope-value", kSection,
     "the execution scope must be Workgroup or Subgroup, not {0}"},
    {"pipe.constantpipestorage.result-type", kSection,
     "the result type must be that of pipe storage, not {0}"},
    {"pipe.createpipefrompipestorage.result-type", kSection,
     "the result type must be a pipe type, not {0}"},
    {"pipe.createpipefrompipestorage.storage-type", kSection,
     "operand Pipe Storage must be pipe storage, not {0}"},
    {"pipe.createpipefrompipestorage.storage-origin", kSection,
     "operand Pipe Storage, {0}, must come from OpConstantPipeStorage"},
});

// What an operand, or the result, is.
enum class Is : uint8_t {
  kNone,
  kInt,  // a result
  kBool,
  kNewReserveId,
  kPipe,
  kStorage,
  kReadPipe,  // an operand
  kWritePipe,
  kAnyPipe,
  kPointer,
  kReserveId,
  kIndex,
  kCount,
  kSize,
  kAlignment,
  kScope,
  kSourceStorage,
};
constexpr uint32_t kMaxOperands = 8;
struct Row {
  Op op;
  // With the result type and the result, where there are.
  Is operands[kMaxOperands];
};
constexpr Is kNone = Is::kNone;
constexpr Row kRows[] = {
    {Op::kReadPipe,
     {Is::kInt, kNone, Is::kReadPipe, Is::kPointer, Is::kSize, Is::kAlignment}},
    {Op::kWritePipe,
     {Is::kInt, kNone, Is::kWritePipe, Is::kPointer, Is::kSize,
      Is::kAlignment}},
    {Op::kReservedReadPipe,
     {Is::kInt, kNone, Is::kReadPipe, Is::kReserveId, Is::kIndex, Is::kPointer,
      Is::kSize, Is::kAlignment}},
    {Op::kReservedWritePipe,
     {Is::kInt, kNone, Is::kWritePipe, Is::kReserveId, Is::kIndex, Is::kPointer,
      Is::kSize, Is::kAlignment}},
    {Op::kReserveReadPipePackets,
     {Is::kNewReserveId, kNone, Is::kReadPipe, Is::kCount, Is::kSize,
      Is::kAlignment}},
    {Op::kReserveWritePipePackets,
     {Is::kNewReserveId, kNone, Is::kWritePipe, Is::kCount, Is::kSize,
      Is::kAlignment}},
    {Op::kCommitReadPipe,
     {Is::kReadPipe, Is::kReserveId, Is::kSize, Is::kAlignment}},
    {Op::kCommitWritePipe,
     {Is::kWritePipe, Is::kReserveId, Is::kSize, Is::kAlignment}},
    {Op::kIsValidReserveId, {Is::kBool, kNone, Is::kReserveId}},
    {Op::kGetNumPipePackets,
     {Is::kInt, kNone, Is::kAnyPipe, Is::kSize, Is::kAlignment}},
    {Op::kGetMaxPipePackets,
     {Is::kInt, kNone, Is::kAnyPipe, Is::kSize, Is::kAlignment}},
    {Op::kGroupReserveReadPipePackets,
     {Is::kNewReserveId, kNone, Is::kScope, Is::kReadPipe, Is::kCount,
      Is::kSize, Is::kAlignment}},
    {Op::kGroupReserveWritePipePackets,
     {Is::kNewReserveId, kNone, Is::kScope, Is::kWritePipe, Is::kCount,
      Is::kSize, Is::kAlignment}},
    {Op::kGroupCommitReadPipe,
     {Is::kScope, Is::kReadPipe, Is::kReserveId, Is::kSize, Is::kAlignment}},
    {Op::kGroupCommitWritePipe,
     {Is::kScope, Is::kWritePipe, Is::kReserveId, Is::kSize, Is::kAlignment}},
    {Op::kConstantPipeStorage, {Is::kStorage}},
    {Op::kCreatePipeFromPipeStorage, {Is::kPipe, kNone, Is::kSourceStorage}},
};

// Whether `type` is declared by `op`.
bool IsMadeBy(const CheckContext& c, Id type, Op op) {
  const InstIndex def = c.module().def(type);
  return def != kNoInst && c.module().record(def).op == op;
}

bool IsInt32(const TypeInfo& type) {
  return type.IsAll(tt::kScalar | tt::kInt) && type.width == 32;
}

// Reports the type of an operand unless it is right.
bool Require(const CheckContext& c, bool right, const Rule& rule,
             OperandIndex operand) {
  if (right) return true;
  ReportType(c, rule, operand, c.type_of(operand));
  return false;
}

bool CheckResult(const CheckContext& c, bool right, const Rule& rule) {
  if (right) return true;
  ReportType(c, rule, 0, c.inst().result_type());
  c.PoisonResult();
  return false;
}

bool CheckPipe(const CheckContext& c, OperandIndex operand, Is what) {
  const InstIndex def = c.module().def(c.type_of(operand));
  if (!Require(c, IsMadeBy(c, c.type_of(operand), Op::kTypePipe),
               R("pipe.pipe-operand.type"), operand)) {
    return false;
  }
  const Inst type = c.module().inst(def);
  const uint32_t qualifier = type.operand_word(1);
  const bool reads =
      qualifier == static_cast<uint32_t>(AccessQualifier::kReadOnly);
  const bool writes =
      qualifier == static_cast<uint32_t>(AccessQualifier::kWriteOnly);
  if (what == Is::kReadPipe ? reads
                            : writes || (what == Is::kAnyPipe && reads)) {
    return true;
  }
  const Rule& rule = what == Is::kReadPipe ? R("pipe.read.access-qualifier")
                     : what == Is::kWritePipe
                         ? R("pipe.write.access-qualifier")
                         : R("pipe.query.access-qualifier");
  c.Report(rule, operand,
           {Arg::Enumerant(grammar::Kind::kAccessQualifier, qualifier)})
      .Note("the pipe type is declared here", Place::At(def));
  return false;
}

bool CheckPointer(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (!Require(c, type.Is(tt::kAnyPointer), R("pipe.pointer.type"), operand)) {
    return false;
  }
  if (type.storage_class == StorageClass::kGeneric) return true;
  c.Report(R("pipe.pointer.storage-class"), operand,
           {Arg::Enumerant(grammar::Kind::kStorageClass, type.storage_class)});
  return false;
}

bool CheckScope(const CheckContext& c, OperandIndex operand) {
  // Of all scopes: enum.scope.int32-scalar.
  if (!IsInt32(c.operand_type(operand))) return false;
  const auto scope = FixedValue(c, c.inst().id(operand));
  if (!scope || *scope == static_cast<uint32_t>(grammar::Scope::kWorkgroup) ||
      *scope == static_cast<uint32_t>(grammar::Scope::kSubgroup)) {
    return true;
  }
  c.Report(R("pipe.group.execution-scope-value"), operand,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
  return false;
}

bool CheckSourceStorage(const CheckContext& c, OperandIndex operand) {
  if (!Require(c, IsMadeBy(c, c.type_of(operand), Op::kTypePipeStorage),
               R("pipe.createpipefrompipestorage.storage-type"), operand)) {
    return false;
  }
  const Id id = c.inst().id(operand);
  if (IsMadeBy(c, id, Op::kConstantPipeStorage)) return true;
  c.Report(R("pipe.createpipefrompipestorage.storage-origin"), operand, {id})
      .Note("it is defined here", Place::At(c.module().def(id)));
  return false;
}

// `operand` is that of the alignment; the size stands before it.
void CheckAlignment(const CheckContext& c, OperandIndex operand,
                    uint32_t alignment, uint32_t size) {
  const OperandIndex at = operand;
  if (alignment == 0 || alignment > size) {
    c.Report(R("pipe.packet-alignment.range"), at, {alignment, size});
  } else if (size % alignment != 0) {
    c.Report(R("pipe.packet-alignment.divides-size"), at, {alignment, size});
  }
}

bool CheckResultType(const CheckContext& c, Is what) {
  const Id id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (IsUnknown(type)) return false;
  switch (what) {
    case Is::kInt:
      return CheckResult(c, IsInt32(type), R("pipe.int32-result.result-type"));
    case Is::kBool:
      return CheckResult(c, type.IsAll(tt::kScalar | tt::kBool),
                         R("pipe.isvalidreserveid.result-type"));
    case Is::kNewReserveId:
      return CheckResult(c, IsMadeBy(c, id, Op::kTypeReserveId),
                         R("pipe.reserve.result-type"));
    case Is::kPipe:
      return CheckResult(c, IsMadeBy(c, id, Op::kTypePipe),
                         R("pipe.createpipefrompipestorage.result-type"));
    case Is::kStorage:
      return CheckResult(c, IsMadeBy(c, id, Op::kTypePipeStorage),
                         R("pipe.constantpipestorage.result-type"));
    default:
      return true;
  }
}

bool CheckOperand(const CheckContext& c, uint32_t o, Is what) {
  const TypeInfo& type = c.operand_type(o);
  if (IsUnknown(type)) return true;
  switch (what) {
    case Is::kReadPipe:
    case Is::kWritePipe:
    case Is::kAnyPipe:
      return CheckPipe(c, o, what);
    case Is::kPointer:
      return CheckPointer(c, o);
    case Is::kReserveId:
      return Require(c, IsMadeBy(c, c.type_of(o), Op::kTypeReserveId),
                     R("pipe.reserve-id.type"), o);
    case Is::kIndex:
      return Require(c, IsInt32(type), R("pipe.reserved-access.index-type"), o);
    case Is::kCount:
      return Require(c, IsInt32(type), R("pipe.reserve.num-packets-type"), o);
    case Is::kSize:
      return Require(c, IsInt32(type), R("pipe.packet-size.type"), o);
    case Is::kAlignment:
      if (!Require(c, IsInt32(type), R("pipe.packet-alignment.type"), o)) {
        return false;
      }
      if (const auto size = FixedValue(c, c.inst().id(o - 1))) {
        if (const auto alignment = FixedValue(c, c.inst().id(o))) {
          CheckAlignment(c, o, *alignment, *size);
        }
      }
      return true;
    case Is::kScope:
      return CheckScope(c, o);
    case Is::kSourceStorage:
      return CheckSourceStorage(c, o);
    default:
      return true;
  }
}

void CheckInstruction(const CheckContext& c) {
  const Inst& inst = c.inst();
  for (const Row& row : kRows) {
    if (row.op != inst.op()) continue;
    const bool has_result = inst.result_type() != kNoId;
    if (has_result && !CheckResultType(c, row.operands[0])) return;
    for (uint32_t o = has_result ? 2 : 0;
         o < inst.operand_count() && o < kMaxOperands; ++o) {
      if (!CheckOperand(c, o, row.operands[o])) return;
    }
  }
  if (inst.op() == Op::kConstantPipeStorage) {
    constexpr uint32_t kSize = 2, kAlignment = 3;
    CheckAlignment(c, kAlignment, inst.operand_word(kAlignment),
                   inst.operand_word(kSize));
  }
}

constexpr Op kOps[] = {Op::kReadPipe,
                       Op::kWritePipe,
                       Op::kReservedReadPipe,
                       Op::kReservedWritePipe,
                       Op::kReserveReadPipePackets,
                       Op::kReserveWritePipePackets,
                       Op::kCommitReadPipe,
                       Op::kCommitWritePipe,
                       Op::kIsValidReserveId,
                       Op::kGetNumPipePackets,
                       Op::kGetMaxPipePackets,
                       Op::kGroupReserveReadPipePackets,
                       Op::kGroupReserveWritePipePackets,
                       Op::kGroupCommitReadPipe,
                       Op::kGroupCommitWritePipe,
                       Op::kConstantPipeStorage,
                       Op::kCreatePipeFromPipeStorage};
constexpr Check kChecks[] = {{kOps, CheckInstruction}};

}  // namespace

extern constinit const Family kPipe = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
