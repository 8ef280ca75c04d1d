// Constants that are arrays of raw data (SPV_KHR_constant_data), and the
// decoration that calls such an array a string.
//
// Tested by testdata/rule_test.cc.
#include "absl/container/flat_hash_map.h"
#include "core/constant.h"
#include "validate/analysis/decorated.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Decoration;
using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_constant_data";

constexpr RuleTable R({
    {"const.constantdata.result-type", kSection,
     "the result type must be an array of integers, not {0}"},
    {"const.constantdata.word-count", kSection,
     "{0} takes {2} words of data, but there are {1}"},
    {"const.constantdata.no-stride", kSection,
     "the result type, {0}, must not have an ArrayStride"},
    Malformed({"decoration.utfencoded.target", kSection,
               "only arrays of 8-bit integers take UTFEncodedKHR, not {0}"}),
});

constexpr Op kOps[] = {Op::kConstantDataKHR, Op::kSpecConstantDataKHR};
constexpr uint32_t kFirstData = 3;  // word

bool IsIntArray(const TypeTable& types, const TypeInfo& type) {
  return type.Is(tt::kArray) &&
         types.Get(type.element).IsAll(tt::kScalar | tt::kInt);
}

void CheckData(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (IsUnknown(type)) return;
  const TypeTable& types = c.context().types();
  if (!IsIntArray(types, type)) {
    ReportType(c, R("const.constantdata.result-type"), 0, type_id);
    c.PoisonResult();
    return;
  }
  // The data is that of the length as it stands; both are specialized together.
  const Inst array = c.module().inst(c.module().def(type_id));
  const ScalarConstant length = c.context().constants().Scalar(array.id(2));
  if (!length.known || length.value < 0 || length.value > UINT32_MAX) return;
  const uint64_t bits =
      static_cast<uint64_t>(length.value) * types.Get(type.element).width;
  const uint64_t words = (bits + 31) / 32;
  const uint32_t given = c.inst().word_count() - kFirstData;
  if (words == given) return;
  c.Report(R("const.constantdata.word-count"), Place::kWhole,
           {Arg::Type(type_id), given, words})
      .Note("the type is declared here", Place::At(array.index()));
  c.PoisonResult();
}

// Decorations of the types of data.
void CheckTypes(ModuleContext& context) {
  if (!context.Has(Capability::kConstantDataKHR)) return;
  const Module& module = context.module();
  const TypeTable& types = context.types();
  absl::flat_hash_map<uint32_t, InstIndex> strides;  // by id of the type
  ForEachDecorated(module, Decoration::kArrayStride,
                   [&](Id type, const Inst& inst) {
                     strides.emplace(type.value, inst.index());
                   });
  ForEachDecorated(
      module, Decoration::kUTFEncodedKHR, [&](Id id, const Inst& inst) {
        const TypeInfo& type = types.Get(id);
        if (type.traits == tt::kPoisoned ||
            (IsIntArray(types, type) && types.Get(type.element).width == 8)) {
          return;
        }
        context
            .Report(R("decoration.utfencoded.target"),
                    Place::At(inst.index(), 0), {id})
            .Note("it is defined here", Place::At(module.def(id)));
      });
  if (strides.empty()) return;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Op op = module.record(i).op;
    if (op != Op::kConstantDataKHR && op != Op::kSpecConstantDataKHR) continue;
    const Id type = module.inst(i).result_type();
    const auto stride = strides.find(type.value);
    if (stride == strides.end()) continue;
    context
        .Report(R("const.constantdata.no-stride"), Place::At(i, 0),
                {Arg::Type(type)})
        .Note("it is stated here", Place::At(stride->second));
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTypes}};
constexpr Check kChecks[] = {{kOps, CheckData}};

}  // namespace

extern constinit const Family kConstantData = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb
