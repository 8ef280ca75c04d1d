// Constraints on blocks of the whole module: both kinds of storage buffers
// (section 2.16.1), and blocks in Workgroup
// (SPV_KHR_workgroup_memory_explicit_layout).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        {"memory.storagebuffer.no-bufferblock-mix", "2.16.1",
         "{0} is a BufferBlock in storage class Uniform, but the module uses "
         "storage class StorageBuffer for such buffers"},
        {.id = "memory.workgroupblock.all-or-none",
         .section = "SPV_KHR_workgroup_memory_explicit_layout",
         .text = "either all or none of the Workgroup variables in the "
                 "interface of an entry point must hold a structure that is "
                 "decorated with Block, but {0} does and {1} does not",
         .when = {.needs = Capability::kWorkgroupMemoryExplicitLayoutKHR}},
    },
    kDecorateOps);

StorageClass ClassOf(const ModuleContext& context, Id variable) {
  return context.types().TypeOf(context.module(), variable).storage_class;
}

void CheckMix(ModuleContext& context) {
  const Module& module = context.module();
  if (!context.types().AnyPointsInto(StorageClass::kStorageBuffer)) return;
  Id storage_buffer, buffer_block;
  for (const InstIndex i : module.global_variables()) {
    const InstRecord& record = module.record(i);
    const Id held = ObjectTypeOf(context, record.result);
    if (held == kNoId) continue;
    const StorageClass storage = ClassOf(context, record.result);
    if (storage == StorageClass::kStorageBuffer) {
      if (storage_buffer == kNoId) storage_buffer = record.result;
    } else if (storage == StorageClass::kUniform && buffer_block == kNoId &&
               context.decorations().Has(InnermostElement(context, held),
                                         Decoration::kBufferBlock)) {
      buffer_block = record.result;
    }
  }
  if (storage_buffer == kNoId || buffer_block == kNoId) return;
  context
      .Report(R("memory.storagebuffer.no-bufferblock-mix"),
              Place::At(module.def(buffer_block)), {buffer_block})
      .Note("a variable in StorageBuffer is declared here",
            Place::At(module.def(storage_buffer)));
}

// Whether a variable in Workgroup holds a block.
bool IsBlock(const ModuleContext& context, Id variable) {
  return context.decorations().Has(ObjectTypeOf(context, variable),
                                   Decoration::kBlock);
}

void CheckInterface(ModuleContext& context, InstIndex at) {
  const EntryPoint entry(context.module(), at);
  Id block, other;
  uint32_t last = 0;
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    if (ClassOf(context, variable) != StorageClass::kWorkgroup) continue;
    Id& found = IsBlock(context, variable) ? block : other;
    if (found != kNoId) continue;
    found = variable;
    last = n;
  }
  if (block == kNoId || other == kNoId) return;
  context.Report(R("memory.workgroupblock.all-or-none"),
                 Place::At(at, entry.interface_operand(last)), {block, other});
}

void CheckInterfaces(ModuleContext& context) {
  for (const EntryFunction& function : context.entry_points().functions()) {
    for (const EntryPointRow& entry : function.entry_points) {
      CheckInterface(context, entry.at);
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckMix, Requires(Decoration::kBufferBlock)},
    {Phase::kSummaries, CheckInterfaces,
     Requires(Capability::kWorkgroupMemoryExplicitLayoutKHR)}};

}  // namespace

extern constinit const Family kBufferBlocks(R, kModuleChecks);

}  // namespace plumb
