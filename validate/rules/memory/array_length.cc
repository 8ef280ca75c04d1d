// OpArrayLength and similar instructions (section 3.3.8;
// SPV_KHR_untyped_pointers, SPV_EXT_shader_64bit_indexing,
// SPV_EXT_descriptor_heap).
//
// Pointer origins are computed only for modules with untyped pointers.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace length = operand::ArrayLength;
namespace untyped = operand::UntypedArrayLengthKHR;

constexpr char kUntypedPointers[] = "SPV_KHR_untyped_pointers";

constexpr RuleTable R({
    Also("memory.untypedarraylength.result-type "
         "memory.arraylength.result-type-64bit "
         "memory.untypedarraylength.result-type-64bit",
         {"memory.arraylength.result-type", "3.3.8",
          "the result type must be an unsigned integer of 32 bits, or of 64 "
          "with SPV_EXT_shader_64bit_indexing, not {0}"}),
    {"memory.arraylength.extension-64", kVulkan,
     "a 64-bit length should be used only with SPV_EXT_shader_64bit_indexing, "
     "but the result has type {0}",
     "", Severity::kWarning, kInVulkan},
    {"memory.arraylength.structure-pointer", "3.3.8",
     "operand Structure must be a pointer to a structure, not {0}"},
    ReliesOn(kMemoryModelOps, {"memory.arraylength.structure-logical", "3.3.8",
                               "operand Structure must be a logical pointer, "
                               "but pointers into {0} are physical"}),
    Also("memory.untypedarraylength.last-member",
         {"memory.arraylength.last-member-runtime-array", "3.3.8",
          "the last member of {0} must be a run-time array"}),
    Also("memory.untypedarraylength.member-is-last",
         {"memory.arraylength.member-is-last", "3.3.8",
          "the last member of {1} is member {2}, not {0}"}),
    ReliesOn(
        kDecorateOps,
        InVulkan("memory.arraylength.no-uniform-block",
                 "in Vulkan, the length of an array in a Block in storage "
                 "class Uniform must not be queried, but {0} is such an array",
                 "VUID-StandaloneSpirv-OpArrayLength-11805")),
    {"memory.untypedarraylength.pointer-type", kUntypedPointers,
     "operand Pointer must be a pointer, not {0}"},
    ReliesOn(kDecorateOps,
             {"memory.untypedarraylength.structure-type", kUntypedPointers,
              "operand Structure must be a structure type that is decorated "
              "with Block, but {0} is not"}),
    ReliesOn(kDecorateOps,
             Also("heap.untypedarraylength.pointer",
                  {"memory.untypedarraylength.pointer-descriptor",
                   kUntypedPointers,
                   "operand Pointer must be a storage buffer, or an element of "
                   "an array of these, but it leads into {0}"})),
});

// Checks the result type; true if it is valid.
bool CheckResult(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.unknown()) return true;
  const bool has_64 =
      c.context().features().Has(Extension::kExtShader64bitIndexing);
  if (type.IsAll(tt::kScalar | tt::kInt) && !type.Is(tt::kSigned) &&
      (type.width == 32 || (has_64 && type.width == 64))) {
    return true;
  }
  // VUID-RuntimeSpirv-OpArrayLength-11807 replaces the rule by a feature.
  if (type.IsAll(tt::kScalar | tt::kInt) && !type.Is(tt::kSigned) &&
      type.width == 64 && IsVulkan(c.context())) {
    c.Report(R("memory.arraylength.extension-64"), length::kResultType,
             {Arg::Type(c.inst().result_type())});
    return true;
  }
  ReportType(c, R("memory.arraylength.result-type"), length::kResultType,
             c.inst().result_type());
  c.PoisonResult();
  return false;
}

// Checks the structure and the member number.
void CheckMember(const CheckContext& c, Id structure, OperandIndex structure_at,
                 OperandIndex member) {
  const TypeInfo& info = c.context().types().Get(structure);
  const Place declared = Place::At(c.module().def(structure));
  const uint32_t last = info.count - 1;
  const Id held = info.count == 0 ? kNoId
                                  : c.context().types().MemberOf(
                                        c.module(), structure, last);
  const TypeInfo& array = c.context().types().Get(held);
  if (info.count == 0 || (!array.unknown() && !array.Is(tt::kRuntimeArray))) {
    c.Report(R("memory.arraylength.last-member-runtime-array"), structure_at,
             {Arg::Type(structure)})
        .Note("it is declared here", declared);
  } else if (c.inst().operand_word(member) != last) {
    c.Report(R("memory.arraylength.member-is-last"), member,
             {c.inst().operand_word(member), Arg::Type(structure), last})
        .Note("it is declared here", declared);
  }
}

// Checks the storage class and decorations of the structure.
void CheckBlock(const CheckContext& c, const TypeInfo& pointer, Id structure,
                OperandIndex operand) {
  if (pointer.storage_class != StorageClass::kUniform ||
      !c.context().decorations().Has(structure, Decoration::kBlock)) {
    return;
  }
  c.Report(R("memory.arraylength.no-uniform-block"), operand,
           {Arg::Type(structure)});
}

void CheckTyped(const CheckContext& c) {
  if (!CheckResult(c)) return;
  const TypeInfo& pointer = c.operand_type(length::kStructure);
  if (pointer.unknown()) return;
  const TypeInfo& pointee = c.context().types().Get(pointer.element);
  const bool is_pointer = pointer.Is(tt::kPointer);
  if (is_pointer && pointee.unknown()) return;
  if (!is_pointer || !pointee.Is(tt::kStruct)) {
    ReportType(c, R("memory.arraylength.structure-pointer"), length::kStructure,
               c.type_of(length::kStructure));
  } else if (c.context().memory_model().known() &&
             !c.context().memory_model().IsLogical(pointer.storage_class)) {
    c.Report(R("memory.arraylength.structure-logical"), length::kStructure,
             {NameOf(pointer.storage_class)});
  } else {
    CheckMember(c, pointer.element, length::kStructure, length::kArrayMember);
    CheckBlock(c, pointer, pointer.element, length::kStructure);
  }
}

// --- Untyped pointers ---

bool HasUntypedPointers(const ModuleContext& context) {
  return context.Has(Capability::kUntypedPointersKHR);
}

void ProvidePointers(ModuleContext& context) {
  context.Provide(fact::kPointers);
}

// Whether a pointer that starts at a variable may point to a storage buffer,
// as far as its path is known: the variable must have a binding, and an access
// chain is allowed only if the variable holds an array.
bool MayBeBuffer(const ModuleContext& context, const PointerOrigin& origin) {
  const Inst variable =
      context.module().inst(context.module().def(origin.root));
  const StorageClass storage =
      context.types().Get(variable.result_type()).storage_class;
  const Decorations& decorations = context.decorations();
  if (storage != StorageClass::kStorageBuffer &&
      storage != StorageClass::kUniform) {
    return false;
  }
  if (!decorations.Has(origin.root, Decoration::kDescriptorSet) ||
      !decorations.Has(origin.root, Decoration::kBinding)) {
    return false;
  }
  const Id held = ObjectTypeOf(context, origin.root);
  return (origin.path & pointer_path::kChain) == 0 || held == kNoId ||
         InnermostElement(context, held) != held;
}

void CheckDescriptor(const CheckContext& c) {
  if (!HasUntypedPointers(c.context())) return;
  const Id pointer = c.inst().id(untyped::kPointer);
  const PointerOrigin origin = c.context().pointers().OriginOf(pointer);
  constexpr PointerPath kFollowed = pointer_path::kChain | pointer_path::kCopy;
  if (origin.kind != PointerRoot::kVariable ||
      (origin.path & ~kFollowed) != 0 || MayBeBuffer(c.context(), origin)) {
    return;
  }
  c.Report(R("memory.untypedarraylength.pointer-descriptor"), untyped::kPointer,
           {origin.root})
      .Note("it is defined here", Place::At(c.module().def(origin.root)));
}

void CheckUntyped(const CheckContext& c) {
  if (!CheckResult(c)) return;
  const Id structure = c.inst().id(untyped::kStructure);
  const InstIndex def = c.module().def(structure);
  const TypeInfo& info = c.context().types().Get(structure);
  if (def == kNoInst || info.poisoned()) return;
  if (!info.Is(tt::kStruct) ||
      !c.context().decorations().Has(structure, Decoration::kBlock)) {
    c.Report(R("memory.untypedarraylength.structure-type"), untyped::kStructure,
             {structure})
        .Note("it is defined here", Place::At(def));
    return;
  }
  CheckMember(c, structure, untyped::kStructure, untyped::kArrayMember);
  const TypeInfo& pointer = c.operand_type(untyped::kPointer);
  if (pointer.unknown()) return;
  if (pointer.Is(tt::kAnyPointer)) {
    CheckBlock(c, pointer, structure, untyped::kPointer);
    return CheckDescriptor(c);
  }
  ReportType(c, R("memory.untypedarraylength.pointer-type"), untyped::kPointer,
             c.type_of(untyped::kPointer));
}
constexpr Check kChecks[] = {{Op::kArrayLength, CheckTyped},
                             {Op::kUntypedArrayLengthKHR, CheckUntyped}};

}  // namespace

extern constinit const Family kArrayLength(
    R,
    kModuleCheck<Phase::kIds, ProvidePointers, Capability::kUntypedPointersKHR>,
    kChecks);

}  // namespace plumb
