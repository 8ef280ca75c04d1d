// Variables whose size depends on specialization (SPIR-V environment of
// Vulkan).  An array or vector of such a size must be the whole variable, or
// be in a storage class whose layout is not visible outside the module.
//
// Only modules with such types are walked, types first.  Parts are declared
// before the whole, so one pass finds the types that contain them.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kText[] =
    "{0}, in storage class {1}, holds {2}, whose size depends on "
    "specialization";

constexpr RuleTable R({
    {"memory.variable.specialized-array", kVulkan, kText,
     "VUID-StandaloneSpirv-Function-04681", Severity::kError, kInVulkan},
    {"memory.variable.specialized-vector", kVulkan, kText,
     "VUID-StandaloneSpirv-Function-12294", Severity::kError, kInVulkan},
});

// Whether the size of a type is an <id> of a constant that can be specialized.
bool IsSpecialized(const ModuleContext& context, Id type) {
  const Inst inst = context.module().inst(context.module().def(type));
  OperandIndex size = 0;
  if (inst.op() == Op::kTypeArray) {
    size = operand::TypeArray::kLength;
  } else if (inst.op() == Op::kTypeVectorIdEXT) {
    size = operand::TypeVectorIdEXT::kComponentCount;
  } else {
    return false;
  }
  const InstIndex def = context.module().def(inst.id(size));
  return def != kNoInst &&
         (IsSpecConstant(context.module().record(def).op) ||
          context.module().record(def).op == Op::kSpecConstantOp);
}

class Sizes {
 public:
  explicit Sizes(ModuleContext& context)
      : context_(context), types_(context.types()) {}

  // False if no type has such a size.
  bool Find() {
    for (const Id type : types_.types()) {
      const Id within = PartOf(type);
      const bool is_one = IsSpecialized(context_, type);
      if (within == kNoId && !is_one) continue;
      if (found_.empty()) found_.resize(context_.module().id_bound());
      found_[type.value] = {is_one ? type : within, within};
    }
    return !found_.empty();
  }

  void CheckVariable(const Inst& variable) {
    const Id pointer = variable.result_type();
    const StorageClass storage = types_.Get(pointer).storage_class;
    const Id type = ObjectTypeOf(context_, variable.result());
    if (type.value >= found_.size() || MayHoldAny(storage, type)) return;
    Id part = found_[type.value].within;
    // The outer array has one element for each vertex.
    if (IsInterface(storage) && types_.Get(type).Is(tt::kArray) &&
        part == types_.Get(type).element) {
      part = found_[part.value].within;
    }
    if (part == kNoId) return;
    const bool is_array = types_.Get(part).Is(tt::kArray);
    context_
        .Report(is_array ? R("memory.variable.specialized-array")
                         : R("memory.variable.specialized-vector"),
                Place::At(variable.index()),
                {variable.result(), NameOf(storage), Arg::Type(part)})
        .Note("it is declared here", Place::At(context_.module().def(part)));
  }

 private:
  struct Found {
    Id any;     // the type itself, or a type within it
    Id within;  // a type within it
  };

  Id AnyIn(Id type) const {
    return type.value < found_.size() ? found_[type.value].any : kNoId;
  }

  // Such a type among the parts of another type, or kNoId.
  Id PartOf(Id type) const {
    const TypeInfo& info = types_.Get(type);
    if (info.poisoned()) return kNoId;
    if (info.Is(tt::kArray | tt::kRuntimeArray)) return AnyIn(info.element);
    if (!info.Is(tt::kStruct)) return kNoId;
    for (uint32_t m = 0; m < info.count; ++m) {
      const Id part = AnyIn(types_.MemberOf(context_.module(), type, m));
      if (part != kNoId) return part;
    }
    return kNoId;
  }

  static bool IsInterface(StorageClass storage) {
    return storage == StorageClass::kInput || storage == StorageClass::kOutput;
  }

  bool MayHoldAny(StorageClass storage, Id type) const {
    switch (storage) {
      case StorageClass::kFunction:
      case StorageClass::kPrivate:
        return true;
      case StorageClass::kWorkgroup:
        return !context_.decorations().Has(InnermostElement(context_, type),
                                           Decoration::kBlock);
      default:
        return false;
    }
  }

  ModuleContext& context_;
  const TypeTable& types_;
  std::vector<Found> found_;  // by id; empty if there are no such types
};

void CheckSizes(ModuleContext& context) {
  constexpr auto kSpecialized = grammar::kOpsWith<OpTrait::kSpecConstant>;
  if (!context.module().HasAny(kSpecialized) &&
      !context.module().Has(Op::kSpecConstantOp)) {
    return;
  }
  Sizes sizes(context);
  if (!sizes.Find()) return;
  const Module& module = context.module();
  for (const InstIndex i : module.global_variables()) {
    sizes.CheckVariable(module.inst(i));
  }
}

}  // namespace

extern constinit const Family kSpecializedSizes(
    R, kModuleCheck<Phase::kSummaries, CheckSizes, Api::kVulkan>);

}  // namespace plumb
