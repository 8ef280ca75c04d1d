// Pipe instructions (section 3.3.23).
//
// They share some operands, in different orders, so rows use the operand names
// of the grammar.
//
// Tested by testdata/rule_test.cc.
#include <initializer_list>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/opencl_section.h"

namespace plumb {
namespace {

using grammar::AccessQualifier;

constexpr char kSection[] = "3.3.23";

constexpr RuleTable R({
    Also("pipe.blocking.pipe-type", {"pipe.pipe-operand.type", kSection,
                                     "operand Pipe must be a pipe, not {0}"}),
    Also("pipe.blocking.access-qualifier",
         {"pipe.read.access-qualifier", kSection,
          "operand Pipe must be a ReadOnly pipe, not {0}"}),
    {"pipe.write.access-qualifier", kSection,
     "operand Pipe must be a WriteOnly pipe, not {0}"},
    {"pipe.query.access-qualifier", kSection,
     "operand Pipe must be a ReadOnly or WriteOnly pipe, not {0}"},
    {"pipe.int32-result.result-type", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"pipe.pointer.type", kSection,
     "operand Pointer must be a pointer, not {0}"},
    Also("pipe.blocking.pointer-type",
         {"pipe.pointer.storage-class", kSection,
          "operand Pointer must be a pointer into Generic, not {0}"}),
    {"pipe.reserve-id.type", kSection,
     "operand Reserve Id must be a reservation id, not {0}"},
    {"pipe.reserved-access.index-type", kSection,
     "operand Index must be a 32-bit integer scalar, not {0}"},
    Also("pipe.blocking.packet-size-type",
         {"pipe.packet-size.type", kSection,
          "operand Packet Size must be a 32-bit integer scalar, not {0}"}),
    {"pipe.packet-alignment.type", kSection,
     "operand Packet Alignment must be a 32-bit integer scalar, not {0}"},
    // Only undefined behavior, according to the text.
    {"pipe.packet-alignment.range", kSection,
     "behavior is undefined unless the alignment is between 1 and the packet "
     "size, {1}, but it is {0}",
     "", Severity::kWarning},
    {"pipe.packet-alignment.divides-size", kSection,
     "behavior is undefined unless the alignment divides the packet size, {1}, "
     "but {0} does not",
     "", Severity::kWarning},
    {"pipe.blocking.packet-alignment", "SPV_ALTERA_blocking_pipes",
     "the packet alignment must be between 1 and the packet size, {1}, and "
     "divide it, but {0} does not"},
    {"pipe.reserve.result-type", kSection,
     "the result type must be OpTypeReserveId, not {0}"},
    {"pipe.reserve.num-packets-type", kSection,
     "operand Num Packets must be a 32-bit integer scalar, not {0}"},
    {"pipe.isvalidreserveid.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"pipe.group.execution-scope-value", kOpenCl,
     "the execution scope must be Workgroup or Subgroup in OpenCL, not {0}", "",
     Severity::kError, kInOpenCl},
    {"pipe.constantpipestorage.result-type", kSection,
     "the result type must be OpTypePipeStorage, not {0}"},
    {"pipe.createpipefrompipestorage.result-type", kSection,
     "the result type must be a pipe type, not {0}"},
    {"pipe.createpipefrompipestorage.storage-type", kSection,
     "operand Pipe Storage must be pipe storage, not {0}"},
    {"pipe.createpipefrompipestorage.storage-origin", kSection,
     "operand Pipe Storage must come from OpConstantPipeStorage, not {0}"},
});

constexpr Op kReads[] = {Op::kReadPipe,
                         Op::kReservedReadPipe,
                         Op::kReserveReadPipePackets,
                         Op::kCommitReadPipe,
                         Op::kGroupReserveReadPipePackets,
                         Op::kGroupCommitReadPipe,
                         Op::kReadPipeBlockingALTERA};
constexpr Op kWrites[] = {Op::kWritePipe,
                          Op::kReservedWritePipe,
                          Op::kReserveWritePipePackets,
                          Op::kCommitWritePipe,
                          Op::kGroupReserveWritePipePackets,
                          Op::kGroupCommitWritePipe,
                          Op::kWritePipeBlockingALTERA};
constexpr Op kBlocking[] = {Op::kReadPipeBlockingALTERA,
                            Op::kWritePipeBlockingALTERA};
constexpr Op kQueries[] = {Op::kGetNumPipePackets, Op::kGetMaxPipePackets};
// All instructions with some of the common operands.
constexpr Op kOps[] = {Op::kReadPipe,
                       Op::kReservedReadPipe,
                       Op::kReserveReadPipePackets,
                       Op::kCommitReadPipe,
                       Op::kGroupReserveReadPipePackets,
                       Op::kGroupCommitReadPipe,
                       Op::kWritePipe,
                       Op::kReservedWritePipe,
                       Op::kReserveWritePipePackets,
                       Op::kCommitWritePipe,
                       Op::kGroupReserveWritePipePackets,
                       Op::kGroupCommitWritePipe,
                       Op::kGetNumPipePackets,
                       Op::kGetMaxPipePackets,
                       Op::kIsValidReserveId,
                       Op::kReadPipeBlockingALTERA,
                       Op::kWritePipeBlockingALTERA};
constexpr Op kReservations[] = {
    Op::kReserveReadPipePackets, Op::kReserveWritePipePackets,
    Op::kGroupReserveReadPipePackets, Op::kGroupReserveWritePipePackets};
constexpr Op kWithCount[] = {Op::kReadPipe,          Op::kWritePipe,
                             Op::kReservedReadPipe,  Op::kReservedWritePipe,
                             Op::kGetNumPipePackets, Op::kGetMaxPipePackets};
constexpr Op kGroups[] = {Op::kGroupReserveReadPipePackets,
                          Op::kGroupReserveWritePipePackets,
                          Op::kGroupCommitReadPipe, Op::kGroupCommitWritePipe};

constexpr StorageClass kGeneric[] = {StorageClass::kGeneric};

constexpr Signature kSignatures[] = {
    {.ops = kWithCount,
     .result = kInt32,
     .result_rule = &R("pipe.int32-result.result-type")},
    {.ops = kReservations,
     .result = kDeclaredBy<Op::kTypeReserveId>,
     .result_rule = &R("pipe.reserve.result-type")},
    {.ops = Op::kIsValidReserveId,
     .result = kBoolScalar,
     .result_rule = &R("pipe.isvalidreserveid.result-type")},
    {.ops = Op::kConstantPipeStorage,
     .result = kDeclaredBy<Op::kTypePipeStorage>,
     .result_rule = &R("pipe.constantpipestorage.result-type")},
    {.ops = Op::kCreatePipeFromPipeStorage,
     .result = kDeclaredBy<Op::kTypePipe>,
     .result_rule = &R("pipe.createpipefrompipestorage.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {kOps, "Pipe", kDeclaredBy<Op::kTypePipe>, &R("pipe.pipe-operand.type")},
    {kOps, "Pointer", kAnyPointer, &R("pipe.pointer.type")},
    {kOps, "Pointer", kAnyPointer.InStorageClass(kGeneric),
     &R("pipe.pointer.storage-class")},
    {kOps, "Reserve Id", kDeclaredBy<Op::kTypeReserveId>,
     &R("pipe.reserve-id.type")},
    {kOps, "Index", kInt32, &R("pipe.reserved-access.index-type")},
    {kOps, "Num Packets", kInt32, &R("pipe.reserve.num-packets-type")},
    {kOps, "Packet Size", kInt32, &R("pipe.packet-size.type")},
    {kOps, "Packet Alignment", kInt32, &R("pipe.packet-alignment.type")},
    {Op::kCreatePipeFromPipeStorage,
     operand::CreatePipeFromPipeStorage::kPipeStorage,
     kDeclaredBy<Op::kTypePipeStorage>,
     &R("pipe.createpipefrompipestorage.storage-type")},
};

OperandIndex Find(const CheckContext& c, absl::string_view name) {
  return grammar::OperandByName(c.inst().op(), name);
}

void CheckQualifier(const CheckContext& c, const Rule& rule,
                    std::initializer_list<AccessQualifier> allowed) {
  const OperandIndex pipe = Find(c, "Pipe");
  if (c.operand_type(pipe).unknown()) return;
  const Inst type = c.module().inst(c.module().def(c.type_of(pipe)));
  const AccessQualifier qualifier{
      type.operand_word(operand::TypePipe::kQualifier)};
  if (absl::c_linear_search(allowed, qualifier)) return;
  c.Report(rule, pipe,
           {Arg::Enumerant(grammar::Kind::kAccessQualifier, qualifier)})
      .Note("the pipe type is declared here", Place::At(type.index()));
}
void CheckRead(const CheckContext& c) {
  CheckQualifier(c, R("pipe.read.access-qualifier"),
                 {AccessQualifier::kReadOnly});
}
void CheckWrite(const CheckContext& c) {
  CheckQualifier(c, R("pipe.write.access-qualifier"),
                 {AccessQualifier::kWriteOnly});
}
void CheckQuery(const CheckContext& c) {
  CheckQualifier(c, R("pipe.query.access-qualifier"),
                 {AccessQualifier::kReadOnly, AccessQualifier::kWriteOnly});
}

// A rule for all scopes checks that the scope is a 32-bit integer.
void CheckScope(const CheckContext& c) {
  const OperandIndex execution = Find(c, "Execution");
  const auto scope = FixedValue(c, c.inst().id(execution));
  if (!scope || !kInt32.MatchesTraits(c.operand_type(execution)) ||
      grammar::Scope{*scope} == grammar::Scope::kWorkgroup ||
      grammar::Scope{*scope} == grammar::Scope::kSubgroup) {
    return;
  }
  c.Report(R("pipe.group.execution-scope-value"), execution,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

void CheckStorageOrigin(const CheckContext& c) {
  constexpr OperandIndex kStorage =
      operand::CreatePipeFromPipeStorage::kPipeStorage;
  const Id storage = c.inst().id(kStorage);
  const InstIndex def = c.module().def(storage);
  if (c.operand_type(kStorage).unknown()) return;
  // Memory, parameters and similar may hold storage that was created
  // elsewhere.
  const Op op = c.module().record(def).op;
  if (op != Op::kUndef && op != Op::kConstantNull) return;
  c.Report(R("pipe.createpipefrompipestorage.storage-origin"), kStorage, {op})
      .Note("it is defined here", Place::At(def));
}

void CheckAlignment(const CheckContext& c, OperandIndex operand,
                    uint32_t alignment, uint32_t size) {
  if (absl::c_linear_search(kBlocking, c.inst().op())) {
    if (alignment != 0 && size % alignment == 0 && size != 0) return;
    c.Report(R("pipe.blocking.packet-alignment"), operand, {alignment, size});
  } else if (alignment == 0 || alignment > size) {
    c.Report(R("pipe.packet-alignment.range"), operand, {alignment, size});
  } else if (size % alignment != 0) {
    c.Report(R("pipe.packet-alignment.divides-size"), operand,
             {alignment, size});
  }
}
void CheckPacket(const CheckContext& c) {
  const OperandIndex operand = Find(c, "Packet Alignment");
  const auto alignment = FixedValue(c, c.inst().id(operand));
  const auto size = FixedValue(c, c.inst().id(Find(c, "Packet Size")));
  if (alignment && size) CheckAlignment(c, operand, *alignment, *size);
}
void CheckStorageConstant(const CheckContext& c) {
  namespace storage = operand::ConstantPipeStorage;
  CheckAlignment(c, storage::kPacketAlignment,
                 c.inst().operand_word(storage::kPacketAlignment),
                 c.inst().operand_word(storage::kPacketSize));
}

constexpr Check kChecks[] = {
    {kReads, CheckRead},
    {kWrites, CheckWrite},
    {kQueries, CheckQuery},
    {kReads, CheckPacket},
    {kWrites, CheckPacket},
    {kQueries, CheckPacket},
    {kGroups, CheckScope},
    {Op::kCreatePipeFromPipeStorage, CheckStorageOrigin},
    {Op::kConstantPipeStorage, CheckStorageConstant}};

}  // namespace

extern constinit const Family kPipe(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
