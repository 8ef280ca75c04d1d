// 8-bit and 16-bit numbers in shaders that can keep them in memory but not
// calculate with them (section 3.2.30; SPV_KHR_16bit_storage,
// SPV_KHR_8bit_storage): each storage class needs its capability, or does not
// allow them; and there must be no constants and undefined values of such
// types.
//
// The families of the instructions check calculations; small_types.cc checks
// the others.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"capability.16bitstorage.storagebuffer-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability "
     "StorageBuffer16BitAccess in storage class StorageBuffer"},
    {"capability.16bitstorage.physicalstoragebuffer-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability "
     "StorageBuffer16BitAccess in storage class PhysicalStorageBuffer"},
    {"capability.16bitstorage.uniform-bufferblock-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability "
     "StorageBuffer16BitAccess in a BufferBlock in storage class Uniform"},
    {"capability.16bitstorage.uniform-block-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability "
     "UniformAndStorageBuffer16BitAccess in storage class Uniform"},
    {"capability.16bitstorage.pushconstant-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability StoragePushConstant16 "
     "in storage class PushConstant"},
    {"capability.16bitstorage.inputoutput-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability StorageInputOutput16 "
     "in storage class {1}"},
    {"capability.16bitstorage.workgroup-class",
     "SPV_KHR_workgroup_memory_explicit_layout",
     "{0} holds 16-bit numbers, which require capability "
     "WorkgroupMemoryExplicitLayout16BitAccessKHR in storage class Workgroup"},
    {"capability.16bitstorage.other-class", "3.2.30",
     "{0} holds 16-bit numbers, which require capability Int16 or Float16 in "
     "storage class {1}: no storage capability allows them there"},
    Also("capability.8bitstorage.physicalstoragebuffer-class",
         {"capability.8bitstorage.storage-class", "SPV_KHR_8bit_storage",
          "{0} holds 8-bit numbers, which require capability {2} in storage "
          "class {1}"}),
    {"capability.16bitstorage.type-use", "2.16.1",
     "{0} is a storage-only type, so it must not be the type of {1}"},
    // Producers declare such functions, and implementations accept them.
    {"capability.16bitstorage.function-type", "2.16.1",
     "{0} is a storage-only type, so it should not be the type of {1}", "",
     Severity::kPedantic},
    Also("capability.8bitstorage.value-producer",
         {"capability.16bitstorage.value-producer", "2.16.1",
          "{0} is a storage-only type: its values can be loaded or converted, "
          "but not produced by {1}"}),
    Also("capability.8bitstorage.load-type",
         {"capability.16bitstorage.load-type", "SPV_KHR_16bit_storage",
          "8-bit and 16-bit numbers can be loaded and stored only as scalars, "
          "vectors or matrices, not in {0}"}),
    {"capability.16bitstorage.copy-type", "2.16.1",
     "{0} is a storage-only type: it can be loaded and stored, but not copied "
     "by OpCopyMemory"},
    // Implementations accept instructions that make pointers from pointers.
    Also("capability.8bitstorage.pointer-result",
         {"capability.16bitstorage.pointer-result", "2.16.1",
          "{0} is a storage-only type, so {1} should not make a pointer to it",
          "", Severity::kPedantic}),
});

constexpr TypeParts k16Bit = type_part::kInt16 | type_part::kFloat16;

TypeParts SmallParts(const CheckContext& c, Id type) {
  return StorageOnlyParts(c.context(), c.context().types().Get(type));
}

DiagnosticBuilder ReportSmall(const CheckContext& c, const Rule& rule,
                              OperandIndex operand, Id type, Arg second = Arg(),
                              Arg third = Arg()) {
  DiagnosticBuilder report =
      c.Report(rule, operand, {Arg::Type(type), second, third});
  const InstIndex def = c.module().def(type);
  if (def != kNoInst) report.Note("the type is declared here", Place::At(def));
  return report;
}

// --- Variables ---

// The capability that a storage class needs for 8-bit and 16-bit numbers, if
// any capability suffices.
struct StorageRow {
  StorageClass storage;
  std::optional<Capability> for_8, for_16;
  const Rule* rule_for_16;
};
constexpr StorageRow kRows[] = {
    {StorageClass::kStorageBuffer, Capability::kStorageBuffer8BitAccess,
     Capability::kStorageBuffer16BitAccess,
     &R("capability.16bitstorage.storagebuffer-class")},
    {StorageClass::kShaderRecordBufferKHR, Capability::kStorageBuffer8BitAccess,
     Capability::kStorageBuffer16BitAccess,
     &R("capability.16bitstorage.storagebuffer-class")},
    {StorageClass::kPhysicalStorageBuffer, Capability::kStorageBuffer8BitAccess,
     Capability::kStorageBuffer16BitAccess,
     &R("capability.16bitstorage.physicalstoragebuffer-class")},
    {StorageClass::kUniform, Capability::kUniformAndStorageBuffer8BitAccess,
     Capability::kUniformAndStorageBuffer16BitAccess,
     &R("capability.16bitstorage.uniform-block-class")},
    {StorageClass::kPushConstant, Capability::kStoragePushConstant8,
     Capability::kStoragePushConstant16,
     &R("capability.16bitstorage.pushconstant-class")},
    {StorageClass::kInput, std::nullopt, Capability::kStorageInputOutput16,
     &R("capability.16bitstorage.inputoutput-class")},
    {StorageClass::kOutput, std::nullopt, Capability::kStorageInputOutput16,
     &R("capability.16bitstorage.inputoutput-class")},
    {StorageClass::kWorkgroup,
     Capability::kWorkgroupMemoryExplicitLayout8BitAccessKHR,
     Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR,
     &R("capability.16bitstorage.workgroup-class")},
};
constexpr StorageRow kOtherClass = {
    {}, std::nullopt, std::nullopt, &R("capability.16bitstorage.other-class")};
// A storage buffer before version 1.3.
constexpr StorageRow kBufferBlock = {
    StorageClass::kUniform, Capability::kStorageBuffer8BitAccess,
    Capability::kStorageBuffer16BitAccess,
    &R("capability.16bitstorage.uniform-bufferblock-class")};

// Whether a type is a BufferBlock, or an array of BufferBlocks.
bool IsBufferBlock(const ModuleContext& context, Id type) {
  return context.decorations().Has(InnermostElement(context, type),
                                   Decoration::kBufferBlock);
}

bool Meets(const CheckContext& c, std::optional<Capability> needed) {
  return needed && c.context().Has(*needed);
}

// The requirements of memory of a type in a storage class.
const StorageRow& RowOf(const ModuleContext& context, StorageClass storage,
                        Id type) {
  if (storage == StorageClass::kUniform && IsBufferBlock(context, type)) {
    return kBufferBlock;
  }
  for (const StorageRow& row : kRows) {
    if (row.storage == storage) return row;
  }
  return kOtherClass;
}

// Checks memory of a type in a storage class, which `operand` gives.
void CheckStorage(const CheckContext& c, OperandIndex operand,
                  StorageClass storage, Id type) {
  const TypeParts small = SmallParts(c, type);
  if (small == 0) return;
  const Arg name =
      Arg::Enumerant(Kind::kStorageClass, static_cast<uint32_t>(storage));
  const StorageRow& row = RowOf(c.context(), storage, type);
  if ((small & k16Bit) != 0 && !Meets(c, row.for_16)) {
    ReportSmall(c, *row.rule_for_16, operand, type, name);
    c.PoisonResult();
    return;
  }
  if ((small & type_part::kInt8) == 0 || Meets(c, row.for_8)) return;
  const auto needed =
      static_cast<uint32_t>(row.for_8.value_or(Capability::kInt8));
  const absl::string_view missing =
      grammar::Text(grammar::EnumerantByValue(Kind::kCapability, needed)->name);
  ReportSmall(c, R("capability.8bitstorage.storage-class"), operand, type, name,
              missing);
  c.PoisonResult();
}

void CheckDeclared(const CheckContext& c, OperandIndex storage, Id type) {
  CheckStorage(c, storage, StorageClass{c.inst().operand_word(storage)}, type);
}

void CheckVariable(const CheckContext& c) {
  CheckDeclared(c, operand::Variable::kStorageClass, c.result_type().element);
}

void CheckUntypedVariable(const CheckContext& c) {
  namespace variable = operand::UntypedVariableKHR;
  const auto data_type = c.inst().Find(variable::kDataType);
  if (!data_type) return;
  CheckDeclared(c, variable::kStorageClass, c.inst().id(*data_type));
}

// There are no variables in PhysicalStorageBuffer.
void CheckPointerType(const CheckContext& c) {
  namespace pointer = operand::TypePointer;
  if (StorageClass{c.inst().operand_word(pointer::kStorageClass)} !=
      StorageClass::kPhysicalStorageBuffer) {
    return;
  }
  CheckDeclared(c, pointer::kStorageClass, c.inst().id(pointer::kType));
}

// --- Values ---

void CheckConstant(const CheckContext& c) {
  const Id type = c.inst().result_type();
  if (SmallParts(c, type) == 0) return;
  ReportSmall(c, R("capability.16bitstorage.type-use"),
              operand::Constant::kResultType, type, "a constant");
  c.PoisonResult();
}

void CheckFunctionType(const CheckContext& c) {
  constexpr OperandIndex kReturnType = operand::TypeFunction::kReturnType;
  for (OperandIndex o = kReturnType; o < c.inst().operand_count(); ++o) {
    const Id type = c.inst().id(o);
    if (SmallParts(c, type) == 0) continue;
    ReportSmall(c, R("capability.16bitstorage.function-type"), o, type,
                o == kReturnType ? "a result" : "a parameter");
    return;
  }
}

void CheckProducer(const CheckContext& c) {
  const Id type = c.inst().result_type();
  if (SmallParts(c, type) == 0) return;
  ReportSmall(c, R("capability.16bitstorage.value-producer"),
              operand::ExtInst::kResultType, type, c.inst().op());
  c.PoisonResult();
}

void CheckAccess(const CheckContext& c, OperandIndex pointer,
                 OperandIndex operand, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (StorageOnlyParts(c.context(), info) == 0) return;
  if (info.Is(type_trait::kAggregate)) {
    ReportSmall(c, R("capability.16bitstorage.load-type"), operand, type);
    return;
  }
  // An untyped pointer does not give the type that it points to.
  const TypeInfo& to = c.operand_type(pointer);
  if (!to.Is(type_trait::kUntypedPointer) || to.poisoned()) return;
  // A block that is not known to contain the type may be a BufferBlock.
  if (to.storage_class == StorageClass::kUniform) return;
  CheckStorage(c, pointer, to.storage_class, type);
}

void CheckLoad(const CheckContext& c) {
  CheckAccess(c, operand::Load::kPointer, operand::Load::kResultType,
              c.inst().result_type());
}

void CheckStore(const CheckContext& c) {
  CheckAccess(c, operand::Store::kPointer, operand::Store::kObject,
              c.type_of(operand::Store::kObject));
}

void CheckConstruct(const CheckContext& c) {
  if (c.result_type().Is(type_trait::kMatrix)) CheckProducer(c);
}

void CheckCopy(const CheckContext& c) {
  constexpr OperandIndex kTarget = operand::CopyMemory::kTarget;
  const TypeInfo& to = c.operand_type(kTarget);
  if (!to.Is(type_trait::kPointer) || to.poisoned() ||
      SmallParts(c, to.element) == 0) {
    return;
  }
  ReportSmall(c, R("capability.16bitstorage.copy-type"), kTarget, to.element);
}

// Physical pointers are not checked: some instruction must make them.
void CheckPointer(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (!type.Is(type_trait::kPointer) || type.poisoned() ||
      SmallParts(c, type.element) == 0 ||
      !c.context().memory_model().IsLogical(type.storage_class)) {
    return;
  }
  ReportSmall(c, R("capability.16bitstorage.pointer-result"),
              operand::CopyObject::kResultType, type.element, c.inst().op());
}

constexpr Op kConstants[] = {
    Op::kConstant,     Op::kConstantComposite,     Op::kConstantNull,
    Op::kSpecConstant, Op::kSpecConstantComposite, Op::kSpecConstantOp};
// Instructions that only make numbers of a given kind are checked by operand
// types elsewhere.
constexpr Op kProducers[] = {Op::kUndef,
                             Op::kExtInst,
                             Op::kTranspose,
                             Op::kMatrixTimesScalar,
                             Op::kVectorTimesMatrix,
                             Op::kMatrixTimesVector,
                             Op::kMatrixTimesMatrix,
                             Op::kOuterProduct};
constexpr Op kPointers[] = {Op::kFunctionParameter,
                            Op::kFunctionCall,
                            Op::kCopyObject,
                            Op::kSelect,
                            Op::kPhi,
                            Op::kLoad,
                            Op::kPtrAccessChain,
                            Op::kInBoundsPtrAccessChain};
constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable, Requires(HasStorageOnly)},
    {Op::kUntypedVariableKHR, CheckUntypedVariable, Requires(HasStorageOnly)},
    {kConstants, CheckConstant, Requires(HasStorageOnly)},
    {Op::kTypeFunction, CheckFunctionType, Requires(HasStorageOnly)},
    {kProducers, CheckProducer, Requires(HasStorageOnly)},
    {Op::kLoad, CheckLoad, Requires(HasStorageOnly)},
    {Op::kStore, CheckStore, Requires(HasStorageOnly)},
    {Op::kCompositeConstruct, CheckConstruct, Requires(HasStorageOnly)},
    {Op::kCopyMemory, CheckCopy, Requires(HasStorageOnly)},
    {Op::kTypePointer, CheckPointerType, Requires(HasStorageOnly)},
    {kPointers, CheckPointer, Requires(HasStorageOnly)}};

}  // namespace

extern constinit const Family kSmallStorage(R, kChecks);

}  // namespace plumb
