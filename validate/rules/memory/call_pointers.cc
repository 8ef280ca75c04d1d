// Pointers as arguments of calls under logical addressing (section 2.16.1;
// what variable pointers allow, and what the relaxed-pointer option allows).
//
// An element of an array of images or samplers is a memory object, as the
// array is.  Every compiler passes such elements in UniformConstant, and
// passes only those, so any pointer into that class counts as one.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/varying_pointers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.logical.call-storage-class", "2.16.1",
     "with logical addressing, a pointer into {0} must not be passed to a "
     "function"},
    WithFix(Declare(Capability::kVariablePointersStorageBuffer),
            {"memory.varptr.call-storage-class", "2.16.1",
             "passing a pointer into StorageBuffer to a function requires "
             "capability "
             "VariablePointersStorageBuffer"}),
    Also("memory.varptr.call-memory-object",
         {"memory.logical.call-memory-object", "2.16.1",
          "with logical addressing, a pointer into {0} that is passed to a "
          "function must be a variable or a function parameter, not the result "
          "of {1}"}),
});

constexpr absl::string_view kDefinedHere = "the pointer is defined here";

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

// Elements of arrays of images or samplers may be passed too, but not elements
// of arrays of sampled images.
bool IsSampledImage(const CheckContext& c, const TypeInfo& pointer) {
  return pointer.storage_class == StorageClass::kUniformConstant &&
         pointer.Is(tt::kPointer) &&
         c.context().types().Get(pointer.element).Is(tt::kSampledImage);
}

void CheckArgument(const CheckContext& c, OperandIndex at) {
  const TypeInfo& type = c.operand_type(at);
  if (type.unknown() || !type.Is(type_trait::kAnyPointer)) return;
  const StorageClass storage = type.storage_class;
  const Arg name = Arg::Enumerant(grammar::Kind::kStorageClass, storage);
  const InstIndex def = c.module().def(c.inst().id(at));
  if (!MayBePassed(storage)) {
    c.Report(R("memory.logical.call-storage-class"), at, {name})
        .Note(kDefinedHere, Place::At(def));
    return;
  }
  if (AllowsVariablePointers(c.context(), storage)) return;
  if (storage == StorageClass::kStorageBuffer) {
    c.Report(R("memory.varptr.call-storage-class"), at)
        .Note(kDefinedHere, Place::At(def));
    return;
  }
  const Op op = c.module().record(def).op;
  // Either capability lifts the restriction for this class.
  if (storage == StorageClass::kWorkgroup &&
      c.context().Has(grammar::Capability::kVariablePointersStorageBuffer)) {
    return;
  }
  const bool needs_object =
      NeedsMemoryObject(storage) || IsSampledImage(c, type);
  if (!needs_object || Is(op, OpTrait::kVariable) ||
      op == Op::kFunctionParameter) {
    return;
  }
  c.Report(R("memory.logical.call-memory-object"), at, {name, op})
      .Note(kDefinedHere, Place::At(def));
}

void CheckCall(const CheckContext& c) {
  if (!RestrictsPointersOfCalls(c.context())) return;
  for (OperandIndex o = operand::FunctionCall::kArguments;
       o < c.inst().operand_count(); ++o) {
    CheckArgument(c, o);
  }
}

constexpr Check kChecks[] = {{Op::kFunctionCall, CheckCall}};

}  // namespace

extern constinit const Family kCallPointers(R, kChecks);

}  // namespace plumb
