// Where long vectors may be allocated, and what they cannot be a part of
// (SPV_EXT_long_vector).
//
// Which types hold vectors of more than four components is found in one pass
// over the declarations, in modules that declare the capability.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_long_vector";

constexpr RuleTable R({
    {"longvector.variable.storage-class", kSection,
     "{0} holds vectors of more than four components, which cannot be in {1}"},
    {"longvector.matrix.column-type", kSection,
     "the columns of a matrix must have 2, 3 or 4 components, not be {0}"},
});

constexpr uint32_t kMostComponents = 4;  // of a vector that is not long

bool MayHoldLongVectors(StorageClass storage) {
  switch (storage) {
    case StorageClass::kFunction:
    case StorageClass::kPrivate:
    case StorageClass::kUniform:
    case StorageClass::kWorkgroup:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPhysicalStorageBuffer:
    case StorageClass::kPushConstant:
    case StorageClass::kShaderRecordBufferKHR:
    case StorageClass::kCrossWorkgroup:
    case StorageClass::kGeneric:
      return true;
    default:
      return false;
  }
}

class LongVectors {
 public:
  explicit LongVectors(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    holds_.assign(module_.id_bound(), false);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Inst inst = module_.inst(i);
      const Id id = inst.result();
      if (context_.types().IsType(id)) {
        holds_[id.value] = Holds(inst);
        if (inst.op() == Op::kTypeMatrix) CheckMatrix(inst);
      } else if (inst.op() == Op::kVariable) {
        CheckVariable(inst);
      }
    }
  }

 private:
  bool At(Id type) const {
    return type.value < holds_.size() && holds_[type.value];
  }

  bool Holds(const Inst& inst) const {
    const TypeInfo& type = context_.types().Get(inst.result());
    if (type.traits == tt::kPoisoned) return false;
    if (inst.op() == Op::kTypeVector) return type.count > kMostComponents;
    if (inst.op() == Op::kTypeVectorIdEXT) {
      const ScalarConstant count = context_.constants().Scalar(inst.id(2));
      return count.fixed() && count.value > kMostComponents;
    }
    if (type.Is(tt::kArray | tt::kRuntimeArray)) return At(type.element);
    if (!type.Is(tt::kStruct)) return false;
    for (uint32_t w = 2; w < inst.word_count(); ++w) {
      if (At(Id(inst.word(w)))) return true;
    }
    return false;
  }

  void CheckMatrix(const Inst& inst) {
    const Id column = inst.id(1);
    if (!At(column)) return;
    context_
        .Report(R("longvector.matrix.column-type"), Place::At(inst.index(), 1),
                {Arg::Type(column)})
        .Note("it is declared here", Place::At(module_.def(column)));
    context_.Poison(inst.result());
  }

  void CheckVariable(const Inst& inst) {
    const TypeInfo& pointer = context_.types().Get(inst.result_type());
    if (IsUnknown(pointer) || !pointer.Is(tt::kPointer) ||
        !At(pointer.element) ||
        MayHoldLongVectors(StorageClass{inst.operand_word(2)})) {
      return;
    }
    context_
        .Report(R("longvector.variable.storage-class"),
                Place::At(inst.index(), 2),
                {inst.result(), Arg::Enumerant(grammar::Kind::kStorageClass,
                                               inst.operand_word(2))})
        .Note("its type is declared here",
              Place::At(module_.def(pointer.element)));
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<bool> holds_;  // by id
};

void CheckLongVectors(ModuleContext& context) {
  if (context.Has(Capability::kLongVectorEXT)) LongVectors(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckLongVectors}};

}  // namespace

extern constinit const Family kLongVector = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
