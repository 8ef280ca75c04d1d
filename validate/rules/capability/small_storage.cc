// Where 8- and 16-bit numbers may live in shaders that can keep them in memory
// but not calculate with them (section 3.2.30; SPV_KHR_16bit_storage,
// SPV_KHR_8bit_storage): each storage class has a capability, or none; and
// there are no constants, undefined values, parameters or results of functions
// of such types.
//
// What may be calculated is for the families of the instructions, and of what
// is left for small_types.cc.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"capability.16bitstorage.storagebuffer-class", "3.2.30",
     "{0} holds 16-bit numbers, which need capability StorageBuffer16BitAccess "
     "in storage class StorageBuffer"},
    {"capability.16bitstorage.uniform-bufferblock-class", "3.2.30",
     "{0} holds 16-bit numbers, which need capability StorageBuffer16BitAccess "
     "in a BufferBlock in storage class Uniform"},
    {"capability.16bitstorage.uniform-block-class", "3.2.30",
     "{0} holds 16-bit numbers, which need capability "
     "UniformAndStorageBuffer16BitAccess in storage class Uniform"},
    {"capability.16bitstorage.pushconstant-class", "3.2.30",
     "{0} holds 16-bit numbers, which need capability StoragePushConstant16 in "
     "storage class PushConstant"},
    {"capability.16bitstorage.inputoutput-class", "3.2.30",
     "{0} holds 16-bit numbers, which need capability StorageInputOutput16 in "
     "storage class {1}"},
    {"capability.16bitstorage.workgroup-class",
     "SPV_KHR_workgroup_memory_explicit_layout",
     "{0} holds 16-bit numbers, which need capability "
     "WorkgroupMemoryExplicitLayout16BitAccessKHR in storage class Workgroup"},
    {"capability.16bitstorage.other-class", "3.2.30",
     "{0} holds 16-bit numbers, which no storage capability allows in storage "
     "class {1}: they need capability Int16 or Float16"},
    {"capability.8bitstorage.storage-class", "SPV_KHR_8bit_storage",
     "{0} holds 8-bit numbers, which need capability {2} in storage class {1}"},
    {"capability.16bitstorage.type-use", "2.16.1",
     "{0} is for storage only: it cannot be the type of {1}"},
    {"capability.16bitstorage.value-producer", "2.16.1",
     "{0} is for storage only: its values can be loaded or converted, but not "
     "made by {1}"},
    {"capability.16bitstorage.load-type", "SPV_KHR_16bit_storage",
     "8- and 16-bit numbers can only be loaded and stored as scalars, vectors "
     "or matrices, not in {0}"},
    {"capability.16bitstorage.convert-from-32", "SPV_KHR_16bit_storage",
     "a 16-bit number can only be converted from a 32-bit one, not from {0}",
     "", Severity::kWarning},
    {"capability.16bitstorage.convert-to-32", "SPV_KHR_16bit_storage",
     "a 16-bit number can only be converted to a 32-bit one, not to {0}", "",
     Severity::kWarning},
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

// What a storage class needs for numbers of 8 and of 16 bits, if there is a
// capability that is enough.
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
constexpr StorageRow kBufferBlock = {
    StorageClass::kUniform, std::nullopt, Capability::kStorageBuffer16BitAccess,
    &R("capability.16bitstorage.uniform-bufferblock-class")};

const StorageRow& RowOf(StorageClass storage) {
  for (const StorageRow& row : kRows) {
    if (row.storage == storage) return row;
  }
  return kOtherClass;
}

// Whether a type is a BufferBlock, or made of arrays of them.
bool IsBufferBlock(const ModuleContext& context, Id type) {
  // More are not counted, so that variables of deep types take no long time.
  constexpr int kMostArrays = 64;
  const TypeTable& types = context.types();
  for (int arrays = 0; arrays < kMostArrays; ++arrays) {
    const TypeInfo& info = types.Get(type);
    if (!info.Is(type_trait::kArray | type_trait::kRuntimeArray)) break;
    type = info.element;
  }
  return context.decorations().Has(type, grammar::Decoration::kBufferBlock);
}

bool Meets(const CheckContext& c, std::optional<Capability> needed) {
  return needed && c.context().Has(*needed);
}

void CheckStorage(const CheckContext& c, Id type) {
  constexpr OperandIndex kStorageClass = operand::Variable::kStorageClass;
  static_assert(kStorageClass == operand::UntypedVariableKHR::kStorageClass);
  const TypeParts small = SmallParts(c, type);
  if (small == 0) return;
  const auto storage =
      static_cast<StorageClass>(c.inst().operand_word(kStorageClass));
  const Arg name =
      Arg::Enumerant(Kind::kStorageClass, static_cast<uint32_t>(storage));
  const StorageRow& row = RowOf(storage);
  if ((small & k16Bit) != 0) {
    const StorageRow& row16 =
        storage == StorageClass::kUniform && IsBufferBlock(c.context(), type)
            ? kBufferBlock
            : row;
    if (!Meets(c, row16.for_16)) {
      ReportSmall(c, *row16.rule_for_16, kStorageClass, type, name);
      c.PoisonResult();
      return;
    }
  }
  if ((small & type_part::kInt8) == 0 || Meets(c, row.for_8)) return;
  const auto needed =
      static_cast<uint32_t>(row.for_8.value_or(Capability::kInt8));
  const absl::string_view missing =
      grammar::Text(grammar::EnumerantByValue(Kind::kCapability, needed)->name);
  ReportSmall(c, R("capability.8bitstorage.storage-class"), kStorageClass, type,
              name, missing);
  c.PoisonResult();
}

void CheckVariable(const CheckContext& c) {
  CheckStorage(c, c.result_type().element);
}

void CheckUntypedVariable(const CheckContext& c) {
  constexpr OperandIndex kDataType = operand::UntypedVariableKHR::kDataType;
  if (c.inst().operand_count() > kDataType) {
    CheckStorage(c, c.inst().id(kDataType));
  }
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
    ReportSmall(c, R("capability.16bitstorage.type-use"), o, type,
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

void CheckAccess(const CheckContext& c, OperandIndex operand, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.Is(type_trait::kAggregate) &&
      StorageOnlyParts(c.context(), info) != 0) {
    ReportSmall(c, R("capability.16bitstorage.load-type"), operand, type);
  }
}

void CheckLoad(const CheckContext& c) {
  CheckAccess(c, operand::Load::kResultType, c.inst().result_type());
}

void CheckStore(const CheckContext& c) {
  CheckAccess(c, operand::Store::kObject, c.type_of(operand::Store::kObject));
}

// Numbers of 8 and 16 bits may be converted into each other
// (SPV_KHR_8bit_storage).
void CheckConversion(const CheckContext& c) {
  constexpr OperandIndex kValue = operand::FConvert::kFloatValue;
  constexpr uint32_t kWide = 64;
  const Id from = c.type_of(kValue);
  const Id to = c.inst().result_type();
  if (c.operand_type(kValue).width == kWide &&
      (SmallParts(c, to) & k16Bit) != 0) {
    ReportSmall(c, R("capability.16bitstorage.convert-from-32"), kValue, from);
  } else if (c.result_type().width == kWide &&
             (SmallParts(c, from) & k16Bit) != 0) {
    ReportSmall(c, R("capability.16bitstorage.convert-to-32"),
                operand::FConvert::kResultType, to);
  }
}

constexpr Op kVariables[] = {Op::kVariable};
constexpr Op kUntypedVariables[] = {Op::kUntypedVariableKHR};
constexpr Op kConstants[] = {
    Op::kConstant,     Op::kConstantComposite,     Op::kConstantNull,
    Op::kSpecConstant, Op::kSpecConstantComposite, Op::kSpecConstantOp};
constexpr Op kFunctionTypes[] = {Op::kTypeFunction};
constexpr Op kProducers[] = {Op::kUndef, Op::kExtInst};
constexpr Op kLoads[] = {Op::kLoad};
constexpr Op kStores[] = {Op::kStore};
constexpr Op kConversions[] = {Op::kFConvert, Op::kSConvert, Op::kUConvert};
constexpr Check kChecks[] = {
    {kVariables, CheckVariable}, {kUntypedVariables, CheckUntypedVariable},
    {kConstants, CheckConstant}, {kFunctionTypes, CheckFunctionType},
    {kProducers, CheckProducer}, {kLoads, CheckLoad},
    {kStores, CheckStore},       {kConversions, CheckConversion}};

}  // namespace

extern constinit const Family kSmallStorage = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
