// Variables that hold Booleans (section 3.32.6): a Boolean has no bit pattern,
// so nothing outside the module can read or write one.
//
// One pass over the declarations marks the types that contain a Boolean, made
// for the first variable of a storage class that is visible outside.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;

constexpr RuleTable R({
    {"type.typebool.storage-class", "3.32.6",
     "a variable of storage class {0} is visible outside and cannot hold a "
     "Boolean"},
});

bool IsVisibleOutside(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPushConstant:
    case StorageClass::kPhysicalStorageBuffer:
    case StorageClass::kShaderRecordBufferKHR:
    case StorageClass::kAtomicCounter:
      return true;
    default:
      return false;
  }
}

// Marks, by id, the types that are or contain a Boolean.
void FindBooleans(const Module& module, std::vector<uint8_t>* has_boolean) {
  has_boolean->assign(module.id_bound(), 0);
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Inst inst = module.inst(i);
    uint8_t mark = 0;
    uint32_t last_part = 2;
    switch (inst.op()) {
      case Op::kTypeBool:
        (*has_boolean)[inst.result().value] = 1;
        continue;
      case Op::kTypeStruct:
        last_part = inst.word_count() - 1;
        break;
      case Op::kTypeVector:
      case Op::kTypeArray:
      case Op::kTypeRuntimeArray:
        break;
      default:
        continue;
    }
    for (uint32_t w = 2; w <= last_part; ++w) {
      if (inst.word(w) < has_boolean->size()) {
        mark |= (*has_boolean)[inst.word(w)];
      }
    }
    (*has_boolean)[inst.result().value] = mark;
  }
}

// The type of the object that a variable is; kNoId if it is not known.
Id ObjectType(const ModuleContext& context, const Inst& variable) {
  const TypeInfo& type = context.types().Get(variable.result_type());
  return type.traits == type_trait::kPointer ? type.element : kNoId;
}

void CheckVariables(ModuleContext& context) {
  constexpr int32_t kStorageClass = 2;
  const Module& module = context.module();
  bool any_boolean = false;
  std::vector<uint8_t> has_boolean;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Op op = module.record(i).op;
    any_boolean |= op == Op::kTypeBool;
    if (!any_boolean || op != Op::kVariable) continue;
    const Inst variable = module.inst(i);
    const uint32_t storage = variable.operand_word(kStorageClass);
    if (!IsVisibleOutside(static_cast<StorageClass>(storage))) continue;
    if (has_boolean.empty()) FindBooleans(module, &has_boolean);
    const Id type = ObjectType(context, variable);
    if (type.value >= has_boolean.size() || has_boolean[type.value] == 0) {
      continue;
    }
    context.Report(R("type.typebool.storage-class"),
                   Place::At(i, kStorageClass),
                   {Arg::Enumerant(Kind::kStorageClass, storage)});
    context.Poison(variable.result());
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckVariables}};

}  // namespace

extern constinit const Family kBooleans = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
