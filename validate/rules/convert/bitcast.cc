// Conversions of bit patterns (section 3.32.11): OpBitcast between numbers and
// pointers, and OpBitcastExtractEXT (SPV_EXT_ocp_microscaling_types).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/target_env.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::AddressingModel;
using grammar::Extension;
using grammar::Op;
namespace tt = type_trait;

constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"convert.bitcast.result-type", "3.32.11",
     "the result type must be a pointer or a numeric scalar or vector, not "
     "{0}"},
    {"convert.bitcast.operand-type", "3.32.11",
     "the operand must be a pointer or a numeric scalar or vector, not {0}"},
    {"convert.bitcast.types-differ", "3.32.11",
     "the operand already has the result type, {0}", "", Severity::kWarning},
    {"convert.bitcast.pointer-result-operand", "3.32.11",
     "what becomes a pointer must be a pointer, an integer scalar or, from "
     "version 1.5, a vector of 32-bit integers, not {0}"},
    {"convert.bitcast.pointer-operand-result", "3.32.11",
     "a pointer can become a pointer, an integer scalar or, from version 1.5, "
     "a vector of 32-bit integers, not {0}"},
    {"convert.bitcast.same-count-same-width", "3.32.11",
     "the components of {0} must be as wide as those of the result, {1}"},
    {"convert.bitcast.total-bits", "3.32.11",
     "{0} must have as many bits as the result, {1}"},
    {"convert.bitcast.component-multiple", "3.32.11",
     "the number of components of {0} or {1} must be a multiple of that of "
     "the other"},
    {"convert.bitcast.pointer-int-width", "3.32.11",
     "{0} has not as many bits as a pointer of the addressing model, {1}", "",
     Severity::kWarning},
    {"convert.bitcastextract.result-type", "3.32.11",
     "the result type must be a numeric scalar or vector, not {0}"},
    {"convert.bitcastextract.base-type", "3.32.11",
     "the base must be a numeric scalar or vector, not {0}"},
    {"convert.bitcastextract.base-int", "3.32.11",
     "the base must be an integer scalar or vector in Vulkan, not {0}",
     "VUID-StandaloneSpirv-Base-12469", Severity::kError, kVulkan},
    {"convert.bitcastextract.component-count", "3.32.11",
     "the base must have as many components as the result, {1}, not {0}"},
    {"convert.bitcastextract.width", "3.32.11",
     "the components of the base, {0}, must be wider than those of the result, "
     "{1}"},
    {"convert.bitcastextract.offset-int-scalar", "3.32.11",
     "the offset must be an integer scalar, not {0}"},
});

constexpr Op kBitcast[] = {Op::kBitcast};
constexpr Op kExtract[] = {Op::kBitcastExtractEXT};

constexpr int32_t kOperand = 2;
constexpr int32_t kOffset = 3;

constexpr Signature kSignatures[] = {
    {.ops = kExtract,
     .result = {.shape = tt::kScalar | tt::kVector, .component = tt::kNumeric},
     .result_rule = &R("convert.bitcastextract.result-type"),
     .operands = {.shape = tt::kScalar | tt::kVector,
                  .component = tt::kNumeric},
     .operand_rule = &R("convert.bitcastextract.base-type"),
     .operand_count = 1},
    {.ops = kExtract,
     .operands = {.shape = tt::kScalar, .component = tt::kInt},
     .operand_rule = &R("convert.bitcastextract.offset-int-scalar"),
     .first_operand = kOffset,
     .operand_count = 1},
};

bool IsNumbers(const TypeInfo& type) {
  return type.Is(tt::kNumeric) &&
         type.Is(tt::kScalar | tt::kVector | tt::kCooperativeMatrix);
}

// A vector of pointers comes with SPV_INTEL_masked_gather_scatter.
bool IsPointerVector(const TypeInfo& type) {
  return type.Is(tt::kVector) && !type.Is(tt::kComponentMask);
}

// Whether a pointer can be made of this type, and this type of a pointer.
bool CarriesPointer(const CheckContext& c, const TypeInfo& type) {
  if (type.Is(tt::kAnyPointer)) return true;
  if (!type.Is(tt::kInt)) return false;
  if (type.Is(tt::kScalar)) return true;
  const FeatureSet& features = c.context().features();
  const bool vectors = features.version() >= 5 ||
                       features.Has(Extension::kKhrPhysicalStorageBuffer) ||
                       features.Has(Extension::kExtPhysicalStorageBuffer);
  return vectors && type.Is(tt::kVector) && type.width == 32;
}

// The width of all pointers, or 0 if it depends on the pointer.
uint32_t PointerWidth(const CheckContext& c) {
  if (c.module().memory_models().empty()) return 0;
  const Inst model = c.module().inst(c.module().memory_models()[0]);
  switch (AddressingModel{model.operand_word(0)}) {
    case AddressingModel::kPhysical32:
      return 32;
    case AddressingModel::kPhysical64:
      return 64;
    default:
      return 0;
  }
}

void CheckPointerBits(const CheckContext& c, Id numbers, OperandIndex operand) {
  const uint32_t width = PointerWidth(c);
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
      CheckPointerBits(c, operand, kOperand);
    }
  } else if (!CarriesPointer(c, to)) {
    ReportType(c, R("convert.bitcast.pointer-operand-result"), 0, result);
  } else {
    CheckPointerBits(c, result, 0);
  }
}

void CheckNumbers(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  // matrix_conversion.cc looks at their shapes, which the ids of sizes tell.
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
  if (IsUnknown(to) || IsUnknown(from)) return;
  if (IsPointerVector(to) || IsPointerVector(from)) return;
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  if (!to.Is(tt::kAnyPointer) && !IsNumbers(to)) {
    ReportType(c, R("convert.bitcast.result-type"), 0, result);
    c.PoisonResult();
  } else if (!from.Is(tt::kAnyPointer) && !IsNumbers(from)) {
    ReportType(c, R("convert.bitcast.operand-type"), kOperand, operand);
  } else if (result == operand) {
    c.Report(R("convert.bitcast.types-differ"), kOperand, {Arg::Type(operand)});
  } else if (to.Is(tt::kAnyPointer) || from.Is(tt::kAnyPointer)) {
    CheckPointers(c);
  } else {
    CheckNumbers(c);
  }
}

void CheckExtract(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (IsUnknown(to) || IsUnknown(from)) return;
  const std::optional<uint32_t> to_count = CountOf(c, result);
  const std::optional<uint32_t> from_count = CountOf(c, operand);
  const bool known = to_count.has_value() && from_count.has_value();
  if (to.Is(tt::kVector) != from.Is(tt::kVector) ||
      (known && *to_count != *from_count)) {
    ReportTypes(c, R("convert.bitcastextract.component-count"), kOperand,
                operand, result);
  } else if (from.width <= to.width) {
    ReportTypes(c, R("convert.bitcastextract.width"), kOperand, operand,
                result);
  } else if (!from.Is(tt::kInt)) {
    ReportType(c, R("convert.bitcastextract.base-int"), kOperand, operand);
  }
}

constexpr Check kChecks[] = {{kBitcast, CheckBitcast},
                             {kExtract, CheckExtract}};

}  // namespace

extern constinit const Family kBitcast = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
