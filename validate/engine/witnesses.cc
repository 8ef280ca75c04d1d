#include "validate/engine/witnesses.h"

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "core/module.h"
#include "grammar/operands.h"
#include "validate/engine/chain_walk.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Decoration;
using grammar::Op;
using grammar::OpTrait;
using grammar::StorageClass;

// What a decoration says of the storage class of a variable.
struct DecorationRow {
  absl::Span<const Decoration> decorations;
  absl::Span<const StorageClass> classes;
};
constexpr Decoration kOfResources[] = {Decoration::kBinding,
                                       Decoration::kDescriptorSet};
constexpr StorageClass kResources[] = {StorageClass::kUniformConstant,
                                       StorageClass::kUniform,
                                       StorageClass::kStorageBuffer};
constexpr Decoration kOfInterfaces[] = {
    Decoration::kBuiltIn,       Decoration::kComponent, Decoration::kFlat,
    Decoration::kNoPerspective, Decoration::kPatch,     Decoration::kCentroid,
    Decoration::kSample,        Decoration::kIndex,     Decoration::kXfbBuffer,
    Decoration::kXfbStride,     Decoration::kStream};
constexpr StorageClass kInterfaces[] = {StorageClass::kInput,
                                        StorageClass::kOutput};
constexpr Decoration kOfLocations[] = {Decoration::kLocation};
constexpr StorageClass kWithLocations[] = {
    StorageClass::kInput,
    StorageClass::kOutput,
    StorageClass::kUniformConstant,
    StorageClass::kRayPayloadKHR,
    StorageClass::kIncomingRayPayloadKHR,
    StorageClass::kCallableDataKHR,
    StorageClass::kIncomingCallableDataKHR,
    StorageClass::kHitObjectAttributeNV};
constexpr StorageClass kOfOpaque[] = {StorageClass::kUniformConstant,
                                      StorageClass::kTileImageEXT,
                                      StorageClass::kTileAttachmentQCOM};
// Those of pointers that no variable is found by.
constexpr StorageClass kWithoutVariables[] = {
    StorageClass::kGeneric, StorageClass::kImage,
    StorageClass::kPhysicalStorageBuffer};
constexpr StorageClass kReadOnly[] = {StorageClass::kUniformConstant,
                                      StorageClass::kInput,
                                      StorageClass::kPushConstant};
constexpr uint32_t kVersion1_4 = 0x00010400;
constexpr uint32_t kNoType = ~0u;  // as no <id>
constexpr DecorationRow kDecorations[] = {{kOfResources, kResources},
                                          {kOfInterfaces, kInterfaces},
                                          {kOfLocations, kWithLocations}};

bool Holds(absl::Span<const StorageClass> classes, uint32_t storage) {
  return absl::c_linear_search(classes, static_cast<StorageClass>(storage));
}

bool IsOpaque(Op op) {
  return op == Op::kTypeImage || op == Op::kTypeSampler ||
         op == Op::kTypeSampledImage ||
         op == Op::kTypeAccelerationStructureKHR || op == Op::kTypeTensorARM;
}

bool IsKernelModule(const Module& module) {
  return absl::c_any_of(module.capabilities(), [&module](InstIndex i) {
    return module.inst(i).operand_word(operand::Capability::kCapability) ==
           static_cast<uint32_t>(grammar::Capability::kKernel);
  });
}

}  // namespace

Witnesses::Witnesses(const Module& module)
    : module_(module), is_kernel_(IsKernelModule(module)) {}

std::optional<uint32_t> Witnesses::ClassOf(Id pointer_type) const {
  switch (OpOf(module_, pointer_type)) {
    case Op::kTypePointer:
    case Op::kTypeUntypedPointerKHR:
      return module_.inst(module_.def(pointer_type))
          .operand_word(operand::TypePointer::kStorageClass);
    default:
      return std::nullopt;
  }
}

void Witnesses::AskAbout(InstIndex use) {
  const Inst inst = module_.inst(use);
  if (Is(inst.op(), OpTrait::kAccessChain)) return AskAboutChain(inst);
  if (inst.op() != Op::kFunction) return AskAboutVariable(use);
  const Id type = inst.id(operand::Function::kFunctionType);
  if (OpOf(module_, type) != Op::kTypeFunction) return;
  const Id returned =
      module_.inst(module_.def(type)).id(operand::TypeFunction::kReturnType);
  claims_[inst.result()] = {inst.result_type().value, returned.value};
}

void Witnesses::AskAboutVariable(InstIndex use) {
  const Inst inst = module_.inst(use);
  if (!Is(inst.op(), OpTrait::kVariable)) return;
  const std::optional<uint32_t> of_type = ClassOf(inst.result_type());
  if (!of_type.has_value()) return;
  Claim claim = {inst.operand_word(operand::Variable::kStorageClass), *of_type};
  constexpr auto kFunction = static_cast<uint32_t>(StorageClass::kFunction);
  if (use >= module_.global_end()) {
    claim.Hear(kFunction);
  } else if (claim.definition == kFunction) {
    ++claim.for_use;
  }
  claim.for_use += Holds(kWithoutVariables, claim.definition);
  if (OpOf(module_, inst.result_type()) == Op::kTypePointer) {
    HearHeld(module_.inst(module_.def(inst.result_type()))
                 .id(operand::TypePointer::kType),
             &claim);
  }
  claims_[inst.result()] = claim;
}

void Witnesses::AskAboutChain(Inst chain) {
  const Id result = chain.result_type();
  if (!HasSimpleIndexes(chain.op()) ||
      OpOf(module_, result) != Op::kTypePointer) {
    return;
  }
  const Id end = WalkChain(module_, chain, [](Id, Id) {});
  if (end == kNoId) return;
  const Id pointee =
      module_.inst(module_.def(result)).id(operand::TypePointer::kType);
  // Where the types are the same it is about the storage class, of which
  // accesses say nothing.
  chains_[chain.result()] =
      end == pointee
          ? Claim{.use = kNoType, .definition = kNoType, .for_use = 1}
          : Claim{end.value, pointee.value};
}

// What is opaque is in one storage class, even in arrays, and outside of
// kernels hardly anything else is there.
void Witnesses::HearHeld(Id type, Claim* claim) const {
  if (OpOf(module_, type) == Op::kTypeArray ||
      OpOf(module_, type) == Op::kTypeRuntimeArray) {
    type = module_.inst(module_.def(type)).id(operand::TypeArray::kElementType);
  }
  const bool is_opaque = IsOpaque(OpOf(module_, type));
  if (is_opaque || !is_kernel_) HearClasses(kOfOpaque, is_opaque, claim);
}

void Witnesses::Hear(InstIndex i) {
  const Inst inst = module_.inst(i);
  switch (inst.op()) {
    case Op::kFunction: {
      const auto found = claims_.find(inst.result());
      function_ = found == claims_.end() ? nullptr : &found->second;
      return;
    }
    case Op::kReturnValue:
      if (function_ == nullptr) return;
      function_->Hear(
          module_.type_of(inst.id(operand::ReturnValue::kValue)).value);
      return;
    case Op::kReturn:
      if (function_ == nullptr) return;
      function_->for_use += OpOf(module_, Id(function_->use)) == Op::kTypeVoid;
      function_->for_definition +=
          OpOf(module_, Id(function_->definition)) == Op::kTypeVoid;
      return;
    case Op::kTypePointer:
      if (chains_.empty()) return;
      pointers_.insert({inst.operand_word(operand::TypePointer::kStorageClass),
                        inst.id(operand::TypePointer::kType)});
      return;
    case Op::kLoad:
      return HearAccess(inst.id(operand::Load::kPointer), inst.result_type());
    case Op::kStore:
      HearWrite(inst.id(operand::Store::kPointer));
      return HearAccess(inst.id(operand::Store::kPointer),
                        module_.type_of(inst.id(operand::Store::kObject)));
    case Op::kDecorate:
      return HearDecoration(inst);
    case Op::kEntryPoint:
      return HearInterface(inst);
    default:
      if (Is(inst.op(), OpTrait::kAccessChain)) HearPointer(inst);
  }
}

void Witnesses::HearDecoration(Inst inst) {
  const auto found = claims_.find(inst.id(operand::Decorate::kTarget));
  if (found == claims_.end()) return;
  Claim& claim = found->second;
  const auto decoration = static_cast<Decoration>(
      inst.operand_word(operand::Decorate::kDecoration));
  for (const DecorationRow& row : kDecorations) {
    if (!absl::c_linear_search(row.decorations, decoration)) continue;
    HearClasses(row.classes, true, &claim);
  }
}

// Listens to what allows some storage classes, or all but those.
void Witnesses::HearClasses(absl::Span<const StorageClass> classes,
                            bool are_allowed, Claim* claim) {
  const bool allows_use = Holds(classes, claim->use) == are_allowed;
  const bool allows_definition =
      Holds(classes, claim->definition) == are_allowed;
  claim->for_use += allows_use && !allows_definition;
  claim->for_definition += allows_definition && !allows_use;
}

// Before version 1.4, interfaces are of inputs and outputs.
void Witnesses::HearInterface(Inst inst) {
  if (module_.header().version >= kVersion1_4) return;
  module_.ForEachIdOperand(inst.index(), [&](OperandIndex, Id id) {
    const auto found = claims_.find(id);
    if (found != claims_.end()) HearClasses(kInterfaces, true, &found->second);
  });
}

// Pointers into a variable are of its storage class.
void Witnesses::HearPointer(Inst inst) {
  const std::optional<uint32_t> said = ClassOf(inst.result_type());
  if (!said.has_value()) return;
  module_.ForEachIdOperand(inst.index(), [&](OperandIndex, Id id) {
    const auto found = claims_.find(id);
    if (found != claims_.end()) found->second.Hear(*said);
  });
}

// What is written to is not in a storage class that is only read.
void Witnesses::HearWrite(Id variable) {
  const auto found = claims_.find(variable);
  if (found != claims_.end()) HearClasses(kReadOnly, false, &found->second);
}

// What is loaded from a pointer or stored there is what it points to.
void Witnesses::HearAccess(Id pointer, Id type) {
  const auto found = chains_.find(pointer);
  if (found != chains_.end()) found->second.Hear(type.value);
}

// Whether there is a type that a chain should have as its result type.
bool Witnesses::IsDeclared(Inst chain) const {
  const Id end = WalkChain(module_, chain, [](Id, Id) {});
  const std::optional<uint32_t> storage =
      ClassOf(module_.type_of(chain.id(operand::AccessChain::kBase)));
  return storage.has_value() && pointers_.contains({*storage, end});
}

bool Witnesses::BearOut(InstIndex use) const {
  const Inst inst = module_.inst(use);
  const bool is_chain = Is(inst.op(), OpTrait::kAccessChain);
  const auto& claims = is_chain ? chains_ : claims_;
  const auto found = claims.find(inst.result());
  return found != claims.end() && found->second.for_use > 0 &&
         found->second.for_definition == 0 && !(is_chain && IsDeclared(inst));
}

}  // namespace plumb
