// Conversions of bit patterns (section 3.3.11): OpBitcast between numbers and
// pointers, and OpBitcastExtractEXT (SPV_EXT_ocp_microscaling_types).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/cooperative_vector_types.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"convert.bitcast.result-type", "3.3.11",
     "the result type must be a pointer or a numeric scalar or vector, not "
     "{0}"},
    {"convert.bitcast.operand-type", "3.3.11",
     "the operand must be a pointer or a numeric scalar or vector, not {0}"},
    {"convert.bitcast.types-differ", "3.3.11",
     "the operand already has the result type, {0}", "", Severity::kPedantic},
    Also("convert.bitcast.pointer-vector-32",
         {"convert.bitcast.pointer-result-operand", "3.3.11",
          "only a pointer, an integer scalar or, since SPIR-V 1.5, a vector of "
          "32-bit integers can be cast to a pointer, not {0}"}),
    {"convert.bitcast.pointer-operand-result", "3.3.11",
     "a pointer can be cast only to a pointer, an integer scalar or, since "
     "SPIR-V 1.5, a vector of 32-bit integers, not to {0}"},
    Also("convert.bitcast.untyped-pointer",
         {"convert.bitcast.same-storage-class", "3.3.11",
          "the pointers must point into the same storage class, but {0} and "
          "{1} do not"}),
    {"convert.bitcast.cooperative-vector", "SPV_NV_cooperative_vector",
     "a cast of a cooperative vector must keep the number and width of its "
     "components, but {0} becomes {1}",
     "", Severity::kError, kWithCooperativeVectorsOnly},
    {"convert.bitcast.same-count-same-width", "3.3.11",
     "the components of {0} must be as wide as those of the result, {1}"},
    {"convert.bitcast.total-bits", "3.3.11",
     "{0} must have as many bits as the result, {1}"},
    {"convert.bitcast.component-multiple", "3.3.11",
     "the number of components of {0} or {1} must be a multiple of that of the "
     "other"},
    {"convert.bitcast.pointer-int-width", "3.3.11",
     "{0} does not have as many bits as a pointer of the addressing model, {1}",
     "", Severity::kWarning},
    {"convert.bitcastextract.result-type", "SPV_EXT_ocp_microscaling_types",
     "the result type must be a numeric scalar or vector, not {0}"},
    {"convert.bitcastextract.result-encoding", "SPV_EXT_ocp_microscaling_types",
     "in Vulkan, the result must be floating-point numbers of encoding "
     "Float6E2M3EXT, Float6E3M2EXT or Float4E2M1EXT, not {0}",
     "VUID-StandaloneSpirv-Result-12468", Severity::kError, kInVulkan},
    {"convert.bitcastextract.base-type", "SPV_EXT_ocp_microscaling_types",
     "the base must be a numeric scalar or vector, not {0}"},
    {"convert.bitcastextract.base-int", "SPV_EXT_ocp_microscaling_types",
     "the base must be an integer scalar or vector in Vulkan, not {0}",
     "VUID-StandaloneSpirv-Base-12469", Severity::kError, kInVulkan},
    {"convert.bitcastextract.component-count", "SPV_EXT_ocp_microscaling_types",
     "the base must have as many components as the result, {1}, not {0}"},
    {"convert.bitcastextract.width", "SPV_EXT_ocp_microscaling_types",
     "the components of the base, {0}, must be wider than those of the result, "
     "{1}"},
    {"convert.bitcastextract.offset-int-scalar",
     "SPV_EXT_ocp_microscaling_types",
     "the offset must be an integer scalar, not {0}"},
});

constexpr Op kBitcast[] = {Op::kBitcast};

constexpr Signature kSignatures[] = {
    {.ops = Op::kBitcastExtractEXT,
     .result = ScalarOrVector(tt::kNumeric),
     .result_rule = &R("convert.bitcastextract.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {Op::kBitcastExtractEXT, operand::BitcastExtractEXT::kBase,
     ScalarOrVector(tt::kNumeric), &R("convert.bitcastextract.base-type")},
    {Op::kBitcastExtractEXT, operand::BitcastExtractEXT::kBase,
     ScalarOrVector(tt::kInt), &R("convert.bitcastextract.base-int")},
    {Op::kBitcastExtractEXT, operand::BitcastExtractEXT::kOffset, kIntScalar,
     &R("convert.bitcastextract.offset-int-scalar")},
};

constexpr OperandIndex kResultType = operand::Bitcast::kResultType;
constexpr OperandIndex kOperand = operand::Bitcast::kOperand;

bool IsNumeric(const TypeInfo& type) {
  return type.Is(tt::kNumeric) &&
         type.Is(tt::kScalar | tt::kVector | tt::kCooperativeMatrix);
}

// SPV_INTEL_masked_gather_scatter allows vectors of pointers.
bool IsPointerVector(const TypeInfo& type) {
  return type.Is(tt::kVector) && !type.Is(tt::kComponentMask);
}

// Whether values of this type can be converted from and to a pointer.
bool CarriesPointer(const CheckContext& c, const TypeInfo& type) {
  if (type.Is(tt::kAnyPointer)) return true;
  if (!type.Is(tt::kInt)) return false;
  if (type.Is(tt::kScalar)) return true;
  const FeatureSet& features = c.context().features();
  // The document of SPV_EXT_physical_storage_buffer does not have vectors.
  const bool vectors = features.version() >= 5 ||
                       features.Has(Extension::kKhrPhysicalStorageBuffer);
  return vectors && type.Is(tt::kVector) && type.width == 32;
}

void CheckPointerBits(const CheckContext& c, const TypeInfo& pointer,
                      Id numbers, OperandIndex operand) {
  const uint32_t width =
      c.context().memory_model().AddressWidth(pointer.storage_class);
  const std::optional<uint32_t> count = CountOf(c, numbers);
  if (width == 0 || !count.has_value()) return;
  const uint64_t bits =
      uint64_t{*count} * c.context().types().Get(numbers).width;
  if (bits == width) return;
  c.Report(R("convert.bitcast.pointer-int-width"), operand,
           {Arg::Type(numbers), width});
}

void CheckPointers(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.Is(tt::kAnyPointer)) {
    if (!CarriesPointer(c, from)) {
      ReportType(c, R("convert.bitcast.pointer-result-operand"), kOperand,
                 operand);
    } else if (!from.Is(tt::kAnyPointer)) {
      CheckPointerBits(c, to, operand, kOperand);
    } else if (to.storage_class != from.storage_class) {
      ReportTypes(c, R("convert.bitcast.same-storage-class"), kOperand, operand,
                  result);
    }
  } else if (!CarriesPointer(c, to)) {
    ReportType(c, R("convert.bitcast.pointer-operand-result"), kResultType,
               result);
  } else {
    CheckPointerBits(c, from, result, kResultType);
  }
}

void CheckNumbers(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  // matrix_conversion.cc checks their shapes, which are ids of sizes.
  if (to.Is(tt::kCooperativeMatrix) || from.Is(tt::kCooperativeMatrix)) {
    if (to.Is(tt::kCooperativeMatrix) == from.Is(tt::kCooperativeMatrix) &&
        to.width != from.width) {
      ReportTypes(c, R("convert.bitcast.same-count-same-width"), kOperand,
                  operand, result);
    }
    return;
  }
  const std::optional<uint32_t> to_count = CountOf(c, result);
  const std::optional<uint32_t> from_count = CountOf(c, operand);
  if (!to_count.has_value() || !from_count.has_value()) return;
  if ((*to_count != *from_count || to.width != from.width) &&
      (IsCooperativeVector(c.context(), result) ||
       IsCooperativeVector(c.context(), operand))) {
    ReportTypes(c, R("convert.bitcast.cooperative-vector"), kOperand, operand,
                result);
    return;
  }
  if (*to_count == *from_count) {
    if (to.width != from.width) {
      ReportTypes(c, R("convert.bitcast.same-count-same-width"), kOperand,
                  operand, result);
    }
    return;
  }
  if (uint64_t{*to_count} * to.width != uint64_t{*from_count} * from.width) {
    ReportTypes(c, R("convert.bitcast.total-bits"), kOperand, operand, result);
    return;
  }
  const auto [fewer, more] = std::minmax(*to_count, *from_count);
  if (fewer == 0 || more % fewer != 0) {
    ReportTypes(c, R("convert.bitcast.component-multiple"), kOperand, operand,
                result);
  }
}

void CheckBitcast(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.unknown() || from.unknown()) return;
  if (IsPointerVector(to) || IsPointerVector(from)) return;
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  if (!to.Is(tt::kAnyPointer) && !IsNumeric(to)) {
    ReportType(c, R("convert.bitcast.result-type"), kResultType, result);
    c.PoisonResult();
  } else if (!from.Is(tt::kAnyPointer) && !IsNumeric(from)) {
    ReportType(c, R("convert.bitcast.operand-type"), kOperand, operand);
  } else if (result == operand) {
    c.Report(R("convert.bitcast.types-differ"), kOperand, {Arg::Type(operand)});
  } else if (to.Is(tt::kAnyPointer) || from.Is(tt::kAnyPointer)) {
    CheckPointers(c);
  } else {
    CheckNumbers(c);
  }
}

// Whether Vulkan allows the encoding of a type as the result of an extraction.
bool IsExtractable(const ModuleContext& context, Id type) {
  const auto encoding = EncodingOf(context, type);
  return encoding == grammar::FPEncoding::kFloat6E2M3EXT ||
         encoding == grammar::FPEncoding::kFloat6E3M2EXT ||
         encoding == grammar::FPEncoding::kFloat4E2M1EXT;
}

void CheckExtract(const CheckContext& c) {
  constexpr OperandIndex kBase = operand::BitcastExtractEXT::kBase;
  const Id result = c.inst().result_type();
  const Id base = c.type_of(kBase);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kBase);
  if (to.unknown() || from.unknown()) return;
  if (!MayHaveSameCount(c.context(), result, base)) {
    ReportTypes(c, R("convert.bitcastextract.component-count"), kBase, base,
                result);
  } else if (from.width <= to.width) {
    ReportTypes(c, R("convert.bitcastextract.width"), kBase, base, result);
  } else if (!IsExtractable(c.context(), result)) {
    ReportType(c, R("convert.bitcastextract.result-encoding"), kResultType,
               result);
  }
}

static_assert(AllHave(kBitcast, kOperand));
constexpr Check kChecks[] = {{kBitcast, CheckBitcast},
                             {Op::kBitcastExtractEXT, CheckExtract}};

}  // namespace

extern constinit const Family kBitcast(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
