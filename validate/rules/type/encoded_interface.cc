// Floats of other encodings (SPV_KHR_bfloat16, SPV_EXT_float8,
// SPV_EXT_ocp_microscaling_types) must not be passed between stages.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr char kText[] =
    "{0} holds numbers of type {2}, so it must not be in storage class {1}";

constexpr RuleTable R({
    {"type.float.bfloat16-interface", "SPV_KHR_bfloat16", kText,
     "VUID-StandaloneSpirv-OpTypeFloat-10370", Severity::kError, kInVulkan},
    {"type.float.float8-interface", "SPV_EXT_float8", kText,
     "VUID-StandaloneSpirv-OpTypeFloat-10823", Severity::kError, kInVulkan},
});

void CheckVariable(const CheckContext& c) {
  constexpr OperandIndex kStorageClass = operand::Variable::kStorageClass;
  const auto storage = StorageClass{c.inst().operand_word(kStorageClass)};
  if (storage != StorageClass::kInput && storage != StorageClass::kOutput) {
    return;
  }
  const TypeTable& types = c.context().types();
  const Id object = c.result_type().element;
  if (!types.Get(object).Contains(type_part::kOtherFloat)) return;
  const Id held = types.FindPart(c.module(), object, type_part::kOtherFloat);
  if (!types.Get(held).Is(type_trait::kOtherEncoding)) return;
  c.Report(EncodingOf(c.context(), held) == FPEncoding::kBFloat16KHR
               ? R("type.float.bfloat16-interface")
               : R("type.float.float8-interface"),
           kStorageClass,
           {c.inst().result(),
            Arg::Enumerant(grammar::Kind::kStorageClass,
                           static_cast<uint32_t>(storage)),
            Arg::Type(held)})
      .Note("the type is declared here", Place::At(c.module().def(held)));
}

constexpr Check kChecks[] = {{Op::kVariable, CheckVariable,
                              Requires(TypesWith{type_part::kOtherFloat})}};

}  // namespace

extern constinit const Family kEncodedInterface(R, kChecks);

}  // namespace plumb
