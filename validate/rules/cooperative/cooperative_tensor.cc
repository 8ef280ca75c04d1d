// Cooperative matrices in memory addressed by tensor layouts
// (SPV_NV_cooperative_matrix2, SPV_NV_cooperative_matrix_decode_vector), and
// the functions that decode loaded values.
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"

namespace plumb {
namespace {

using grammar::TensorAddressingOperands;
namespace load = grammar::operand::CooperativeMatrixLoadTensorNV;
namespace store = grammar::operand::CooperativeMatrixStoreTensorNV;
namespace function_type = grammar::operand::TypeFunction;

constexpr char kSection[] = "SPV_NV_cooperative_matrix2";
constexpr char kDecodeVector[] = "SPV_NV_cooperative_matrix_decode_vector";

constexpr RuleTable R({
    {"cooperative.loadtensor.result-type", kSection,
     "the result type must be a cooperative matrix type, not {0}"},
    {"cooperative.loadtensor.object-type", kSection,
     "operand Object must have the result type, {1}, not {0}"},
    {"cooperative.storetensor.object-type", kSection,
     "operand Object must be a cooperative matrix, not {0}"},
    Also("cooperative.decodevector.load-only",
         {"cooperative.storetensor.no-decode", kSection,
          "only a load can have a decode function"}),
    {"cooperative.tensor.pointer", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"cooperative.tensor.pointer-array",
     kSection,
     "operand Pointer must point into an array of numbers, not to {0}",
     "",
     Severity::kError,
     {.needs = Capability::kShader}},
    WithFix(Declare(Extension::kNvTensorAddressing),
            {"cooperative.tensor.addressing-required", kSection,
             "{0} requires extension SPV_NV_tensor_addressing"}),
    {"cooperative.tensor.layout", kSection,
     "operand TensorLayout must be a tensor layout, not {0}"},
    {"cooperative.tensor.view", kSection,
     "operand TensorView must be a tensor view, not {0}"},
    {"cooperative.decode.storage-class", kSection,
     "elements to decode must be in PhysicalStorageBuffer or StorageBuffer, "
     "not in {0}"},
    {"cooperative.decode.return-type", kSection,
     "function {0} must return the component type of the matrix, {2}, not {1}"},
    Also("cooperative.decodevector.parameters",
         {"cooperative.decode.parameters", kSection,
          "function {0} must take a pointer into PhysicalStorageBuffer and two "
          "arrays of 32-bit integers, with as many elements as the layout has "
          "dimensions"}),
    {"cooperative.decodevector.needs-scalar", kDecodeVector,
     "DecodeVectorFunc must come with DecodeFunc"},
    {"cooperative.decodevector.return-type", kDecodeVector,
     "function {0} must return 2, 4 or 8 components of the matrix, of type "
     "{2}, not {1}"},
    {"cooperative.decodevector.block-size", kDecodeVector,
     "the last block size of the layout, {1}, must be a multiple of the {2} "
     "component{2s} that {0} returns",
     "VUID-RuntimeSpirv-OpCooperativeMatrixLoadTensorNV-12429",
     Severity::kError, kInVulkan},
});

constexpr TypePattern kMatrix = {.shape = tt::kCooperativeMatrix};
constexpr TypePattern kLayout = kDeclaredBy<Op::kTypeTensorLayoutNV>;
constexpr TypePattern kView = kDeclaredBy<Op::kTypeTensorViewNV>;

constexpr Signature kSignatures[] = {
    {.ops = Op::kCooperativeMatrixLoadTensorNV,
     .result = kMatrix,
     .result_rule = &R("cooperative.loadtensor.result-type"),
     .first_operand = load::kObject,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("cooperative.loadtensor.object-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kCooperativeMatrixLoadTensorNV, load::kPointer, kAnyPointer,
     &R("cooperative.tensor.pointer")},
    {Op::kCooperativeMatrixLoadTensorNV, load::kTensorLayout, kLayout,
     &R("cooperative.tensor.layout")},
    {Op::kCooperativeMatrixStoreTensorNV, store::kPointer, kAnyPointer,
     &R("cooperative.tensor.pointer")},
    {Op::kCooperativeMatrixStoreTensorNV, store::kObject, kMatrix,
     &R("cooperative.storetensor.object-type")},
    {Op::kCooperativeMatrixStoreTensorNV, store::kTensorLayout, kLayout,
     &R("cooperative.tensor.layout")},
};

// --- Decode functions ---

// Whether a parameter is an array of 32-bit integers, one for each dimension.
bool IsCoordinate(const CheckContext& c, Id type, const Inst& layout) {
  namespace layout_type = grammar::operand::TypeTensorLayoutNV;
  const auto dim = FixedValue(c, layout.id(layout_type::kDim));
  return Fits(c.context(), ArrayOf(kInt32, dim.value_or(0)), type);
}

bool HasParameters(const CheckContext& c, const Inst& type,
                   const Inst& layout) {
  constexpr uint32_t kParameters = 3;
  const auto first = type.Find(function_type::kParameterTypes);
  if (!first || type.operand_count() != *first + kParameters) return false;
  const TypeInfo& pointer = c.context().types().Get(type.id(*first));
  return pointer.Is(tt::kAnyPointer) &&
         pointer.storage_class == StorageClass::kPhysicalStorageBuffer &&
         IsCoordinate(c, type.id(*first + 1), layout) &&
         IsCoordinate(c, type.id(*first + 2), layout);
}

// Whether `type` is a vector of 2, 4 or 8 components.
bool IsDecodedVector(const CheckContext& c, Id type, Id component) {
  const TypeInfo& info = c.context().types().Get(type);
  if (!info.Is(tt::kVector) || info.element != component) return false;
  const auto count = CountOf(c, type);
  return !count || (*count >= 2 && *count <= 8 && std::has_single_bit(*count));
}

void CheckDecode(const CheckContext& c, OperandIndex operand,
                 const Inst& layout, bool vector) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  const InstIndex type = FunctionTypeOf(c.module(), id);
  if (type == kNoInst) return;
  const Inst function = c.module().inst(type);
  const Id component = c.result_type().element;
  const Id returned = function.id(function_type::kReturnType);
  const bool fits =
      vector ? IsDecodedVector(c, returned, component) : returned == component;
  if (!fits) {
    c.Report(vector ? R("cooperative.decodevector.return-type")
                    : R("cooperative.decode.return-type"),
             operand, {id, Arg::Type(returned), Arg::Type(component)})
        .Note("the function is defined here", Place::At(def));
  } else if (!HasParameters(c, function, layout)) {
    c.Report(R("cooperative.decode.parameters"), operand, {id})
        .Note("the function is defined here", Place::At(def));
  }
}

// --- Loads and stores ---

// The operand that is the mask of addressing operands, or the operand count:
// memory operands may precede it.
OperandIndex AddressingMask(const Inst& inst) {
  OperandIndex o = 0;
  while (o < inst.operand_count() &&
         inst.kind(o) != Kind::kTensorAddressingOperands) {
    ++o;
  }
  return o;
}

bool Has(uint32_t mask, TensorAddressingOperands bit) {
  return (mask & static_cast<uint32_t>(bit)) != 0;
}

// Without a decode function, memory must contain the components themselves.
void CheckPointee(const CheckContext& c, OperandIndex pointer) {
  const TypeInfo& type = c.operand_type(pointer);
  if (!type.Is(tt::kPointer) || type.poisoned() ||
      Fits(c.context(), ScalarOrVector(tt::kNumeric),
           InnermostElement(c.context(), type.element))) {
    return;
  }
  ReportType(c, R("cooperative.tensor.pointer-array"), pointer, type.element);
}

void CheckAddressing(const CheckContext& c, OperandIndex pointer,
                     OperandIndex layout, bool loads) {
  const OperandIndex at = AddressingMask(c.inst());
  if (at >= c.inst().operand_count()) return;
  const uint32_t mask = c.inst().operand_word(at);
  const bool decode = Has(mask, TensorAddressingOperands::kDecodeFunc);
  if (!decode) CheckPointee(c, pointer);
  const bool vector = Has(mask, TensorAddressingOperands::kDecodeVectorFunc);
  const bool view = Has(mask, TensorAddressingOperands::kTensorView);
  if (c.inst().operand_count() !=
      at + 1 + (view ? 1 : 0) + (decode ? 1 : 0) + (vector ? 1 : 0)) {
    return;  // inconsistent with the mask, which another rule reports
  }
  OperandIndex next = at + 1;
  if (view && !Fits(c.context(), kView, c.type_of(next))) {
    ReportType(c, R("cooperative.tensor.view"), next, c.type_of(next));
  }
  if (view) ++next;
  if (!decode && !vector) return;
  if (!loads) {
    c.Report(R("cooperative.storetensor.no-decode"), at);
    return;
  }
  const TypeInfo& type = c.operand_type(pointer);
  if (!type.unknown() && type.storage_class != StorageClass::kStorageBuffer &&
      type.storage_class != StorageClass::kPhysicalStorageBuffer) {
    c.Report(R("cooperative.decode.storage-class"), pointer,
             {NameOf(type.storage_class)});
    return;
  }
  if (!decode) {
    c.Report(R("cooperative.decodevector.needs-scalar"), at);
    return;
  }
  if (c.operand_type(layout).unknown() || c.result_type().unknown()) return;
  const Inst dimensions = c.module().inst(c.module().def(c.type_of(layout)));
  CheckDecode(c, next++, dimensions, false);
  if (vector) CheckDecode(c, next, dimensions, true);
}

void CheckLoad(const CheckContext& c) {
  CheckAddressing(c, load::kPointer, load::kTensorLayout, true);
}
void CheckStore(const CheckContext& c) {
  CheckAddressing(c, store::kPointer, store::kTensorLayout, false);
}

// --- Sizes of blocks ---

// The innermost block sizes of the tensor layouts of a function, if known, and
// the loads that decode vectors by them.
class BlockSizes {
 public:
  explicit BlockSizes(FunctionContext& function)
      : function_(function), module_(function.module()) {}

  void Visit(const Inst& inst) {
    // Instructions that copy a layout have it at the same index.
    constexpr OperandIndex kLayout =
        operand::TensorLayoutSetBlockSizeNV::kTensorLayout;
    switch (inst.op()) {
      case Op::kCreateTensorLayoutNV:
        sizes_[inst.result().value] = 1;
        return;
      case Op::kTensorLayoutSetBlockSizeNV:
        return Set(
            inst.result(),
            FixedValue(function_.context(), inst.id(inst.operand_count() - 1)));
      case Op::kTensorLayoutSetDimensionNV:
      case Op::kTensorLayoutSetStrideNV:
      case Op::kTensorLayoutSliceNV:
      case Op::kTensorLayoutSetClampValueNV:
        return Set(inst.result(), DimensionOf(inst.id(kLayout)));
      case Op::kCooperativeMatrixLoadTensorNV:
        return CheckLoad(inst);
      default:
        return;
    }
  }

 private:
  std::optional<uint32_t> DimensionOf(Id layout) const {
    const auto found = sizes_.find(layout.value);
    if (found == sizes_.end()) return std::nullopt;
    return found->second;
  }
  void Set(Id layout, std::optional<uint32_t> size) {
    if (size) sizes_[layout.value] = *size;
  }

  void CheckLoad(const Inst& inst) {
    const OperandIndex at = AddressingMask(inst);
    const OperandIndex last = inst.operand_count() - 1;
    // It is the highest bit of the mask, so the function is the last operand.
    if (at >= last || !Has(inst.operand_word(at),
                           TensorAddressingOperands::kDecodeVectorFunc)) {
      return;
    }
    const InstIndex type = FunctionTypeOf(module_, inst.id(last));
    const auto size = DimensionOf(inst.id(load::kTensorLayout));
    if (type == kNoInst || !size) return;
    const Id returned = module_.inst(type).id(function_type::kReturnType);
    const auto count = CountOf(function_.context(), returned);
    if (!function_.context().types().Get(returned).Is(tt::kVector) || !count ||
        *count == 0 || *size % *count == 0) {
      return;
    }
    function_.Report(R("cooperative.decodevector.block-size"),
                     Place::At(inst.index(), load::kTensorLayout),
                     {inst.id(last), *size, *count});
  }

  FunctionContext& function_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, uint32_t> sizes_;  // by id of the layout
};

void CheckBlockSizes(FunctionContext& function) {
  if (!function.context().Has(Capability::kCooperativeMatrixDecodeVectorNV)) {
    return;
  }
  BlockSizes sizes(function);
  for (InstIndex i = function.range().first; i < function.range().last; ++i) {
    sizes.Visit(function.module().inst(i));
  }
}

// --- Capabilities ---

void CheckCapability(const CheckContext& c) {
  const Capability capability{
      c.inst().operand_word(operand::Capability::kCapability)};
  if (capability != Capability::kCooperativeMatrixTensorAddressingNV ||
      c.context().features().Has(grammar::Extension::kNvTensorAddressing)) {
    return;
  }
  c.Report(R("cooperative.tensor.addressing-required"),
           operand::Capability::kCapability,
           {Arg::Enumerant(Kind::kCapability, capability)});
}
constexpr Check kChecks[] = {
    {Op::kCooperativeMatrixLoadTensorNV, CheckLoad},
    {Op::kCooperativeMatrixStoreTensorNV, CheckStore},
    // TensorAddressingNV needs the extension, too, and is reported separately.
    {Op::kCapability, CheckCapability,
     Requires(Capability::kCooperativeMatrixTensorAddressingNV,
              Without{Capability::kTensorAddressingNV})}};

}  // namespace

extern constinit const Family kCooperativeTensor(
    R, kFunctionCheck<CheckBlockSizes>, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
