// Copies of objects: OpCopyObject (section 3.32.12), and OpCopyLogical, which
// came with SPIR-V 1.4.
//
// Whether two types match logically is decided for all types at once: each type
// gets a class, and types of a class match.  The class of an array is that of
// its element type together with its length, the class of a structure the list
// of those of its members, and any other type is alone.  Linear in the size of
// the type declarations, however often a type is nested in others.
//
// Tested by testdata/rule_test.cc.
#include "validate/ops/copy.h"

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/constant.h"
#include "validate/check_context.h"
#include "validate/module_context.h"
#include "validate/ops/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr Rule kRules[] = {
    {"composite.copyobject.result-type", "3.32.12",
     "the operand must have the result type, {1}, not {0}"},
    {"composite.copylogical.types-differ", "3.32.12",
     "the operand already has the result type, {0}"},
    {"composite.copylogical.types-match", "3.32.12",
     "{0} must match the result type, {1}, member by member"},
};
consteval const Rule& R(absl::string_view id) {
  return kRules[RuleIndex(kRules, id)];
}

constexpr Op kCopyObject[] = {Op::kCopyObject};
constexpr int32_t kOperand = 2;

constexpr Signature kSignatures[] = {
    {.ops = kCopyObject,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("composite.copyobject.result-type")},
};

class LogicalClasses {
 public:
  explicit LogicalClasses(const ModuleContext& context) {
    const Module& module = context.module();
    class_of_.resize(module.id_bound());
    for (uint32_t id = 0; id < class_of_.size(); ++id) class_of_[id] = id;
    for (InstIndex i(0); i < module.global_end(); ++i) {
      const Op op = module.record(i).op;
      if (op != Op::kTypeArray && op != Op::kTypeStruct) continue;
      Describe(context, module.inst(i));
      const uint32_t id = module.record(i).result.value;
      class_of_[id] = classes_.try_emplace(key_, id).first->second;
    }
  }

  bool Match(Id a, Id b) const {
    return class_of_[a.value] == class_of_[b.value];
  }

 private:
  uint32_t ClassOf(uint32_t id) const {
    return id < class_of_.size() ? class_of_[id] : id;
  }

  // Sets key_ to what makes the class of an array or structure type.
  void Describe(const ModuleContext& context, const Inst& type) {
    key_.assign(1, static_cast<uint32_t>(type.op()));
    if (type.op() == Op::kTypeStruct) {
      for (uint32_t w = 2; w < type.word_count(); ++w) {
        key_.push_back(ClassOf(type.word(w)));
      }
      return;
    }
    key_.push_back(ClassOf(type.word(2)));
    const ScalarConstant length =
        EvaluateScalar(context.module(), context.types(), Id(type.word(3)));
    if (length.fixed()) {
      const auto bits = static_cast<uint64_t>(length.value);
      key_.push_back(static_cast<uint32_t>(bits));
      key_.push_back(static_cast<uint32_t>(bits >> 32));
    } else {
      key_.push_back(type.word(3));
    }
  }

  std::vector<uint32_t> class_of_;  // by id
  std::vector<uint32_t> key_;
  absl::flat_hash_map<std::vector<uint32_t>, uint32_t> classes_;
};

void CheckLogical(ModuleContext& context, const LogicalClasses& classes,
                  InstIndex i) {
  const Module& module = context.module();
  const Inst inst = module.inst(i);
  const Id result = inst.result_type();
  const Id operand = module.type_of(inst.id(kOperand));
  if (IsUnknown(context.types().Get(result)) ||
      IsUnknown(context.types().Get(operand))) {
    return;
  }
  const Place place = Place::At(i, kOperand);
  if (result == operand) {
    context.Say(R("composite.copylogical.types-differ"), place,
                {Arg::Type(operand)});
  } else if (!classes.Match(result, operand)) {
    context
        .Say(R("composite.copylogical.types-match"), place,
             {Arg::Type(operand), Arg::Type(result)})
        .Note("the result type is declared here",
              Place::At(module.def(result)));
  }
}

// A module check, because the classes are those of the module.
void CheckCopyLogical(ModuleContext& context) {
  const Module& module = context.module();
  if (!module.requirement_used(grammar::Info(Op::kCopyLogical).requirement)) {
    return;
  }
  std::vector<InstIndex> copies;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    if (module.record(i).op == Op::kCopyLogical) copies.push_back(i);
  }
  if (copies.empty()) return;
  const LogicalClasses classes(context);
  for (InstIndex i : copies) CheckLogical(context, classes, i);
}

constexpr ModuleCheck kModuleChecks[] = {CheckCopyLogical};

}  // namespace

constinit const Family kCopy = {"copy", kRules, kModuleChecks,
                                {},     {},     kSignatures};

}  // namespace plumb
