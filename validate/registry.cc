#include "validate/registry.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "parse/binary_rules.h"
#include "parse/suggest.h"
#include "parse/syntax_rules.h"
#include "validate/control_flow/branch_hints.h"
#include "validate/control_flow/branches.h"
#include "validate/control_flow/case_order.h"
#include "validate/control_flow/lifetime.h"
#include "validate/control_flow/reconvergence.h"
#include "validate/control_flow/structured.h"
#include "validate/control_flow/terminators.h"
#include "validate/debug/debug.h"
#include "validate/decorations/annotation.h"
#include "validate/decorations/targets.h"
#include "validate/entry_points/call_tree.h"
#include "validate/entry_points/entry_points.h"
#include "validate/entry_points/interfaces.h"
#include "validate/entry_points/storage_models.h"
#include "validate/extensions/abort.h"
#include "validate/extensions/arbitrary_precision.h"
#include "validate/extensions/constant_data.h"
#include "validate/extensions/cooperative_memory.h"
#include "validate/extensions/cooperative_scope.h"
#include "validate/extensions/cooperative_tensor.h"
#include "validate/extensions/cooperative_vector.h"
#include "validate/extensions/descriptor_heap.h"
#include "validate/extensions/encoded_interface.h"
#include "validate/extensions/expect_assume.h"
#include "validate/extensions/float8.h"
#include "validate/extensions/graph.h"
#include "validate/extensions/graph_debug_info.h"
#include "validate/extensions/heap_layout.h"
#include "validate/extensions/hit_object.h"
#include "validate/extensions/integer_functions.h"
#include "validate/extensions/long_vector.h"
#include "validate/extensions/mesh_shading.h"
#include "validate/extensions/narrow_floats.h"
#include "validate/extensions/poison_freeze.h"
#include "validate/extensions/predicated_io.h"
#include "validate/extensions/raw_access_chain.h"
#include "validate/extensions/ray_query.h"
#include "validate/extensions/ray_tracing.h"
#include "validate/extensions/shader_clock.h"
#include "validate/extensions/subgroup_rotate.h"
#include "validate/extensions/tensor_access.h"
#include "validate/extensions/tensor_addressing.h"
#include "validate/features/atomic_capabilities.h"
#include "validate/features/builtin_access.h"
#include "validate/features/enumerant_ids.h"
#include "validate/features/environment.h"
#include "validate/features/extended_sets.h"
#include "validate/features/half_buffer.h"
#include "validate/features/image_capabilities.h"
#include "validate/features/requirements.h"
#include "validate/features/small_storage.h"
#include "validate/features/type_widths.h"
#include "validate/features/variable_pointers.h"
#include "validate/function/call_pointers.h"
#include "validate/function/linkage.h"
#include "validate/function/signatures.h"
#include "validate/layout/block_layout.h"
#include "validate/layout/debug_info_layout.h"
#include "validate/layout/function_layout.h"
#include "validate/layout/graph_layout.h"
#include "validate/layout/module_layout.h"
#include "validate/limits/limits.h"
#include "validate/modes/mode_models.h"
#include "validate/modes/mode_operands.h"
#include "validate/modes/mode_sets.h"
#include "validate/ops/arithmetic.h"
#include "validate/ops/bit.h"
#include "validate/ops/bitcast.h"
#include "validate/ops/composite.h"
#include "validate/ops/composite_construct.h"
#include "validate/ops/conversion.h"
#include "validate/ops/cooperative_matrix.h"
#include "validate/ops/copy.h"
#include "validate/ops/derivative.h"
#include "validate/ops/dot_product.h"
#include "validate/ops/linear_algebra.h"
#include "validate/ops/logical.h"
#include "validate/ops/matrix_array.h"
#include "validate/ops/matrix_conversion.h"
#include "validate/ops/pipe.h"
#include "validate/ops/pointer_conversion.h"
#include "validate/ops/primitive.h"
#include "validate/ops/size_of.h"
#include "validate/ops/small_types.h"
#include "validate/ssa/forward_reference.h"
#include "validate/ssa/ids.h"
#include "validate/ssa/operand_class.h"
#include "validate/ssa/phi.h"
#include "validate/ssa/uses.h"
#include "validate/types/booleans.h"
#include "validate/types/composites.h"
#include "validate/types/constants.h"
#include "validate/types/encodings.h"
#include "validate/types/literals.h"
#include "validate/types/scalars.h"
#include "validate/types/spec_constant_op.h"
#include "validate/types/tensors.h"
#include "validate/types/unique.h"

namespace plumb {
namespace {

constexpr const Family* kFamilies[] = {
    &kEnvironment,
    &kRequirements,
    &kExtendedSets,
    &kTypeWidths,
    &kSmallStorage,
    &kHalfBuffer,
    &kEnumerantIds,
    &kImageCapabilities,
    &kAtomicCapabilities,
    &kBuiltInAccess,
    &kVariablePointers,
    &kModuleLayout,
    &kFunctionLayout,
    &kBlockLayout,
    &kDebugInfoLayout,
    &kGraphLayout,
    &kIds,
    &kForwardReference,
    &kUses,
    &kOperandClass,
    &kPhi,
    &kScalarTypes,
    &kCompositeTypes,
    &kTensorTypes,
    &kUniqueTypes,
    &kFloatEncodings,
    &kBooleanObjects,
    &kLiteralNumbers,
    &kConstants,
    &kSpecConstantOp,
    &kBranches,
    &kTerminators,
    &kStructured,
    &kCaseOrder,
    &kReconvergence,
    &kBranchHints,
    &kLifetime,
    &kSignatures,
    &kCallPointers,
    &kEntryPoints,
    &kCallTree,
    &kStorageModels,
    &kInterfaces,
    &kModeOperandRules,
    &kModeModelRules,
    &kModeSetRules,
    &kAnnotation,
    &kDecorationTargets,
    &kLinkage,
    &kDebug,
    &kLimitRules,
    &kConversion,
    &kPointerConversion,
    &kBitcasts,
    &kMatrixConversion,
    &kMatrixArrays,
    &kComposite,
    &kCompositeConstruct,
    &kCopy,
    &kArithmetic,
    &kLinearAlgebra,
    &kDotProduct,
    &kCooperativeMatrix,
    &kBit,
    &kLogical,
    &kSmallTypes,
    &kDerivative,
    &kPrimitive,
    &kPipe,
    &kGraphRules,
    &kGraphDebugInfo,
    &kEncodedInterface,
    &kPoisonFreeze,
    &kIntegerFunctions,
    &kNarrowFloats,
    &kArbitraryPrecision,
    &kSizeOf,
    &kLongVector,
    &kHitObject,
    &kFloat8,
    &kCooperativeScope,
    &kShaderClock,
    &kMeshShading,
    &kRayTracing,
    &kRayQuery,
    &kCooperativeVector,
    &kCooperativeTensor,
    &kTensorAddressing,
    &kCooperativeMemory,
    &kHeapLayout,
    &kDescriptorHeap,
    &kTensorAccess,
    &kSubgroupRotate,
    &kRawAccessChain,
    &kPredicatedIo,
    &kExpectAssume,
    &kConstantData,
    &kAbort,
};

// What the binary reader finds in a module that it reads all the same.
constexpr absl::string_view kHarmlessForm[] = {
    "binary.header.schema-zero",
    "binary.string.zero-padded",
    "binary.string.utf8",
};

bool IsReaderRule(const Rule* rule) {
  const auto in = [rule](absl::Span<const Rule> table) {
    return absl::c_any_of(table, [&](const Rule& r) { return &r == rule; });
  };
  return in(kSyntaxRules) || in(kBinaryRules);
}

// Whether `vuid` ends with the number `digits`.
bool EndsWithNumber(absl::string_view vuid, absl::string_view digits) {
  constexpr size_t kFewest = 4;
  return digits.size() >= kFewest &&
         absl::c_all_of(digits, absl::ascii_isdigit) &&
         absl::EndsWith(vuid, digits);
}

}  // namespace

absl::Span<const Family* const> Families() { return kFamilies; }

std::vector<const Rule*> AllRules() {
  std::vector<const Rule*> rules;
  const auto add = [&rules](absl::Span<const Rule> table) {
    for (const Rule& rule : table) rules.push_back(&rule);
  };
  for (const Family* family : Families()) add(family->rules);
  add(kSyntaxRules);
  add(kBinaryRules);
  absl::c_stable_sort(
      rules, [](const Rule* a, const Rule* b) { return a->id < b->id; });
  return rules;
}

bool CanBeDisabled(const Rule& rule) {
  return !IsReaderRule(&rule) || absl::c_linear_search(kHarmlessForm, rule.id);
}

absl::string_view AreaOf(absl::string_view id) {
  return id.substr(0, id.find('.'));
}

std::vector<absl::string_view> AliasesOf(const Rule& rule) {
  return absl::StrSplit(rule.aliases, ' ', absl::SkipEmpty());
}

std::vector<const Rule*> FindRules(absl::string_view name) {
  std::vector<const Rule*> by_vuid;
  if (name.empty()) return by_vuid;
  for (const Rule* rule : AllRules()) {
    if (rule->id == name || absl::c_linear_search(AliasesOf(*rule), name)) {
      return {rule};
    }
    if (rule->vuid == name || EndsWithNumber(rule->vuid, name)) {
      by_vuid.push_back(rule);
    }
  }
  return by_vuid;
}

const Rule* FindRule(absl::string_view name) {
  const std::vector<const Rule*> rules = FindRules(name);
  return rules.empty() ? nullptr : rules.front();
}

std::string SuggestRule(absl::string_view name) {
  Suggestion suggestion(name);
  for (const Rule* rule : AllRules()) {
    suggestion.Offer(rule->id);
    for (absl::string_view alias : AliasesOf(*rule)) suggestion.Offer(alias);
    if (!rule->vuid.empty()) suggestion.Offer(rule->vuid);
  }
  return std::string(suggestion.best());
}

}  // namespace plumb
