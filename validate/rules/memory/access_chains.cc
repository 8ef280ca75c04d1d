// Access chains, typed and untyped: checks the types that their indexes select
// (section 3.3.8; SPV_KHR_untyped_pointers, SPV_INTEL_masked_gather_scatter).
//
// The walk goes down the types, index by index.  It stops at the first invalid
// index, and the result type is compared with the type that the walk reaches.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "absl/base/attributes.h"
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace chain = operand::AccessChain;
namespace untyped_chain = operand::UntypedAccessChainKHR;

constexpr char kUntypedPointers[] = "SPV_KHR_untyped_pointers";

constexpr RuleTable R({
    {"memory.accesschain.result-is-pointer", "3.3.8",
     "the result type must be a typed pointer, not {0}"},
    {"memory.untypedaccesschain.result-type", kUntypedPointers,
     "the result type must be an untyped pointer, not {0}"},
    {"memory.accesschain.base-pointer", "3.3.8",
     "operand Base must be a typed pointer, not {0}"},
    {"memory.untypedaccesschain.base-pointer", kUntypedPointers,
     "operand Base must be a pointer, not {0}"},
    {"memory.accesschain.base-pointer-vector",
     "SPV_INTEL_masked_gather_scatter",
     "the result must have as many pointers as operand Base, {1}, not {0}"},
    Contradicts(Contradicted::kResultType,
                Also("memory.untypedaccesschain.storage-class "
                     "memory.pointer.storage-class-fixed",
                     {"memory.accesschain.storage-class", "3.3.8",
                      "the result must point into the storage class of operand "
                      "Base, {1}, not {0}"})),
    Also("memory.untypedaccesschain.base-type-is-type",
         {"memory.untypedaccesschain.base-type-not-pointer", kUntypedPointers,
          "operand Base Type must be a type that is not a pointer type, but "
          "{0} is not one"}),
    Contradicts(
        Contradicted::kOperand,
        {"memory.accesschain.base-composite", "3.3.8",
         "operand Base points to {0}, which has no parts to select from"}),
    Also("memory.untypedptraccesschain.element-type",
         {"memory.ptraccesschain.element-type", "3.3.8",
          "operand Element must be an integer scalar, not {0}"}),
    Contradicts(Contradicted::kOperand,
                Also("memory.untypedaccesschain.index-type",
                     {"memory.accesschain.index-type", "3.3.8",
                      "an index must be an integer scalar, not {0}"})),
    Also("memory.untypedaccesschain.struct-index-constant",
         {"memory.accesschain.struct-index-constant", "3.3.8",
          "the index into structure {1} must be an OpConstant, but {0} is "
          "defined by {2}"}),
    Contradicts(Contradicted::kOperand,
                Also("memory.untypedaccesschain.struct-index-range",
                     {"memory.accesschain.struct-index-range", "3.3.8",
                      "{0} is out of range: {1} has {2} member{2s}"})),
    Also("memory.untypedaccesschain.index-not-negative",
         {"memory.logical.index-not-negative", "2.16.1",
          "an index into a logical pointer must not be negative, but is {0}"}),
    Also("memory.untypedaccesschain.too-many-indexes",
         {"memory.accesschain.too-many-indexes", "3.3.8",
          "too many indexes: {0} has no parts to select from"}),
    ReliesOn(kDecorateOps,
             Also("memory.untypedptraccesschain.base-arraystride",
                  {"memory.ptraccesschain.base-arraystride", "3.3.8",
                   "operand Base points into {1}, so its type must be "
                   "decorated with ArrayStride: {0} is not"})),
    InVulkan("memory.ptraccesschain.base-class",
             "in Vulkan, operand Base must point into Workgroup, StorageBuffer "
             "or PhysicalStorageBuffer, not {0}",
             "VUID-StandaloneSpirv-Base-07650"),
    {"memory.ptraccesschain.workgroup-capability",
     kVulkan,
     "in Vulkan, operand Base can only point into {0} with capability "
     "VariablePointers",
     "VUID-StandaloneSpirv-Base-07651",
     Severity::kError,
     {.envs = kVulkanEnvs, .unless = Capability::kVariablePointers}},
    {"memory.ptraccesschain.storagebuffer-capability",
     kVulkan,
     "in Vulkan, operand Base can only point into {0} with capability "
     "VariablePointers or VariablePointersStorageBuffer",
     "VUID-StandaloneSpirv-Base-07652",
     Severity::kError,
     {.envs = kVulkanEnvs,
      .unless = Capability::kVariablePointersStorageBuffer}},
    Contradicts(Contradicted::kResultType,
                {"memory.accesschain.result-pointee", "3.3.8",
                 "the result type must point to what the indexes lead to, {1}, "
                 "not to {0}"}),
    ReliesOn(kDecorateOps,
             {"memory.accesschain.arraystride-absent", "3.3.8",
              "the result type is decorated with ArrayStride, but the array "
              "whose element it points to, {0}, is not"}),
    ReliesOn(kDecorateOps,
             {"memory.accesschain.arraystride-match", "3.3.8",
              "the ArrayStride of the result type must be that of the array "
              "whose element it points to, {1}, not {0}"}),
    ReliesOn(kDecorateOps, {"memory.untypedaccesschain.base-type-block-array",
                            kUntypedPointers,
                            "{0} is an array of blocks, so operand Base must "
                            "be a variable that holds one"}),
    ReliesOn(kDecorateOps,
             {"memory.untypedaccesschain.base-block-array", kUntypedPointers,
              "operand Base Type must be {1}, the array of blocks that "
              "variable Base holds, not {0}"}),
});

constexpr OperandIndex kResultType = chain::kResultType;

// An access chain and its layout.
struct Chain {
  const CheckContext& c;
  bool untyped;
  bool steps;  // the first index selects another element of an array
  OperandIndex base;

  OperandIndex element() const { return base + 1; }
  OperandIndex first_index() const { return base + (steps ? 2 : 1); }
};

// --- Pointers ---

// The row of a type that is a pointer; if the chain is typed, also of the
// pointers in a vector of pointers.  Null for any other type.
const TypeInfo* ScalarPointerTypeOf(const Chain& a, const TypeInfo& type) {
  const TypeTraits wanted = a.untyped ? tt::kUntypedPointer : tt::kPointer;
  if (type.Is(wanted)) return &type;
  if (a.untyped || !type.Is(tt::kVector) ||
      !a.c.context().Has(Capability::kMaskedGatherScatterINTEL)) {
    return nullptr;
  }
  const TypeInfo& element = a.c.context().types().Get(type.element);
  return element.Is(tt::kPointer) ? &element : nullptr;
}

// The same for operand Base, which may be a typed pointer in untyped chains
// too.
const TypeInfo* BaseOf(const Chain& a) {
  const TypeInfo& type = a.c.operand_type(a.base);
  if (a.untyped && type.Is(tt::kPointer)) return &type;
  return ScalarPointerTypeOf(a, type);
}

void RejectResult(const Chain& a, const Rule& rule, Id type, Id expected) {
  ReportTypes(a.c, rule, kResultType, type, expected);
  a.c.PoisonResult();
}

// The rows of the types of the base and of the result; null if unknown or
// invalid.
struct PointerTypes {
  const TypeInfo* base = nullptr;
  const TypeInfo* result = nullptr;
};

// The slow path, for chains that are not simply two pointers into the same
// storage class.
ABSL_ATTRIBUTE_NOINLINE PointerTypes CheckOtherPointers(const Chain& a) {
  const CheckContext& c = a.c;
  const TypeInfo& result = c.result_type();
  const TypeInfo& base = c.operand_type(a.base);
  PointerTypes pointers;
  if (!result.unknown()) {
    pointers.result = ScalarPointerTypeOf(a, result);
    if (pointers.result == nullptr) {
      ReportType(c,
                 a.untyped ? R("memory.untypedaccesschain.result-type")
                           : R("memory.accesschain.result-is-pointer"),
                 kResultType, c.inst().result_type());
      c.PoisonResult();
      return {};
    }
  }
  if (base.unknown()) return pointers;
  pointers.base = BaseOf(a);
  if (pointers.base == nullptr) {
    ReportType(c,
               a.untyped ? R("memory.untypedaccesschain.base-pointer")
                         : R("memory.accesschain.base-pointer"),
               a.base, c.type_of(a.base));
    return {};
  }
  if (pointers.result == nullptr) return pointers;
  const bool vectors = pointers.result != &result || pointers.base != &base;
  if (vectors && !MayHaveSameCount(c.context(), c.inst().result_type(),
                                   c.type_of(a.base))) {
    RejectResult(a, R("memory.accesschain.base-pointer-vector"),
                 c.inst().result_type(), c.type_of(a.base));
    return {};
  }
  if (pointers.result->storage_class != pointers.base->storage_class) {
    c.Report(R("memory.accesschain.storage-class"), kResultType,
             {NameOf(pointers.result->storage_class),
              NameOf(pointers.base->storage_class)})
        .Note("operand Base is defined here",
              Place::At(c.module().def(c.inst().id(a.base))));
    c.PoisonResult();
    return {};
  }
  return pointers;
}

inline PointerTypes CheckPointers(const Chain& a) {
  const TypeInfo& result = a.c.result_type();
  const TypeInfo& base = a.c.operand_type(a.base);
  const bool is_simple = !a.untyped && result.Is(tt::kPointer) &&
                         base.Is(tt::kPointer) && !result.poisoned() &&
                         !base.poisoned() &&
                         result.storage_class == base.storage_class;
  return is_simple ? PointerTypes{&base, &result} : CheckOtherPointers(a);
}

// --- Indexes ---

// An index: its definition, and the row of its type.
struct IndexOperand {
  Id id;
  InstIndex def;
  const TypeInfo& type;

  bool IsMadeBy(const Module& module, Op op) const {
    return def != kNoInst && module.record(def).op == op;
  }
};

IndexOperand IndexAt(const CheckContext& c, OperandIndex at) {
  const Id id = c.inst().id(at);
  const Definition& definition = c.module().definition(id);
  return {id, definition.at, c.context().types().Get(definition.type)};
}

// The value of an index that is an OpConstant, if the value is known.
inline std::optional<int64_t> ConstantValue(const CheckContext& c,
                                            const IndexOperand& index) {
  // Nearly all are 32 bits wide; their literal is the word after the result.
  if (index.type.width == 32) {
    const InstRecord& constant = c.module().record(index.def);
    const uint32_t bits = c.module().words()[constant.first_word + 3];
    return index.type.Is(tt::kSigned) ? static_cast<int32_t>(bits)
                                      : int64_t{bits};
  }
  const ScalarConstant value = c.context().constants().Scalar(index.id);
  return value.known ? std::optional<int64_t>(value.value) : std::nullopt;
}

// The element type of a type from which an index of any value may select;
// kNoId if the type has no such elements.
Id ElementOf(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.Is(tt::kVector | tt::kMatrix | tt::kCooperativeMatrix | tt::kArray |
              tt::kRuntimeArray)) {
    return info.element;
  }
  return IsDefinedBy(c.module(), type, Op::kTypeNodePayloadArrayAMDX)
             ? c.module()
                   .inst(c.module().def(type))
                   .id(operand::TypeNodePayloadArrayAMDX::kPayloadType)
             : kNoId;
}

ABSL_ATTRIBUTE_NOINLINE void RejectMember(const CheckContext& c,
                                          OperandIndex at, Id structure) {
  const Id index = c.inst().id(at);
  const InstIndex def = c.module().def(index);
  const Op op = c.module().record(def).op;
  if (op != Op::kConstant) {
    c.Report(R("memory.accesschain.struct-index-constant"), at,
             {index, Arg::Type(structure), op})
        .Note("the index is defined here", Place::At(def));
    return;
  }
  c.Report(
       R("memory.accesschain.struct-index-range"), at,
       {index, Arg::Type(structure), c.context().types().Get(structure).count})
      .Note("the structure is declared here",
            Place::At(c.module().def(structure)));
}

// The type of the structure member that an index selects; kNoId if the index
// is invalid.
Id CheckMember(const CheckContext& c, OperandIndex at,
               const IndexOperand& index, Id structure) {
  // Compilers also write the first member's index as OpConstantNull, and
  // drivers accept it as a constant.
  const bool is_null = index.IsMadeBy(c.module(), Op::kConstantNull) &&
                       index.type.IsAll(tt::kScalar | tt::kInt);
  if (is_null || index.IsMadeBy(c.module(), Op::kConstant)) {
    const std::optional<int64_t> value =
        is_null ? std::optional<int64_t>(0) : ConstantValue(c, index);
    const uint32_t count = c.context().types().Get(structure).count;
    if (value && *value >= 0 && *value < count) {
      return c.context().types().MemberOf(c.module(), structure,
                                          static_cast<uint32_t>(*value));
    }
  }
  RejectMember(c, at, structure);
  return kNoId;
}

// Whether negative constants are invalid indexes of pointers into a storage
// class.
bool ForbidsNegative(const Chain& a, StorageClass storage) {
  const ModuleContext& context = a.c.context();
  return !a.steps && context.memory_model().IsLogical(storage) &&
         !context.Has(Capability::kVariablePointers) &&
         !context.Has(Capability::kVariablePointersStorageBuffer);
}

bool IsNegative(const CheckContext& c, const IndexOperand& index) {
  return index.type.Is(tt::kSigned) &&
         index.IsMadeBy(c.module(), Op::kConstant) &&
         ConstantValue(c, index).value_or(0) < 0;
}

// Reports an index into a type that is not composite.
ABSL_ATTRIBUTE_NOINLINE void RejectSelection(const Chain& a, OperandIndex at,
                                             Id type) {
  const bool of_base = at == a.first_index() && !a.untyped;
  // Implementations accept constants that step within an object that is not
  // composite.
  if (of_base && a.c.inst().is_nested()) return;
  ReportType(a.c,
             of_base ? R("memory.accesschain.base-composite")
                     : R("memory.accesschain.too-many-indexes"),
             of_base ? a.base : at, type);
}

// Takes one step of the walk.  Returns the type that an index selects from a
// type; kNoId if the index is invalid or something is unknown.
Id Step(const Chain& a, OperandIndex at, Id type, StorageClass storage) {
  const CheckContext& c = a.c;
  const IndexOperand index = IndexAt(c, at);
  const TypeInfo& info = c.context().types().Get(type);
  if (index.type.unknown() || info.unknown()) return kNoId;
  if (!kIntScalar.MatchesTraits(index.type)) {
    ReportType(c, R("memory.accesschain.index-type"), at, c.type_of(at));
    return kNoId;
  }
  if (info.Is(tt::kStruct)) return CheckMember(c, at, index, type);
  const Id element = ElementOf(c, type);
  if (element == kNoId) {
    RejectSelection(a, at, type);
    return kNoId;
  }
  if (IsNegative(c, index) && ForbidsNegative(a, storage)) {
    c.Report(R("memory.logical.index-not-negative"), at, {index.id});
    return kNoId;
  }
  return element;
}

// The end of the walk of an access chain.
struct Reached {
  Id type;   // kNoId: an index is invalid, or something is unknown
  Id whole;  // the type from which the last step selected; kNoId if there was
             // none
};

Reached Walk(const Chain& a, Id type, StorageClass storage) {
  Reached reached = {type, kNoId};
  const OperandIndex end = a.c.inst().operand_count();
  for (OperandIndex o = a.first_index(); o < end && type != kNoId; ++o) {
    reached.whole = type;
    type = Step(a, o, type, storage);
  }
  reached.type = type;
  return reached;
}

// Checks that the elements through which a chain steps have a known stride.
void CheckBaseStride(const Chain& a, StorageClass storage) {
  const CheckContext& c = a.c;
  const Id type = c.type_of(a.base);
  const Decorations& decorations = c.context().decorations();
  if (!IsLaidOut(storage) || decorations.Has(type, Decoration::kArrayStride) ||
      decorations.Has(type, Decoration::kArrayStrideIdEXT)) {
    return;
  }
  c.Report(R("memory.ptraccesschain.base-arraystride"), a.base,
           {type, NameOf(storage)})
      .Note("the pointer type is declared here",
            Place::At(c.module().def(type)));
}

// Checks the storage class of the elements through which a chain steps.
void CheckBaseClass(const Chain& a, StorageClass storage) {
  const Rule* rule = &R("memory.ptraccesschain.base-class");
  if (storage == StorageClass::kPhysicalStorageBuffer) return;
  if (storage == StorageClass::kWorkgroup) {
    rule = &R("memory.ptraccesschain.workgroup-capability");
  } else if (storage == StorageClass::kStorageBuffer) {
    rule = &R("memory.ptraccesschain.storagebuffer-capability");
  }
  a.c.Report(*rule, a.base, {NameOf(storage)});
}

void CheckSteps(const Chain& a, StorageClass storage) {
  CheckBaseStride(a, storage);
  CheckBaseClass(a, storage);
}

bool CheckElement(const Chain& a) {
  if (!a.steps) return true;
  const TypeInfo& type = a.c.operand_type(a.element());
  if (type.unknown() || kIntScalar.MatchesTraits(type)) return true;
  ReportType(a.c, R("memory.ptraccesschain.element-type"), a.element(),
             a.c.type_of(a.element()));
  return false;
}

// --- The result ---

// The ArrayStride of a type, if it has one.
std::optional<uint32_t> StrideOf(const CheckContext& c, Id type) {
  const auto found =
      c.context().decorations().Find(type, Decoration::kArrayStride);
  if (!found) return std::nullopt;
  const Inst statement = c.module().inst(found->statement);
  if (found->parameter >= statement.operand_count()) return std::nullopt;
  return statement.operand_word(found->parameter);
}

// Compares the stride of the result type with that of the array whose element
// the result points to.
void CheckStride(const CheckContext& c, Id array) {
  const auto stride = StrideOf(c, c.inst().result_type());
  if (!stride ||
      c.context().decorations().Has(array, Decoration::kArrayStrideIdEXT)) {
    return;
  }
  const auto expected = StrideOf(c, array);
  const Place declared = Place::At(c.module().def(array));
  if (!expected) {
    c.Report(R("memory.accesschain.arraystride-absent"), kResultType,
             {Arg::Type(array)})
        .Note("the array is declared here", declared);
  } else if (*expected != *stride) {
    c.Report(R("memory.accesschain.arraystride-match"), kResultType,
             {*stride, *expected})
        .Note("the array is declared here", declared);
  }
}

void CheckTyped(const Chain& a) {
  const CheckContext& c = a.c;
  const PointerTypes pointers = CheckPointers(a);
  if (pointers.base == nullptr || !CheckElement(a)) return;
  const Reached reached =
      Walk(a, pointers.base->element, pointers.base->storage_class);
  if (reached.type == kNoId || pointers.result == nullptr) return;
  if (a.steps) CheckSteps(a, pointers.base->storage_class);
  const TypeTable& types = c.context().types();
  if (reached.type == pointers.result->element ||
      types.Get(reached.type).unknown() ||
      types.Get(pointers.result->element).unknown()) {
    if (types.Get(reached.whole).Is(tt::kArray | tt::kRuntimeArray)) {
      CheckStride(c, reached.whole);
    }
  } else {
    RejectResult(a, R("memory.accesschain.result-pointee"),
                 pointers.result->element, reached.type);
  }
}

// --- Base types of untyped chains ---

void CheckBlockArrays(const Chain& a, Id type) {
  const ModuleContext& context = a.c.context();
  const Id held = ObjectTypeOf(context, a.c.inst().id(a.base));
  if (held == type) return;
  if (held != kNoId && IsBlockArray(context, held)) {
    ReportTypes(a.c, R("memory.untypedaccesschain.base-block-array"),
                untyped_chain::kBaseType, type, held);
  } else if (IsBlockArray(context, type)) {
    ReportType(a.c, R("memory.untypedaccesschain.base-type-block-array"),
               untyped_chain::kBaseType, type);
  }
}

void CheckUntyped(const Chain& a) {
  const CheckContext& c = a.c;
  const PointerTypes pointers = CheckPointers(a);
  if (pointers.base == nullptr || !CheckElement(a)) return;
  const Id type = c.inst().id(untyped_chain::kBaseType);
  const TypeInfo& info = c.context().types().Get(type);
  if (c.module().def(type) == kNoInst || info.poisoned()) return;
  if (info.traits == 0 || info.Is(tt::kAnyPointer)) {
    c.Report(R("memory.untypedaccesschain.base-type-not-pointer"),
             untyped_chain::kBaseType, {type})
        .Note("it is defined here", Place::At(c.module().def(type)));
    return;
  }
  if (Walk(a, type, pointers.base->storage_class).type != kNoId && a.steps) {
    CheckSteps(a, pointers.base->storage_class);
  }
  CheckBlockArrays(a, type);
}

// --- The instructions ---

void CheckChain(const CheckContext& c) {
  CheckTyped({c, false, false, chain::kBase});
}
void CheckPtrChain(const CheckContext& c) {
  CheckTyped({c, false, true, chain::kBase});
}
void CheckUntypedChain(const CheckContext& c) {
  CheckUntyped({c, true, false, untyped_chain::kBase});
}
void CheckUntypedPtrChain(const CheckContext& c) {
  CheckUntyped({c, true, true, untyped_chain::kBase});
}

constexpr Op kChains[] = {Op::kAccessChain, Op::kInBoundsAccessChain};
constexpr Op kPtrChains[] = {Op::kPtrAccessChain, Op::kInBoundsPtrAccessChain};
constexpr Op kUntypedChains[] = {Op::kUntypedAccessChainKHR,
                                 Op::kUntypedInBoundsAccessChainKHR};
constexpr Op kUntypedPtrChains[] = {Op::kUntypedPtrAccessChainKHR,
                                    Op::kUntypedInBoundsPtrAccessChainKHR};
constexpr Check kChecks[] = {{kChains, CheckChain},
                             {kPtrChains, CheckPtrChain},
                             {kUntypedChains, CheckUntypedChain},
                             {kUntypedPtrChains, CheckUntypedPtrChain}};

}  // namespace

extern constinit const Family kAccessChains(R, kChecks);

}  // namespace plumb
