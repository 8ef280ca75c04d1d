// An entry point as a stage of a pipeline: what it takes from the stage before,
// gives to the next one, and uses of the pipeline's layout (Vulkan, "Shader
// Interfaces").
//
// Ids are those of the module that context() is about, which must outlive this.
#ifndef PLUMB_VALIDATE_PIPELINE_STAGE_H_
#define PLUMB_VALIDATE_PIPELINE_STAGE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/pipeline/pipeline.h"
#include "grammar/grammar.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/module_context.h"
#include "validate/pipeline/static_use.h"

namespace plumb {

// How an entry point and what it calls access an object.
struct Access {
  bool is_read = false;
  bool is_written = false;

  bool any() const { return is_read || is_written; }
};

// A variable of an interface, or a member of a block in it.
struct InterfaceObject {
  Id variable;
  Id block;                     // kNoId: the variable itself
  uint32_t member = kNoMember;  // of the block
  // The type, without the array of vertices or primitives; that array, if any.
  Id type;
  Id array;

  // Of user-defined objects.
  uint32_t location = 0;
  uint32_t component = 0;
  uint32_t index = 0;   // of fragment outputs
  uint32_t stream = 0;  // of geometry outputs
  bool is_patch = false;
  bool is_per_primitive = false;
  bool is_per_vertex = false;  // PerVertexKHR

  // Of built-in objects.
  std::optional<grammar::BuiltIn> builtin;
  Access access;
  InstIndex first_read = kNoInst;
};

// A resource variable that the entry point statically uses.
struct Resource {
  Id variable;
  uint32_t set = 0;
  uint32_t binding = 0;
  Id type;                        // without arrays
  std::optional<uint64_t> count;  // of descriptors; nullopt: a run-time array
  bool is_array = false;
  DescriptorType descriptor = DescriptorType::kSampler;
  std::optional<uint32_t> input_attachment;  // InputAttachmentIndex
  Access access;
};

// The push constants that the entry point statically uses.
struct PushConstantBlock {
  Id variable;
  Id type;
  // The members that are used, ascending.
  std::vector<uint32_t> used_members;
};

class Stage {
 public:
  // The entry point at `entry` of the module that was validated last with
  // `context`, which has the number `module` in the pipeline.  `uses` are those
  // of the module; they are only read here.  Linear in the functions that the
  // entry point calls.
  Stage(const ModuleContext& context, uint16_t module, InstIndex entry,
        StaticUses* uses);

  const ModuleContext& context() const { return *context_; }
  const Module& module() const { return context_->module(); }
  uint16_t module_number() const { return module_; }
  const EntryPoint& entry_point() const { return entry_; }
  grammar::ExecutionModel model() const { return entry_.model(); }
  // "vertex", "tessellation control": as messages name the stage.
  absl::string_view name() const;

  absl::Span<const InterfaceObject> inputs() const { return inputs_; }
  absl::Span<const InterfaceObject> outputs() const { return outputs_; }
  absl::Span<const InterfaceObject> builtin_inputs() const {
    return builtin_inputs_;
  }
  absl::Span<const InterfaceObject> builtin_outputs() const {
    return builtin_outputs_;
  }
  // The built-in output, or null.
  const InterfaceObject* FindBuiltInOutput(grammar::BuiltIn builtin) const;
  absl::Span<const Resource> resources() const { return resources_; }
  const std::optional<PushConstantBlock>& push_constants() const {
    return push_constants_;
  }
  // The variables of a storage class that the entry point lists or uses: ray
  // payloads, callable data, hit attributes and task payloads.
  std::vector<Id> VariablesIn(grammar::StorageClass storage) const;

  // The mode of the entry point, or null.
  const ExecutionModeRow* FindMode(grammar::ExecutionMode mode) const {
    return modes_.Find(mode);
  }
  bool Has(grammar::ExecutionMode mode) const { return modes_.Has(mode); }
  // The first literal operand of a mode.
  std::optional<uint32_t> ModeOperand(grammar::ExecutionMode mode) const;

  // The places of its parts in diagnostics of the pipeline.
  Place PlaceOfEntryPoint() const;
  Place PlaceOf(const InterfaceObject& object) const;
  Place PlaceOf(Id id) const { return At(module().def(id)); }
  Place At(InstIndex at, OperandIndex operand = Place::kWhole) const;

 private:
  friend class StageReader;

  const ModuleContext* context_;
  uint16_t module_;
  EntryPoint entry_;
  EntryFunction modes_;
  std::vector<InterfaceObject> inputs_, outputs_;
  std::vector<InterfaceObject> builtin_inputs_, builtin_outputs_;
  std::vector<Resource> resources_;
  std::optional<PushConstantBlock> push_constants_;
  std::vector<Id> variables_;  // that the entry point lists or uses
};

// "vertex", "tessellation control"; the model's name in the grammar for others.
absl::string_view StageName(grammar::ExecutionModel model);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_STAGE_H_
