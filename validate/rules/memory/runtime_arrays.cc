// Run-time arrays in buffers: Vulkan allows them as the last member of a
// block, and as the outermost dimension of a variable.
//
// variables.cc checks variables of other storage classes; type/composites.cc
// checks that a run-time array is the last member.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kVuid[] = "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680";

constexpr RuleTable R({
    InVulkan("memory.runtimearray.nested",
             "in Vulkan, a run-time array must be the last member of a block, "
             "but {0}, in storage class {1}, contains one elsewhere",
             kVuid),
    ReliesOn(
        kDecorateOps,
        InVulkan("memory.runtimearray.block",
                 "in Vulkan, a structure in storage class {1} that ends in a "
                 "run-time array must be decorated with Block, but {0} is not",
                 kVuid)),
});

void Report(const CheckContext& c, const Rule& rule, OperandIndex operand,
            Id type, StorageClass storage) {
  c.Report(rule, operand, {Arg::Type(type), NameOf(storage)})
      .Note("it is declared here", Place::At(c.module().def(type)));
}

void CheckStruct(const CheckContext& c, OperandIndex operand, Id structure,
                 StorageClass storage) {
  const TypeInfo& info = c.context().types().Get(structure);
  if (!HasRuntimeArray(info) || !info.Is(tt::kStruct)) return;
  if (NestsRuntimeArray(c.context(), structure)) {
    Report(c, R("memory.runtimearray.nested"), operand, structure, storage);
  } else if (storage == StorageClass::kPhysicalStorageBuffer &&
             !c.context().decorations().Has(structure, Decoration::kBlock)) {
    // Variables that are not blocks are rejected anyway.
    Report(c, R("memory.runtimearray.block"), operand, structure, storage);
  }
}

// A buffer, or an array of buffers.
void CheckObject(const CheckContext& c, OperandIndex operand, Id type,
                 StorageClass storage) {
  if (storage != StorageClass::kUniform &&
      storage != StorageClass::kStorageBuffer) {
    return;
  }
  const TypeInfo& info = c.context().types().Get(type);
  if (!HasRuntimeArray(info)) return;
  CheckStruct(c, operand,
              info.Is(tt::kArray | tt::kRuntimeArray) ? info.element : type,
              storage);
}

void CheckVariable(const CheckContext& c) {
  const TypeInfo& pointer = c.result_type();
  if (pointer.unknown()) return;
  CheckObject(c, operand::Variable::kResultType, pointer.element,
              pointer.storage_class);
}

void CheckUntypedVariable(const CheckContext& c) {
  namespace variable = operand::UntypedVariableKHR;
  const auto data_type = c.inst().Find(variable::kDataType);
  if (!data_type) return;
  CheckObject(c, *data_type, c.inst().id(*data_type),
              c.result_type().storage_class);
}

// The target of a physical pointer is not a variable, but memory like that of
// a variable.  A pointer to a run-time array points into a block.
void CheckPointer(const CheckContext& c) {
  namespace pointer = operand::TypePointer;
  constexpr auto kPhysical = StorageClass::kPhysicalStorageBuffer;
  if (StorageClass{c.inst().operand_word(pointer::kStorageClass)} !=
      kPhysical) {
    return;
  }
  const TypeTable& types = c.context().types();
  const Id type = c.inst().id(pointer::kType);
  const TypeInfo& info = types.Get(type);
  if (!HasRuntimeArray(info)) return;
  if (!info.Is(tt::kArray | tt::kRuntimeArray)) {
    return CheckStruct(c, pointer::kType, type, kPhysical);
  }
  if (HasRuntimeArray(types.Get(info.element))) {
    Report(c, R("memory.runtimearray.nested"), pointer::kType, type, kPhysical);
  }
}

bool IsLegalized(const ModuleContext& context) {
  return !context.options().before_hlsl_legalization;
}

constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable,
     Requires(Api::kVulkan, Op::kTypeRuntimeArray, IsLegalized)},
    {Op::kUntypedVariableKHR, CheckUntypedVariable,
     Requires(Api::kVulkan, Op::kTypeRuntimeArray, IsLegalized)},
    {Op::kTypePointer, CheckPointer,
     Requires(Api::kVulkan, Op::kTypeRuntimeArray, IsLegalized)}};

}  // namespace

extern constinit const Family kRuntimeArrays(R, kChecks);

}  // namespace plumb
