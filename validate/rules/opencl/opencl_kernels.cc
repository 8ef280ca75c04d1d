// The types of kernel arguments that the host passes in OpenCL.
//
// All are warnings: extensions of OpenCL may allow others, and compilers pass
// structures in storage class Function, with arrays in them, which
// implementations accept.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/opencl/opencl_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    ExpectedInOpenCl("opencl.kernel-argument.type",
                     "in OpenCL, a kernel argument must not have type {0}"),
    ExpectedInOpenCl("opencl.kernel-argument.member-type",
                     "in OpenCL, a kernel argument must not be a structure "
                     "with members of type {0}"),
    PedanticInOpenCl("opencl.kernel-argument.storage-class",
                     "in OpenCL, a kernel argument should point into "
                     "CrossWorkgroup, Workgroup or UniformConstant, not {0}"),
});

constexpr StorageClass kClasses[] = {
    StorageClass::kCrossWorkgroup, StorageClass::kWorkgroup,
    StorageClass::kUniformConstant,
    // Those of an extension, which are subsets of CrossWorkgroup.
    StorageClass::kDeviceOnlyALTERA, StorageClass::kHostOnlyALTERA};
constexpr Op kOpaqueTypes[] = {Op::kTypePipe, Op::kTypeQueue};
constexpr uint32_t kWidths[] = {8, 16, 32, 64};

class KernelArguments {
 public:
  explicit KernelArguments(ModuleContext& context)
      : context_(context), module_(context.module()), types_(context.types()) {
    FindMembers();
  }

  void Check(const FunctionRange& kernel) {
    for (InstIndex i = kernel.first; i < kernel.last; ++i) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kLabel) return;
      if (inst.op() == Op::kFunctionParameter) CheckParameter(inst);
    }
  }

 private:
  // Finds for each structure a type that must not be a member, at any depth.
  // A structure follows those that it contains.
  void FindMembers() {
    wrong_members_.assign(types_.row_count(), kNoId);
    for (const Id type : types_.types()) {
      const TypeInfo& info = types_.Get(type);
      if (info.unknown() || !info.Is(tt::kStruct)) continue;
      for (uint32_t m = 0; m < info.count; ++m) {
        const Id wrong = WrongIn(types_.MemberOf(module_, type, m));
        if (wrong == kNoId) continue;
        wrong_members_[types_.RowOf(type)] = wrong;
        break;
      }
    }
  }

  Id WrongIn(Id member) const {
    const TypeInfo& info = types_.Get(member);
    if (info.unknown() || IsNumber(info)) return kNoId;
    if (info.Is(tt::kStruct)) return wrong_members_[types_.RowOf(member)];
    return info.Is(tt::kVector | tt::kAnyPointer) ? kNoId : member;
  }

  static bool IsNumber(const TypeInfo& info) {
    return info.Is(tt::kScalar) && info.Is(tt::kNumeric) &&
           absl::c_linear_search(kWidths, info.width);
  }

  bool IsAllowed(Id type, const TypeInfo& info) const {
    if (IsNumber(info)) return true;
    if (info.Is(tt::kOpaque)) {
      return absl::c_linear_search(kOpaqueTypes,
                                   module_.record(module_.def(type)).op);
    }
    return info.Is(tt::kVector | tt::kStruct | tt::kAnyPointer | tt::kSampler |
                   tt::kImage);
  }

  void CheckParameter(const Inst& parameter) {
    const Id type = parameter.result_type();
    const TypeInfo& info = types_.Get(type);
    const Place place =
        Place::At(parameter.index(), operand::FunctionParameter::kResultType);
    if (info.unknown()) return;
    if (!IsAllowed(type, info)) {
      context_.Report(R("opencl.kernel-argument.type"), place,
                      {Arg::Type(type)});
    } else if (info.Is(tt::kAnyPointer) &&
               !absl::c_linear_search(kClasses, info.storage_class)) {
      context_.Report(R("opencl.kernel-argument.storage-class"), place,
                      {NameOf(info.storage_class)});
    } else if (const Id wrong = wrong_members_[types_.RowOf(type)];
               wrong != kNoId) {
      context_.Report(R("opencl.kernel-argument.member-type"), place,
                      {Arg::Type(wrong)});
    }
  }

  ModuleContext& context_;
  const Module& module_;
  const TypeTable& types_;
  std::vector<Id> wrong_members_;  // by row of the structure
};

void CheckArguments(ModuleContext& context) {
  KernelArguments arguments(context);
  for (const EntryFunction& entry : context.entry_points().functions()) {
    const cfg::FunctionIndex f = context.FunctionOf(entry.function);
    if (f == cfg::kNoFunction ||
        !entry.models.Contains(ExecutionModel::kKernel)) {
      continue;
    }
    arguments.Check(context.module().functions()[f.value]);
  }
}

}  // namespace

extern constinit const Family kOpenclKernels(
    R, kModuleCheck<Phase::kSummaries, CheckArguments, Api::kOpenCl>);

}  // namespace plumb
