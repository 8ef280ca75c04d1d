// The storage class and the types of OpenCL's built-in variables.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opencl/opencl_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    OfOpenCl("opencl.built-in.storage-class",
             "in OpenCL, built-in {0} must be in storage class Input, not {1}"),
    OfOpenCl("opencl.built-in.type",
             "in OpenCL, built-in {0} must be {1}, not {2}"),
});

// Width 0 represents numbers as wide as the addresses of the addressing model.
struct BuiltInSize {
  BuiltIn builtin;
  uint32_t width;
  uint32_t count;
};
constexpr BuiltInSize kSizes[] = {
    {BuiltIn::kWorkDim, 32, 1},
    {BuiltIn::kGlobalSize, 0, 3},
    {BuiltIn::kGlobalInvocationId, 0, 3},
    {BuiltIn::kWorkgroupSize, 0, 3},
    {BuiltIn::kEnqueuedWorkgroupSize, 0, 3},
    {BuiltIn::kLocalInvocationId, 0, 3},
    {BuiltIn::kNumWorkgroups, 0, 3},
    {BuiltIn::kWorkgroupId, 0, 3},
    {BuiltIn::kGlobalOffset, 0, 3},
    {BuiltIn::kGlobalLinearId, 0, 1},
    {BuiltIn::kLocalInvocationIndex, 0, 1},
    {BuiltIn::kSubgroupSize, 32, 1},
    {BuiltIn::kSubgroupMaxSize, 32, 1},
    {BuiltIn::kNumSubgroups, 32, 1},
    {BuiltIn::kNumEnqueuedSubgroups, 32, 1},
    {BuiltIn::kSubgroupId, 32, 1},
    {BuiltIn::kSubgroupLocalInvocationId, 32, 1},
    {BuiltIn::kSubgroupEqMask, 32, 4},
    {BuiltIn::kSubgroupGeMask, 32, 4},
    {BuiltIn::kSubgroupGtMask, 32, 4},
    {BuiltIn::kSubgroupLeMask, 32, 4},
    {BuiltIn::kSubgroupLtMask, 32, 4},
};

// The description in a message.
absl::string_view TextOf(uint32_t width, uint32_t count) {
  switch (count) {
    case 3:
      return width == 32 ? "a vector of three 32-bit integers"
                         : "a vector of three 64-bit integers";
    case 4:
      return "a vector of four 32-bit integers";
    default:
      return width == 32 ? "a 32-bit integer" : "a 64-bit integer";
  }
}

class BuiltIns {
 public:
  explicit BuiltIns(ModuleContext& context) : context_(context) {
    const MemoryModel& model = context.memory_model();
    if (model.known() && model.all_physical()) {
      address_width_ = model.address_width();
    }
  }

  void Check(const Decorated& d) {
    const Module& module = context_.module();
    const auto builtin = BuiltInOf(module, d);
    const InstIndex def = module.def(d.target);
    if (!builtin || def == kNoInst || d.member != kNoMember ||
        !Is(module.record(def).op, OpTrait::kVariable)) {
      return;
    }
    const Arg name = Arg::Enumerant(Kind::kBuiltIn, *builtin);
    const StorageClass storage =
        context_.types().TypeOf(module, d.target).storage_class;
    if (storage != StorageClass::kInput && storage != kNoStorageClass) {
      context_
          .Report(R("opencl.built-in.storage-class"), PlaceOfBuiltIn(d),
                  {name, NameOf(storage)})
          .Note("the variable is declared here", Place::At(def));
    }
    for (const BuiltInSize& row : kSizes) {
      if (row.builtin == *builtin) CheckSize(d, row, name);
    }
  }

 private:
  void CheckSize(const Decorated& d, const BuiltInSize& row, Arg name) {
    const uint32_t width = row.width != 0 ? row.width : address_width_;
    const Id held = ObjectTypeOf(context_, d.target);
    const TypePattern pattern = row.count == 1
                                    ? Scalar(tt::kInt, width)
                                    : Vector(tt::kInt, width, row.count);
    if (width == 0 || held == kNoId || Fits(context_, pattern, held)) return;
    context_
        .Report(R("opencl.built-in.type"), PlaceOfBuiltIn(d),
                {name, TextOf(width, row.count), Arg::Type(held)})
        .Note("the variable is declared here",
              Place::At(context_.module().def(d.target)));
  }

  ModuleContext& context_;
  uint32_t address_width_ = 0;  // 0: unknown
};

void CheckBuiltIns(ModuleContext& context) {
  BuiltIns built_ins(context);
  context.decorations().ForEach(
      Decoration::kBuiltIn, [&](const Decorated& d) { built_ins.Check(d); });
}

}  // namespace

extern constinit const Family kOpenclBuiltins(
    R, kModuleCheck<Phase::kSummaries, CheckBuiltIns, Api::kOpenCl,
                    Decoration::kBuiltIn>);

}  // namespace plumb
