// NonSemantic.ClspvReflection: the description of kernels by compilers of
// OpenCL C for Vulkan.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "grammar/ext_inst_enums.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/import_version.h"
#include "validate/facts/kind_list.h"
#include "validate/rules/debuginfo/debug_forms.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using Reflection = grammar::NonSemanticClspvReflection;
namespace kernel = grammar::ext_operand::NonSemanticClspvReflection::Kernel;
namespace printf_info =
    grammar::ext_operand::NonSemanticClspvReflection::PrintfInfo;

constexpr char kSection[] = "NonSemantic.ClspvReflection 3";
constexpr char kString[] = "{1} must be an OpString, not {0}";

constexpr RuleTable R({
    {"debuginfo.clspvreflection.version", "NonSemantic.ClspvReflection 2",
     "the version of the set must be from 1 to 7, not {0}"},
    {"debuginfo.clspvreflection.instruction-version", kSection,
     "this instruction requires version {0} of the set, but this is version "
     "{1}"},
    {"debuginfo.clspvreflection.kernel-operand-version", kSection,
     "{0} requires version 5 of the set, but this is version {1}"},
    {"debuginfo.clspvreflection.result-type", kSection,
     "the result type must be void, not {0}"},
    {"debuginfo.clspvreflection.no-forward-reference", kSection,
     "{0} must be defined before it is used here"},
    ReliesOn(
        kEntryPointOps,
        {"debuginfo.clspvreflection.kernel-function", kSection,
         "operand Kernel must be the function of an entry point, not {0}"}),
    {"debuginfo.clspvreflection.kernel-glcompute", kSection,
     "operand Kernel must be a function of entry points of execution model "
     "GLCompute, but {0} has one of {1}"},
    {"debuginfo.clspvreflection.kernel-name-string", kSection, kString},
    {"debuginfo.clspvreflection.kernel-name-match", kSection,
     "operand Name must be the name of an entry point of {0}"},
    {"debuginfo.clspvreflection.kernel-flags-value", kSection,
     "operand Flags should be 0 or 1, not {0}", "", Severity::kWarning},
    {"debuginfo.clspvreflection.kernel-attributes-string", kSection, kString},
    {"debuginfo.clspvreflection.argumentinfo-strings", kSection, kString},
    {"debuginfo.clspvreflection.constant", kSection,
     "{1} must be an unsigned 32-bit OpConstant, not {0}"},
    {"debuginfo.clspvreflection.kernel-operand", kSection,
     "{1} must be a Kernel instruction of the same import, not {0}"},
    {"debuginfo.clspvreflection.arginfo-operand", kSection,
     "{1} must be an ArgumentInfo instruction of the same import, not {0}"},
    {"debuginfo.clspvreflection.data-string", kSection, kString},
    // The text does not specify the form.
    {"debuginfo.clspvreflection.data-hexbytes", kSection,
     "the string should consist of pairs of hexadecimal digits", "",
     Severity::kWarning},
    {"debuginfo.clspvreflection.printfinfo-format-string", kSection, kString},
    {"debuginfo.clspvreflection.workgroupvariablesize-variable", kSection,
     "{1} must be an OpVariable in Workgroup, not {0}"},
    {"debuginfo.clspvreflection.printfinfo-id-unique", kSection,
     "another PrintfInfo already has PrintfID {0}"},
    // Sizes have no meaning for strings that are not formats, and formats
    // cannot be recognized.
    {"debuginfo.clspvreflection.printfinfo-argument-size", kSection,
     "the size of an argument should be at least 4, not {0}", "",
     Severity::kWarning},
});

// The role of an operand.
enum class Role : uint8_t {
  kFunction,  // of a kernel
  kKernel,    // a Kernel instruction
  kConstant,
  kArgumentInfo,  // an ArgumentInfo instruction
  kData,          // an OpString with data
  kString,        // another OpString
  kVariable,
};
using Roles = KindList<Role, 7>;

// Groups of operands.
constexpr Roles kOneConstant = {Role::kConstant};
constexpr Roles kTwoConstants = {Role::kConstant, Role::kConstant};
constexpr Roles kThreeConstants = {Role::kConstant, Role::kConstant,
                                   Role::kConstant};
constexpr Roles kTwoConstantsAndData = {Role::kConstant, Role::kConstant,
                                        Role::kData};
constexpr Roles kThreeOfKernel = {Role::kKernel, Role::kConstant,
                                  Role::kConstant, Role::kConstant};
constexpr Roles kFiveOfKernel = {Role::kKernel,   Role::kConstant,
                                 Role::kConstant, Role::kConstant,
                                 Role::kConstant, Role::kConstant};
constexpr Roles kThreeOfArgument = {Role::kKernel, Role::kConstant,
                                    Role::kConstant, Role::kConstant,
                                    Role::kArgumentInfo};
constexpr Roles kFiveOfArgument = {
    Role::kKernel,   Role::kConstant, Role::kConstant,    Role::kConstant,
    Role::kConstant, Role::kConstant, Role::kArgumentInfo};
// The last role is also that of all further operands.
struct Layout {
  uint32_t since;  // a version
  Roles operands;
};
// By number; the set begins with 1.
constexpr Layout kLayouts[] = {
    {0, {}},
    {1,
     {Role::kFunction, Role::kString, Role::kConstant, Role::kConstant,
      Role::kString}},  // Kernel
    {1,
     {Role::kString, Role::kString, Role::kConstant, Role::kConstant,
      Role::kConstant}},        // ArgumentInfo
    {1, kThreeOfArgument},      // ArgumentStorageBuffer
    {1, kThreeOfArgument},      // ArgumentUniform
    {1, kFiveOfArgument},       // ArgumentPodStorageBuffer
    {1, kFiveOfArgument},       // ArgumentPodUniform
    {1, kThreeOfArgument},      // ArgumentPodPushConstant
    {1, kThreeOfArgument},      // ArgumentSampledImage
    {1, kThreeOfArgument},      // ArgumentStorageImage
    {1, kThreeOfArgument},      // ArgumentSampler
    {1, kThreeOfArgument},      // ArgumentWorkgroup
    {1, kThreeConstants},       // SpecConstantWorkgroupSize
    {1, kThreeConstants},       // SpecConstantGlobalOffset
    {1, kOneConstant},          // SpecConstantWorkDim
    {1, kTwoConstants},         // PushConstantGlobalOffset
    {1, kTwoConstants},         // PushConstantEnqueuedLocalSize
    {1, kTwoConstants},         // PushConstantGlobalSize
    {1, kTwoConstants},         // PushConstantRegionOffset
    {1, kTwoConstants},         // PushConstantNumWorkgroups
    {1, kTwoConstants},         // PushConstantRegionGroupOffset
    {1, kTwoConstantsAndData},  // ConstantDataStorageBuffer
    {1, kTwoConstantsAndData},  // ConstantDataUniform
    {1, kThreeConstants},       // LiteralSampler
    {1, kThreeOfKernel},        // PropertyRequiredWorkgroupSize
    {2, kOneConstant},          // SpecConstantSubgroupMaxSize
    {3, kThreeOfArgument},      // ArgumentPointerPushConstant
    {3, kFiveOfArgument},       // ArgumentPointerUniform
    {3, kTwoConstantsAndData},  // ProgramScopeVariablesStorageBuffer
    {3, kThreeConstants},       // ProgramScopeVariablePointerRelocation
    {3, kThreeOfKernel},        // ImageArgumentInfoChannelOrderPushConstant
    {3, kThreeOfKernel},        // ImageArgumentInfoChannelDataTypePushConstant
    {3, kFiveOfKernel},         // ImageArgumentInfoChannelOrderUniform
    {3, kFiveOfKernel},         // ImageArgumentInfoChannelDataTypeUniform
    {4, kThreeOfArgument},      // ArgumentStorageTexelBuffer
    {4, kThreeOfArgument},      // ArgumentUniformTexelBuffer
    {5, kTwoConstantsAndData},  // ConstantDataPointerPushConstant
    {5, kTwoConstantsAndData},  // ProgramScopeVariablePointerPushConstant
    {5, {Role::kConstant, Role::kString, Role::kConstant}},  // PrintfInfo
    {5, kThreeConstants},  // PrintfBufferStorageBuffer
    {5, kThreeConstants},  // PrintfBufferPointerPushConstant
    {6, kThreeOfKernel},   // NormalizedSamplerMaskPushConstant
    {7, {Role::kVariable, Role::kConstant}},  // WorkgroupVariableSize
};
constexpr uint32_t kLatestVersion = 7;
static_assert(std::size(kLayouts) ==
              static_cast<size_t>(Reflection::kWorkgroupVariableSize) + 1);

constexpr auto kNumbers = [] {
  std::array<uint32_t, std::size(kLayouts) - 1> numbers{};
  for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i + 1;
  return numbers;
}();
constexpr Instructions kAll = {ExtInstSet::kNonSemanticClspvReflection,
                               kNumbers};

constexpr OperandRule kOperandRules[] = {
    {kAll,
     operand::ExtInst::kResultType,
     {.shape = tt::kVoid},
     &R("debuginfo.clspvreflection.result-type")},
};

constexpr OperandIndex kSet = operand::ExtInst::kSet;
// Operands of Kernel.
constexpr OperandIndex kFunction = kernel::kKernel;
constexpr OperandIndex kName = kernel::kName;
constexpr grammar::OptionalOperandIndex kNumArguments = kernel::kNumArguments;
constexpr grammar::OptionalOperandIndex kFlags = kernel::kFlags;

Reflection NumberOf(const Inst& inst) {
  return Reflection{inst.operand_word(operand::ExtInst::kInstruction)};
}

void CheckImport(const CheckContext& c) {
  const Id set = c.inst().result();
  if (c.module().imported_set(c.index()) !=
      ExtInstSet::kNonSemanticClspvReflection) {
    return;
  }
  const absl::string_view name = ImportName(c.module(), set);
  const std::optional<uint32_t> version = VersionIn(name);
  if (version && *version >= 1 && *version <= kLatestVersion) return;
  c.Report(R("debuginfo.clspvreflection.version"),
           operand::ExtInstImport::kName, {VersionArgument(name)});
}

// Whether an <id> is such an instruction of the import that `c` uses.
bool IsReflection(const CheckContext& c, Id id, Reflection number) {
  if (!IsDefinedBy(c.module(), id, Op::kExtInst)) return false;
  const Inst inst = c.module().inst(c.module().def(id));
  return inst.operand_count() > operand::ExtInst::kInstruction &&
         inst.id(kSet) == c.inst().id(kSet) && NumberOf(inst) == number;
}

bool IsConstant(const CheckContext& c, Id id) {
  return IsDefinedBy(c.module(), id, Op::kConstant) &&
         Fits(c.context(), Unsigned(kInt32), c.module().type_of(id));
}

bool IsWorkgroupVariable(const CheckContext& c, Id id) {
  return IsDefinedBy(c.module(), id, Op::kVariable) &&
         c.context().types().TypeOf(c.module(), id).storage_class ==
             StorageClass::kWorkgroup;
}

bool IsKernelFunction(const CheckContext& c, Id id) {
  return IsDefinedBy(c.module(), id, Op::kFunction) &&
         !c.context().entry_points().Get(id).entry_points.empty();
}

// The rule of strings that are not data.
const Rule& StringRule(const CheckContext& c, OperandIndex operand) {
  switch (NumberOf(c.inst())) {
    case Reflection::kKernel:
      return operand == kName
                 ? R("debuginfo.clspvreflection.kernel-name-string")
                 : R("debuginfo.clspvreflection.kernel-attributes-string");
    case Reflection::kArgumentInfo:
      return R("debuginfo.clspvreflection.argumentinfo-strings");
    default:
      return R("debuginfo.clspvreflection.printfinfo-format-string");
  }
}

// The rule that an operand violates, by its role; null if it is valid.
const Rule* BrokenRule(const CheckContext& c, OperandIndex operand, Role role) {
  const Id id = c.inst().id(operand);
  const auto unless = [](bool right, const Rule& rule) {
    return right ? nullptr : &rule;
  };
  switch (role) {
    case Role::kFunction:
      return unless(IsKernelFunction(c, id),
                    R("debuginfo.clspvreflection.kernel-function"));
    case Role::kKernel:
      return unless(IsReflection(c, id, Reflection::kKernel),
                    R("debuginfo.clspvreflection.kernel-operand"));
    case Role::kArgumentInfo:
      return unless(IsReflection(c, id, Reflection::kArgumentInfo),
                    R("debuginfo.clspvreflection.arginfo-operand"));
    case Role::kData:
      return unless(IsDefinedBy(c.module(), id, Op::kString),
                    R("debuginfo.clspvreflection.data-string"));
    case Role::kString:
      return unless(IsDefinedBy(c.module(), id, Op::kString),
                    StringRule(c, operand));
    case Role::kVariable:
      return unless(
          IsWorkgroupVariable(c, id),
          R("debuginfo.clspvreflection.workgroupvariablesize-variable"));
    case Role::kConstant:
      return unless(IsConstant(c, id), R("debuginfo.clspvreflection.constant"));
  }
  return nullptr;
}

void CheckHexadecimal(const CheckContext& c, OperandIndex operand) {
  const absl::string_view data = StringAt(c, operand).value_or("");
  const bool right =
      data.size() % 2 == 0 && absl::c_all_of(data, [](unsigned char digit) {
        return absl::ascii_isxdigit(digit);
      });
  if (!right) c.Report(R("debuginfo.clspvreflection.data-hexbytes"), operand);
}

// Checks the operands of an instruction in the version; true if all are valid.
bool CheckOperands(const CheckContext& c, const Roles& roles) {
  constexpr auto kFirst = operand::ExtInst::kOperands;
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o))) continue;
    const InstIndex def = c.module().def(c.inst().id(o));
    if (def == kNoInst) continue;  // reported by another rule
    const Role role = roles[std::min<size_t>(o - kFirst, roles.size() - 1)];
    if (const Rule* rule = BrokenRule(c, o, role); rule != nullptr) {
      c.Report(*rule, o, {c.inst().id(o), Arg::Operand(c.inst(), o)});
      return false;
    }
    if (def > c.index()) {
      c.Report(R("debuginfo.clspvreflection.no-forward-reference"), o,
               {c.inst().id(o)});
    }
    if (role == Role::kData) CheckHexadecimal(c, o);
  }
  return true;
}

void CheckEntryPoints(const CheckContext& c) {
  const Id function = c.inst().id(kFunction);
  const EntryFunction entry = c.context().entry_points().Get(function);
  const EntryPointRow* const other =
      entry.FindEntryPoint(~ModelSet(ExecutionModel::kGLCompute));
  if (other != nullptr) {
    c.Report(R("debuginfo.clspvreflection.kernel-glcompute"), kFunction,
             {function, Arg::Enumerant(Kind::kExecutionModel, other->model)});
    return;
  }
  const std::optional<absl::string_view> name = StringAt(c, kName);
  if (!name) return;  // reported by another rule
  const bool matches =
      absl::c_any_of(entry.entry_points, [&](const EntryPointRow& row) {
        return EntryPoint(c.module(), row.at).name() == *name;
      });
  if (!matches) {
    c.Report(R("debuginfo.clspvreflection.kernel-name-match"), kName,
             {function});
  }
}

void CheckKernel(const CheckContext& c, uint32_t version) {
  CheckEntryPoints(c);
  const uint32_t count = c.inst().operand_count();
  if (count > kNumArguments && version < 5) {
    c.Report(R("debuginfo.clspvreflection.kernel-operand-version"),
             kNumArguments, {Arg::Operand(c.inst(), kNumArguments), version});
  }
  const auto operand = c.inst().Find(kFlags);
  if (!operand) return;
  const auto flags = FixedValue(c, c.inst().id(*operand));
  if (flags && *flags > 1) {
    c.Report(R("debuginfo.clspvreflection.kernel-flags-value"), *operand,
             {*flags});
  }
}

void CheckPrintf(const CheckContext& c) {
  constexpr uint32_t kMinSize = 4;
  constexpr grammar::OptionalOperandIndex kSizes = printf_info::kArgumentSizes;
  for (OperandIndex o = kSizes; o < c.inst().operand_count(); ++o) {
    const auto size = FixedValue(c, c.inst().id(o));
    if (!size || *size >= kMinSize) continue;
    c.Report(R("debuginfo.clspvreflection.printfinfo-argument-size"), o,
             {*size});
    return;
  }
}

void CheckReflection(const CheckContext& c) {
  const Reflection number = NumberOf(c.inst());
  const Layout& layout = kLayouts[static_cast<size_t>(number)];
  const uint32_t version = VersionIn(ImportName(c.module(), c.inst().id(kSet)))
                               .value_or(kLatestVersion);
  if (version < layout.since) {
    c.Report(R("debuginfo.clspvreflection.instruction-version"),
             operand::ExtInst::kInstruction, {layout.since, version});
    return;
  }
  if (!CheckOperands(c, layout.operands)) return;
  if (number == Reflection::kKernel && c.inst().operand_count() > kName) {
    CheckKernel(c, version);
  } else if (number == Reflection::kPrintfInfo) {
    CheckPrintf(c);
  }
}

// --- Strings of printf ---

constexpr OperandIndex kPrintfId = printf_info::kPrintfID;

struct PrintfId {
  uint32_t value;
  InstIndex at;
};

// The PrintfInfo instructions of a module, all of which are outside functions.
class PrintfIds {
 public:
  explicit PrintfIds(const ModuleContext& context) : context_(context) {
    InstIndex begin(0);
    for (const FunctionRange& function : context.module().functions()) {
      Collect(begin, function.first);
      begin = function.last;
    }
    Collect(begin, InstIndex(context.module().size()));
    absl::c_sort(ids_, [](const PrintfId& a, const PrintfId& b) {
      return std::tie(a.value, a.at) < std::tie(b.value, b.at);
    });
  }

  // Sorted by id; equal ids in module order.
  absl::Span<const PrintfId> sorted() const { return ids_; }

 private:
  void Collect(InstIndex begin, InstIndex end) {
    const Module& module = context_.module();
    for (InstIndex i = begin; i < end; ++i) {
      const Inst inst = module.inst(i);
      if (inst.op() != Op::kExtInst || inst.operand_count() <= kPrintfId ||
          inst.ext_inst_set() != ExtInstSet::kNonSemanticClspvReflection ||
          NumberOf(inst) != Reflection::kPrintfInfo) {
        continue;
      }
      const auto value = FixedValue(context_, inst.id(kPrintfId));
      if (value) ids_.push_back({*value, i});
    }
  }

  const ModuleContext& context_;
  std::vector<PrintfId> ids_;
};

void CheckPrintfIds(ModuleContext& context) {
  const PrintfIds ids(context);
  for (size_t i = 1; i < ids.sorted().size(); ++i) {
    const PrintfId& before = ids.sorted()[i - 1];
    const PrintfId& id = ids.sorted()[i];
    if (before.value != id.value) continue;
    context
        .Report(R("debuginfo.clspvreflection.printfinfo-id-unique"),
                Place::At(id.at, kPrintfId), {id.value})
        .Note("it is here", Place::At(before.at));
  }
}

constexpr Check kChecks[] = {{Op::kExtInstImport, CheckImport},
                             {kAll, CheckReflection}};

}  // namespace

extern constinit const Family kClspvReflection(
    R,
    kModuleCheck<Phase::kSummaries, CheckPrintfIds,
                 ExtInstSet::kNonSemanticClspvReflection>,
    kChecks, kOperandRules);

}  // namespace plumb
