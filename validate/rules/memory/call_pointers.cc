// Pointers as arguments and results of calls under logical addressing
// (section 2.16.1; what variable pointers add, and what the relaxed-pointer
// option gives up).
//
// An element of an array of images or samplers is a memory object like the
// array; as every producer passes such elements in UniformConstant, and only
// those, any pointer into that class is taken for one.
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::AddressingModel;
using grammar::Capability;
using grammar::Op;
using grammar::StorageClass;

constexpr RuleTable R({
    {"memory.logical.call-storage-class", "2.16.1",
     "under logical addressing a pointer into {0} must not be passed to a "
     "function"},
    {"memory.varptr.call-storage-class", "2.16.1",
     "a pointer into StorageBuffer can be passed to a function only with "
     "capability VariablePointersStorageBuffer"},
    Also("memory.varptr.call-memory-object",
         {"memory.logical.call-memory-object", "2.16.1",
          "under logical addressing a pointer into {0} that is passed to a "
          "function "
          "must be a variable or a function parameter, not the result of {1}"}),
    Also("control.returnvalue.pointer-logical-addressing",
         {"type.function.pointer-return", "2.16.1",
          "under logical addressing a function must not return a pointer into "
          "{0}"}),
});

constexpr int kFirstArgument = 3;
constexpr int kReturnType = 1;

bool IsLogical(const Module& module) {
  if (module.memory_models().empty()) return false;
  const uint32_t model = module.inst(module.memory_models()[0]).word(1);
  return model == static_cast<uint32_t>(AddressingModel::kLogical) ||
         model ==
             static_cast<uint32_t>(AddressingModel::kPhysicalStorageBuffer64);
}

// The storage class that a type points into; false if it is no pointer.
bool PointsInto(const Module& module, Id type, StorageClass* storage) {
  const InstIndex def = module.def(type);
  if (def == kNoInst) return false;
  const Inst inst = module.inst(def);
  if (inst.op() != Op::kTypePointer &&
      inst.op() != Op::kTypeUntypedPointerKHR) {
    return false;
  }
  *storage = static_cast<StorageClass>(inst.word(2));
  return true;
}

bool MayBePassed(StorageClass storage) {
  switch (storage) {
    case StorageClass::kInput:
    case StorageClass::kOutput:
    case StorageClass::kUniform:
    case StorageClass::kPushConstant:
    case StorageClass::kImage:
    case StorageClass::kCrossWorkgroup:
    case StorageClass::kGeneric:
      return false;
    default:
      return true;
  }
}

// Whether capabilities let pointers into this class vary.
bool MayVary(const ModuleContext& context, StorageClass storage) {
  if (storage == StorageClass::kStorageBuffer) {
    return context.Has(Capability::kVariablePointersStorageBuffer) ||
           context.Has(Capability::kVariablePointers);
  }
  return storage == StorageClass::kWorkgroup &&
         context.Has(Capability::kVariablePointers);
}

bool NeedsMemoryObject(StorageClass storage) {
  switch (storage) {
    case StorageClass::kWorkgroup:
    case StorageClass::kPrivate:
    case StorageClass::kFunction:
    case StorageClass::kAtomicCounter:
      return true;
    default:
      return false;
  }
}

Arg Name(StorageClass storage) {
  return Arg::Enumerant(grammar::Kind::kStorageClass,
                        static_cast<uint32_t>(storage));
}

void CheckArgument(const CheckContext& c, int operand) {
  const Module& module = c.module();
  const Id argument = c.inst().id(operand);
  StorageClass storage;
  if (!PointsInto(module, module.type_of(argument), &storage)) return;
  const InstIndex def = module.def(argument);
  if (!MayBePassed(storage)) {
    c.Report(R("memory.logical.call-storage-class"), operand, {Name(storage)})
        .Note("the pointer is defined here", Place::At(def));
    return;
  }
  if (MayVary(c.context(), storage)) return;
  if (storage == StorageClass::kStorageBuffer) {
    c.Report(R("memory.varptr.call-storage-class"), operand)
        .Note("the pointer is defined here", Place::At(def));
    return;
  }
  const Op op = module.record(def).op;
  if (!NeedsMemoryObject(storage) || op == Op::kVariable ||
      op == Op::kUntypedVariableKHR || op == Op::kFunctionParameter) {
    return;
  }
  c.Report(R("memory.logical.call-memory-object"), operand, {Name(storage), op})
      .Note("the pointer is defined here", Place::At(def));
}

void CheckCall(const CheckContext& c) {
  const ValidatorOptions& options = c.context().options();
  if (options.relax_logical_pointer || options.before_hlsl_legalization ||
      !IsLogical(c.module())) {
    return;
  }
  const int count = static_cast<int>(c.inst().operand_count());
  for (int operand = kFirstArgument; operand < count; ++operand) {
    CheckArgument(c, operand);
  }
}

void CheckFunctionType(const CheckContext& c) {
  const ValidatorOptions& options = c.context().options();
  StorageClass storage;
  if (options.relax_logical_pointer || options.before_hlsl_legalization ||
      !IsLogical(c.module()) ||
      !PointsInto(c.module(), c.inst().id(kReturnType), &storage) ||
      storage == StorageClass::kPhysicalStorageBuffer ||
      MayVary(c.context(), storage)) {
    return;
  }
  c.Report(R("type.function.pointer-return"), kReturnType, {Name(storage)})
      .Note("the pointer type is declared here",
            Place::At(c.module().def(c.inst().id(kReturnType))));
}

constexpr Op kCalls[] = {Op::kFunctionCall};
constexpr Op kFunctionTypes[] = {Op::kTypeFunction};
constexpr Check kChecks[] = {
    {kCalls, CheckCall},
    {kFunctionTypes, CheckFunctionType},
};

}  // namespace

extern constinit const Family kCallPointers = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
