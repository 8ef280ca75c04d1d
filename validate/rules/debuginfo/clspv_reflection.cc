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
#include "validate/rules/debuginfo/debug_forms.h"
#include "validate/rules/extinst/import_version.h"
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

// The operands of an instruction, one letter each; the last letter also
// applies to all further operands.
//   F  the function of a kernel      k  a Kernel instruction
//   c  a constant                    a  an ArgumentInfo instruction
//   d  data, an OpString             v  a variable
//   s  any other OpString
struct Layout {
  uint32_t since;  // a version
  absl::string_view operands;
};
// By number; the set begins with 1.
constexpr Layout kLayouts[] = {
    {0, ""},        {1, "Fsccs"},  // Kernel
    {1, "ssccc"},                  // ArgumentInfo
    {1, "kccca"},                  // ArgumentStorageBuffer
    {1, "kccca"},                  // ArgumentUniform
    {1, "kccccca"},                // ArgumentPodStorageBuffer
    {1, "kccccca"},                // ArgumentPodUniform
    {1, "kccca"},                  // ArgumentPodPushConstant
    {1, "kccca"},                  // ArgumentSampledImage
    {1, "kccca"},                  // ArgumentStorageImage
    {1, "kccca"},                  // ArgumentSampler
    {1, "kccca"},                  // ArgumentWorkgroup
    {1, "ccc"},                    // SpecConstantWorkgroupSize
    {1, "ccc"},                    // SpecConstantGlobalOffset
    {1, "c"},                      // SpecConstantWorkDim
    {1, "cc"},                     // PushConstantGlobalOffset
    {1, "cc"},                     // PushConstantEnqueuedLocalSize
    {1, "cc"},                     // PushConstantGlobalSize
    {1, "cc"},                     // PushConstantRegionOffset
    {1, "cc"},                     // PushConstantNumWorkgroups
    {1, "cc"},                     // PushConstantRegionGroupOffset
    {1, "ccd"},                    // ConstantDataStorageBuffer
    {1, "ccd"},                    // ConstantDataUniform
    {1, "ccc"},                    // LiteralSampler
    {1, "kccc"},                   // PropertyRequiredWorkgroupSize
    {2, "c"},                      // SpecConstantSubgroupMaxSize
    {3, "kccca"},                  // ArgumentPointerPushConstant
    {3, "kccccca"},                // ArgumentPointerUniform
    {3, "ccd"},                    // ProgramScopeVariablesStorageBuffer
    {3, "ccc"},                    // ProgramScopeVariablePointerRelocation
    {3, "kccc"},                   // ImageArgumentInfoChannelOrderPushConstant
    {3, "kccc"},    // ImageArgumentInfoChannelDataTypePushConstant
    {3, "kccccc"},  // ImageArgumentInfoChannelOrderUniform
    {3, "kccccc"},  // ImageArgumentInfoChannelDataTypeUniform
    {4, "kccca"},   // ArgumentStorageTexelBuffer
    {4, "kccca"},   // ArgumentUniformTexelBuffer
    {5, "ccd"},     // ConstantDataPointerPushConstant
    {5, "ccd"},     // ProgramScopeVariablePointerPushConstant
    {5, "csc"},     // PrintfInfo
    {5, "ccc"},     // PrintfBufferStorageBuffer
    {5, "ccc"},     // PrintfBufferPointerPushConstant
    {6, "kccc"},    // NormalizedSamplerMaskPushConstant
    {7, "vc"},      // WorkgroupVariableSize
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
         c.context().types().Of(c.module(), id).storage_class ==
             StorageClass::kWorkgroup;
}

bool IsKernelFunction(const CheckContext& c, Id id) {
  return IsDefinedBy(c.module(), id, Op::kFunction) &&
         !c.context().entry_points().Of(id).entry_points.empty();
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

// The rule that an operand violates, by its letter; null if it is valid.
const Rule* BrokenRule(const CheckContext& c, OperandIndex operand,
                       char letter) {
  const Id id = c.inst().id(operand);
  const auto unless = [](bool right, const Rule& rule) {
    return right ? nullptr : &rule;
  };
  switch (letter) {
    case 'F':
      return unless(IsKernelFunction(c, id),
                    R("debuginfo.clspvreflection.kernel-function"));
    case 'k':
      return unless(IsReflection(c, id, Reflection::kKernel),
                    R("debuginfo.clspvreflection.kernel-operand"));
    case 'a':
      return unless(IsReflection(c, id, Reflection::kArgumentInfo),
                    R("debuginfo.clspvreflection.arginfo-operand"));
    case 'd':
      return unless(IsDefinedBy(c.module(), id, Op::kString),
                    R("debuginfo.clspvreflection.data-string"));
    case 's':
      return unless(IsDefinedBy(c.module(), id, Op::kString),
                    StringRule(c, operand));
    case 'v':
      return unless(
          IsWorkgroupVariable(c, id),
          R("debuginfo.clspvreflection.workgroupvariablesize-variable"));
    default:
      return unless(IsConstant(c, id), R("debuginfo.clspvreflection.constant"));
  }
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
bool CheckOperands(const CheckContext& c, absl::string_view letters) {
  constexpr auto kFirst = operand::ExtInst::kOperands;
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o))) continue;
    const InstIndex def = c.module().def(c.inst().id(o));
    if (def == kNoInst) continue;  // reported by another rule
    const char letter =
        letters[std::min<size_t>(o - kFirst, letters.size() - 1)];
    if (const Rule* rule = BrokenRule(c, o, letter); rule != nullptr) {
      c.Report(*rule, o, {c.inst().id(o), Arg::Operand(c.inst(), o)});
      return false;
    }
    if (def > c.index()) {
      c.Report(R("debuginfo.clspvreflection.no-forward-reference"), o,
               {c.inst().id(o)});
    }
    if (letter == 'd') CheckHexadecimal(c, o);
  }
  return true;
}

void CheckEntryPoints(const CheckContext& c) {
  const Id function = c.inst().id(kFunction);
  const EntryFunction entry = c.context().entry_points().Of(function);
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
