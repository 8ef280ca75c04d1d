// Where 8- and 16-bit numbers may live in shaders that can keep them in memory
// but not calculate with them (section 3.31; SPV_KHR_16bit_storage,
// SPV_KHR_8bit_storage): each storage class has a capability, or none; and
// there are no constants, undefined values, parameters or results of functions
// of such types.
//
// One pass over the module notes for each type which small numbers it is made
// of, and judges variables, constants and loads by that.  Modules that declare
// Int8, Int16 and Float16, or no capability that makes small types storable,
// are done before it.
//
// What may be calculated is for the families of the instructions, and of what
// is left for ops/small_types.cc.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Decoration;
using grammar::Op;
using grammar::StorageClass;

constexpr RuleTable R({
    {"capability.16bitstorage.storagebuffer-class", "3.31",
     "{0} holds 16-bit numbers, which in storage class StorageBuffer needs "
     "capability StorageBuffer16BitAccess"},
    {"capability.16bitstorage.uniform-bufferblock-class", "3.31",
     "{0} holds 16-bit numbers, which in a BufferBlock in storage class "
     "Uniform needs capability StorageBuffer16BitAccess"},
    {"capability.16bitstorage.uniform-block-class", "3.31",
     "{0} holds 16-bit numbers, which in storage class Uniform needs "
     "capability UniformAndStorageBuffer16BitAccess"},
    {"capability.16bitstorage.pushconstant-class", "3.31",
     "{0} holds 16-bit numbers, which in storage class PushConstant needs "
     "capability StoragePushConstant16"},
    {"capability.16bitstorage.inputoutput-class", "3.31",
     "{0} holds 16-bit numbers, which in storage class {1} needs capability "
     "StorageInputOutput16"},
    {"capability.16bitstorage.workgroup-class",
     "SPV_KHR_workgroup_memory_explicit_layout",
     "{0} holds 16-bit numbers, which in storage class Workgroup needs "
     "capability WorkgroupMemoryExplicitLayout16BitAccessKHR"},
    {"capability.16bitstorage.other-class", "3.31",
     "{0} holds 16-bit numbers, which no storage capability allows in storage "
     "class {1}: it needs Int16 for integers, or Float16"},
    {"capability.8bitstorage.storage-class", "SPV_KHR_8bit_storage",
     "{0} holds 8-bit numbers, which in storage class {1} needs capability "
     "{2}"},
    {"capability.16bitstorage.type-use", "3.31",
     "{0} is there for storage only: it is not the type of {1}"},
    {"capability.16bitstorage.value-producer", "3.31",
     "{0} is there for storage only: its values are loaded or converted, not "
     "made by {1}"},
    {"capability.16bitstorage.load-type", "SPV_KHR_16bit_storage",
     "8- and 16-bit numbers are loaded and stored as scalars, vectors or "
     "matrices, not in {0}"},
    {"capability.16bitstorage.convert-from-32", "3.31",
     "a 16-bit number is made from one of 32 bits, not from {0}", "",
     Severity::kWarning},
    {"capability.16bitstorage.convert-to-32", "3.31",
     "a 16-bit number is converted to one of 32 bits, not to {0}", "",
     Severity::kWarning},
});

constexpr Capability kStorage[] = {
    Capability::kStorageBuffer8BitAccess,
    Capability::kUniformAndStorageBuffer8BitAccess,
    Capability::kStoragePushConstant8,
    Capability::kWorkgroupMemoryExplicitLayout8BitAccessKHR,
    Capability::kStorageBuffer16BitAccess,
    Capability::kUniformAndStorageBuffer16BitAccess,
    Capability::kStoragePushConstant16,
    Capability::kStorageInputOutput16,
    Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR,
};

// What is known of a type, in bits.
constexpr uint8_t k8Bit = 1;   // made of 8-bit integers that may only be stored
constexpr uint8_t k16Bit = 2;  // … of 16-bit numbers
constexpr uint8_t kBufferBlock = 4;  // a BufferBlock, or an array of them
constexpr uint8_t kSmall = k8Bit | k16Bit;

class SmallStorage {
 public:
  explicit SmallStorage(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check();

 private:
  bool Has(Capability capability) const { return context_.Has(capability); }
  bool HasExtension(absl::string_view name) const {
    return context_.features().Has(grammar::ExtensionFromName(name));
  }
  bool Restricts();
  void NoteBufferBlocks();
  uint8_t FactsOf(const Inst& type) const;
  uint8_t Facts(Id id) const {
    return id.value < facts_.size() ? facts_[id.value] : 0;
  }

  void Visit(const Inst& inst);
  void VisitFunctionType(const Inst& inst);
  void VisitVariable(const Inst& inst, Id type, uint8_t facts);
  absl::string_view MissingFor8(StorageClass storage) const;
  void VisitConversion(const Inst& inst);
  void VisitAccess(const Inst& inst, OperandIndex operand, Id type);
  void ReportValue(const Inst& inst, absl::string_view what);
  DiagnosticBuilder Report(const Rule& rule, const Inst& inst,
                           OperandIndex operand, Id type, Arg second = Arg(),
                           Arg third = Arg());

  ModuleContext& context_;
  const Module& module_;
  bool small_int8_ = false;  // whether they may only be stored
  bool small_int16_ = false;
  bool small_float16_ = false;
  std::vector<uint8_t> facts_;  // by id
};

bool SmallStorage::Restricts() {
  if (!Has(Capability::kShader)) return false;
  small_int8_ = !Has(Capability::kInt8);
  small_int16_ =
      !Has(Capability::kInt16) && !HasExtension("SPV_AMD_gpu_shader_int16");
  small_float16_ = !Has(Capability::kFloat16) &&
                   !HasExtension("SPV_AMD_gpu_shader_half_float");
  if (!small_int8_ && !small_int16_ && !small_float16_) return false;
  for (Capability storage : kStorage) {
    if (Has(storage)) return true;
  }
  return false;
}

void SmallStorage::Check() {
  if (!Restricts()) return;
  facts_.assign(module_.id_bound(), 0);
  NoteBufferBlocks();
  for (uint32_t i = 0; i < module_.size(); ++i) {
    Visit(module_.inst(InstIndex(i)));
  }
}

void SmallStorage::NoteBufferBlocks() {
  constexpr auto kDecoration = static_cast<uint32_t>(Decoration::kBufferBlock);
  for (InstIndex i : module_.decorations()) {
    const Inst inst = module_.inst(i);
    const Id target = inst.id(0);
    if (target.value >= facts_.size()) continue;
    if (inst.op() == Op::kDecorate && inst.operand_word(1) == kDecoration) {
      facts_[target.value] |= kBufferBlock;
    } else if (inst.op() == Op::kGroupDecorate &&
               (Facts(target) & kBufferBlock) != 0) {
      for (uint32_t o = 1; o < inst.operand_count(); ++o) {
        if (inst.id(o).value < facts_.size()) {
          facts_[inst.id(o).value] |= kBufferBlock;
        }
      }
    }
  }
}

uint8_t SmallStorage::FactsOf(const Inst& type) const {
  constexpr uint32_t kWidth = 1;
  constexpr uint32_t kElement = 1;
  switch (type.op()) {
    case Op::kTypeInt:
      if (type.operand_word(kWidth) == 8 && small_int8_) return k8Bit;
      return type.operand_word(kWidth) == 16 && small_int16_ ? k16Bit : 0;
    case Op::kTypeFloat:
      // Another encoding has capabilities of its own.
      if (type.operand_count() > kWidth + 1) return 0;
      return type.operand_word(kWidth) == 16 && small_float16_ ? k16Bit : 0;
    case Op::kTypeVector:
    case Op::kTypeMatrix:
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray:
      return Facts(type.id(kElement));
    case Op::kTypeStruct: {
      uint8_t facts = 0;
      for (uint32_t o = 1; o < type.operand_count(); ++o) {
        facts |= Facts(type.id(o)) & kSmall;
      }
      return facts;
    }
    default:
      return 0;
  }
}

DiagnosticBuilder SmallStorage::Report(const Rule& rule, const Inst& inst,
                                       OperandIndex operand, Id type,
                                       Arg second, Arg third) {
  DiagnosticBuilder report = context_.Report(
      rule, Place::At(inst.index(), operand), {Arg::Type(type), second, third});
  const InstIndex def = module_.def(type);
  if (report && def != kNoInst) {
    report.Note("the type is declared here", Place::At(def));
  }
  return report;
}

void SmallStorage::ReportValue(const Inst& inst, absl::string_view what) {
  Report(R("capability.16bitstorage.type-use"), inst, 0, inst.result_type(),
         what);
  context_.Poison(inst.result());
}

void SmallStorage::Visit(const Inst& inst) {
  constexpr uint32_t kPointedTo = 3;  // of OpUntypedVariableKHR
  switch (inst.op()) {
    case Op::kTypeInt:
    case Op::kTypeFloat:
    case Op::kTypeVector:
    case Op::kTypeMatrix:
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray:
    case Op::kTypeStruct:
      if (inst.result().value < facts_.size()) {
        facts_[inst.result().value] |= FactsOf(inst);
      }
      return;
    case Op::kTypeFunction:
      return VisitFunctionType(inst);
    case Op::kVariable: {
      const Id type = context_.types().Get(inst.result_type()).element;
      return VisitVariable(inst, type, Facts(type));
    }
    case Op::kUntypedVariableKHR:
      if (inst.operand_count() > kPointedTo) {
        VisitVariable(inst, inst.id(kPointedTo), Facts(inst.id(kPointedTo)));
      }
      return;
    case Op::kConstant:
    case Op::kConstantComposite:
    case Op::kConstantNull:
    case Op::kSpecConstant:
    case Op::kSpecConstantComposite:
    case Op::kSpecConstantOp:
      if ((Facts(inst.result_type()) & kSmall) != 0) {
        ReportValue(inst, "a constant");
      }
      return;
    case Op::kUndef:
    case Op::kExtInst:
      if ((Facts(inst.result_type()) & kSmall) != 0) {
        Report(R("capability.16bitstorage.value-producer"), inst, 0,
               inst.result_type(), inst.op());
        context_.Poison(inst.result());
      }
      return;
    case Op::kLoad:
      return VisitAccess(inst, 0, inst.result_type());
    case Op::kStore:
      return VisitAccess(inst, 1, module_.type_of(inst.id(1)));
    case Op::kFConvert:
    case Op::kSConvert:
    case Op::kUConvert:
      return VisitConversion(inst);
    default:
      return;
  }
}

void SmallStorage::VisitFunctionType(const Inst& inst) {
  constexpr uint32_t kReturnType = 1;
  for (uint32_t o = kReturnType; o < inst.operand_count(); ++o) {
    if ((Facts(inst.id(o)) & kSmall) == 0) continue;
    Report(R("capability.16bitstorage.type-use"), inst, o, inst.id(o),
           o == kReturnType ? "a result" : "a parameter");
    return;
  }
}

// What the storage class needs for 8-bit numbers and the module lacks; "Int8"
// if nothing less will do.
absl::string_view SmallStorage::MissingFor8(StorageClass storage) const {
  switch (storage) {
    case StorageClass::kStorageBuffer:
    case StorageClass::kShaderRecordBufferKHR:
      return Has(Capability::kStorageBuffer8BitAccess)
                 ? ""
                 : "StorageBuffer8BitAccess";
    case StorageClass::kUniform:
      return Has(Capability::kUniformAndStorageBuffer8BitAccess)
                 ? ""
                 : "UniformAndStorageBuffer8BitAccess";
    case StorageClass::kPushConstant:
      return Has(Capability::kStoragePushConstant8) ? ""
                                                    : "StoragePushConstant8";
    case StorageClass::kWorkgroup:
      return Has(Capability::kWorkgroupMemoryExplicitLayout8BitAccessKHR)
                 ? ""
                 : "WorkgroupMemoryExplicitLayout8BitAccessKHR";
    default:
      return "Int8";
  }
}

// The rule that 16-bit numbers in the storage class break, or null.
const Rule* BrokenBy16(const ModuleContext& context, StorageClass storage,
                       bool buffer_block) {
  switch (storage) {
    case StorageClass::kStorageBuffer:
    case StorageClass::kShaderRecordBufferKHR:
      return context.Has(Capability::kStorageBuffer16BitAccess)
                 ? nullptr
                 : &R("capability.16bitstorage.storagebuffer-class");
    case StorageClass::kUniform:
      if (context.Has(Capability::kUniformAndStorageBuffer16BitAccess)) {
        return nullptr;
      }
      if (!buffer_block)
        return &R("capability.16bitstorage.uniform-block-class");
      return context.Has(Capability::kStorageBuffer16BitAccess)
                 ? nullptr
                 : &R("capability.16bitstorage.uniform-bufferblock-class");
    case StorageClass::kPushConstant:
      return context.Has(Capability::kStoragePushConstant16)
                 ? nullptr
                 : &R("capability.16bitstorage.pushconstant-class");
    case StorageClass::kInput:
    case StorageClass::kOutput:
      return context.Has(Capability::kStorageInputOutput16)
                 ? nullptr
                 : &R("capability.16bitstorage.inputoutput-class");
    case StorageClass::kWorkgroup:
      return context.Has(
                 Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR)
                 ? nullptr
                 : &R("capability.16bitstorage.workgroup-class");
    default:
      return &R("capability.16bitstorage.other-class");
  }
}

void SmallStorage::VisitVariable(const Inst& inst, Id type, uint8_t facts) {
  constexpr int32_t kStorageClass = 2;
  if ((facts & kSmall) == 0) return;
  const auto storage =
      static_cast<StorageClass>(inst.operand_word(kStorageClass));
  const Arg name = Arg::Enumerant(grammar::Kind::kStorageClass,
                                  static_cast<uint32_t>(storage));
  if ((facts & k16Bit) != 0) {
    const Rule* rule =
        BrokenBy16(context_, storage, (facts & kBufferBlock) != 0);
    if (rule != nullptr) {
      Report(*rule, inst, kStorageClass, type, name);
      context_.Poison(inst.result());
      return;
    }
  }
  if ((facts & k8Bit) != 0) {
    const absl::string_view missing = MissingFor8(storage);
    if (missing.empty()) return;
    Report(R("capability.8bitstorage.storage-class"), inst, kStorageClass, type,
           name, missing);
    context_.Poison(inst.result());
  }
}

void SmallStorage::VisitAccess(const Inst& inst, OperandIndex operand,
                               Id type) {
  if ((Facts(type) & kSmall) == 0) return;
  if (context_.types().Get(type).Is(type_trait::kAggregate)) {
    Report(R("capability.16bitstorage.load-type"), inst, operand, type);
  }
}

// Numbers of 8 and 16 bits may be converted into each other
// (SPV_KHR_8bit_storage).
void SmallStorage::VisitConversion(const Inst& inst) {
  constexpr uint32_t kValue = 2;
  constexpr uint32_t kWide = 64;
  const Id from = module_.type_of(inst.id(kValue));
  const Id to = inst.result_type();
  if ((Facts(to) & k16Bit) != 0 && context_.types().Get(from).width == kWide) {
    Report(R("capability.16bitstorage.convert-from-32"), inst, kValue, from);
  } else if ((Facts(from) & k16Bit) != 0 &&
             context_.types().Get(to).width == kWide) {
    Report(R("capability.16bitstorage.convert-to-32"), inst, 0, to);
  }
}

void CheckSmallStorage(ModuleContext& context) {
  SmallStorage(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckSmallStorage}};

}  // namespace

extern constinit const Family kSmallStorage = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
