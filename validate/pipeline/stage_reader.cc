#include "validate/pipeline/stage_reader.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "grammar/operands.h"
#include "validate/facts/captured_values.h"
#include "validate/facts/location_counts.h"
#include "validate/facts/object_types.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Decoration;
using grammar::ExecutionModel;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

}  // namespace

StageReader::StageReader(const ModuleContext& context, Stage* stage,
                         StaticUses* uses)
    : context_(context),
      module_(context.module()),
      stage_(stage),
      use_(uses->Of(stage->entry_.id())) {}

void StageReader::Read() {
  std::vector<Id>& variables = stage_->variables_;
  for (uint32_t n = 0; n < stage_->entry_.interface_size(); ++n) {
    variables.push_back(stage_->entry_.interface(n));
  }
  for (const VariableUse& use : use_.uses()) variables.push_back(use.variable);
  absl::c_sort(variables, [](Id a, Id b) { return a.value < b.value; });
  variables.erase(std::unique(variables.begin(), variables.end()),
                  variables.end());
  for (const Id variable : variables) {
    const StorageClass storage =
        context_.types().TypeOf(module_, variable).storage_class;
    switch (storage) {
      case StorageClass::kInput:
      case StorageClass::kOutput:
        ReadInterfaceVariable(variable, storage);
        break;
      case StorageClass::kUniform:
      case StorageClass::kUniformConstant:
      case StorageClass::kStorageBuffer:
        if (const VariableUse use = use_.Of(variable); use.first != kNoInst) {
          ReadResource(use);
        }
        break;
      case StorageClass::kPushConstant:
        if (const VariableUse use = use_.Of(variable); use.first != kNoInst) {
          ReadPushConstants(use);
        }
        break;
      default:
        break;
    }
  }
  AddPassthrough();
}

std::optional<uint32_t> StageReader::Number(Id target, uint32_t member,
                                            Decoration kind) const {
  return FindNumber(context_, target, member, kind);
}

// --- Inputs and outputs ---

bool StageReader::IsArrayed(const InterfaceObject& object,
                            StorageClass storage) const {
  if (object.is_patch) return false;
  const bool is_input = storage == StorageClass::kInput;
  switch (stage_->model()) {
    case ExecutionModel::kTessellationControl:
      return true;
    case ExecutionModel::kTessellationEvaluation:
    case ExecutionModel::kGeometry:
      return is_input;
    case ExecutionModel::kMeshEXT:
    case ExecutionModel::kMeshNV:
      return !is_input;
    case ExecutionModel::kFragment:
      return is_input && object.is_per_vertex;
    default:
      return false;
  }
}

void StageReader::ReadInterfaceVariable(Id variable, StorageClass storage) {
  InterfaceObject object;
  object.variable = variable;
  object.type = ObjectTypeOf(context_, variable);
  const auto has = [&](Decoration kind) {
    return context_.decorations().Has(variable, kind);
  };
  object.is_patch = has(Decoration::kPatch);
  object.is_per_primitive = has(Decoration::kPerPrimitiveEXT);
  object.is_per_vertex = has(Decoration::kPerVertexKHR);
  object.component =
      Number(variable, kNoMember, Decoration::kComponent).value_or(0);
  object.index = Number(variable, kNoMember, Decoration::kIndex).value_or(0);
  object.stream = Number(variable, kNoMember, Decoration::kStream).value_or(0);
  const TypeInfo& type = context_.types().Get(object.type);
  if (type.unknown() || context_.poisoned(variable)) return;
  if (const auto builtin = Number(variable, kNoMember, Decoration::kBuiltIn)) {
    object.builtin = BuiltIn{*builtin};
    AddObject(object, storage);
    return;
  }
  if (IsArrayed(object, storage) && type.Is(tt::kArray | tt::kRuntimeArray)) {
    object.array = object.type;
    object.type = type.element;
  }
  const auto location = Number(variable, kNoMember, Decoration::kLocation);
  const TypeInfo& element = context_.types().Get(object.type);
  if (element.Is(tt::kStruct) && !element.poisoned() &&
      context_.decorations().Has(object.type, Decoration::kBlock)) {
    AddMembers(object, location, storage);
  } else if (location) {
    object.location = *location;
    AddObject(object, storage);
  }
}

// The members of a block without a location follow the variable's.
void StageReader::AddMembers(InterfaceObject whole,
                             std::optional<uint32_t> location,
                             StorageClass storage) {
  const Id block = whole.type;
  LocationCounts counts(context_);
  uint64_t next = location.value_or(0);
  const uint32_t members = context_.types().Get(block).count;
  for (uint32_t m = 0; m < members; ++m) {
    InterfaceObject object = whole;
    object.block = block;
    object.member = m;
    object.type = context_.types().MemberOf(module_, block, m);
    object.is_patch |= Has(block, m, Decoration::kPatch);
    object.is_per_primitive |= Has(block, m, Decoration::kPerPrimitiveEXT);
    object.component = Number(block, m, Decoration::kComponent).value_or(0);
    object.stream =
        Number(block, m, Decoration::kStream).value_or(whole.stream);
    if (const auto builtin = Number(block, m, Decoration::kBuiltIn)) {
      object.builtin = BuiltIn{*builtin};
      AddObject(object, storage);
      continue;
    }
    const auto own = Number(block, m, Decoration::kLocation);
    if (own) next = *own;
    if (!own && !location) continue;
    object.location = static_cast<uint32_t>(next);
    next += counts.CountOf(object.type);
    AddObject(object, storage);
  }
}

void StageReader::AddObject(const InterfaceObject& object,
                            StorageClass storage) {
  InterfaceObject added = object;
  const VariableUse use = use_.Of(object.variable, object.member);
  added.access = {use.is_read, use.is_written};
  added.first_read = use.first;
  const bool is_input = storage == StorageClass::kInput;
  if (!is_input) {
    const Inst variable = module_.inst(module_.def(object.variable));
    added.access.is_written |=
        variable.Has(grammar::operand::Variable::kInitializer);
  }
  auto& list = object.builtin ? (is_input ? stage_->builtin_inputs_
                                          : stage_->builtin_outputs_)
                              : (is_input ? stage_->inputs_ : stage_->outputs_);
  list.push_back(added);
}

// A passthrough geometry shader has an output for each input with the
// decoration (Vulkan, "Passthrough Interface Matching").
void StageReader::AddPassthrough() {
  if (stage_->model() != ExecutionModel::kGeometry ||
      !context_.decorations().HasAny(Decoration::kPassthroughNV)) {
    return;
  }
  const auto is_passed = [&](const InterfaceObject& o) {
    return context_.decorations().Has(o.variable, Decoration::kPassthroughNV) ||
           (o.block != kNoId &&
            (context_.decorations().Has(o.block, Decoration::kPassthroughNV) ||
             Has(o.block, o.member, Decoration::kPassthroughNV)));
  };
  const auto add = [&](const std::vector<InterfaceObject>& inputs,
                       std::vector<InterfaceObject>* outputs) {
    for (InterfaceObject object : inputs) {
      if (!is_passed(object)) continue;
      object.access.is_written = true;
      outputs->push_back(object);
    }
  };
  add(stage_->inputs_, &stage_->outputs_);
  add(stage_->builtin_inputs_, &stage_->builtin_outputs_);
}

// --- Resources ---

std::optional<DescriptorType> StageReader::DescriptorOf(
    Id variable, Id type, StorageClass storage) const {
  namespace image = grammar::operand::TypeImage;
  const InstIndex def = module_.def(type);
  if (def == kNoInst) return std::nullopt;
  const Inst inst = module_.inst(def);
  const Decorations& decorations = context_.decorations();
  switch (inst.op()) {
    case Op::kTypeStruct:
      if (storage == StorageClass::kStorageBuffer ||
          decorations.Has(type, Decoration::kBufferBlock)) {
        return DescriptorType::kStorageBuffer;
      }
      return DescriptorType::kUniformBuffer;
    case Op::kTypeSampler:
      return DescriptorType::kSampler;
    case Op::kTypeSampledImage:
      return DescriptorType::kCombinedImageSampler;
    case Op::kTypeAccelerationStructureKHR:
      return DescriptorType::kAccelerationStructure;
    case Op::kTypeTensorARM:
      return DescriptorType::kTensor;
    case Op::kTypeImage:
      break;
    default:
      return std::nullopt;
  }
  const auto dim = static_cast<grammar::Dim>(inst.operand_word(image::kDim));
  const bool is_storage = inst.operand_word(image::kSampled) == 2;
  if (dim == grammar::Dim::kSubpassData) {
    return DescriptorType::kInputAttachment;
  }
  if (dim == grammar::Dim::kBuffer) {
    return is_storage ? DescriptorType::kStorageTexelBuffer
                      : DescriptorType::kUniformTexelBuffer;
  }
  if (decorations.Has(variable, Decoration::kWeightTextureQCOM)) {
    return DescriptorType::kSampleWeightImage;
  }
  if (decorations.Has(variable, Decoration::kBlockMatchTextureQCOM)) {
    return DescriptorType::kBlockMatchImage;
  }
  return is_storage ? DescriptorType::kStorageImage
                    : DescriptorType::kSampledImage;
}

void StageReader::ReadResource(const VariableUse& use) {
  const auto set = Number(use.variable, kNoMember, Decoration::kDescriptorSet);
  const auto binding = Number(use.variable, kNoMember, Decoration::kBinding);
  if (!set || !binding || context_.poisoned(use.variable)) return;
  Resource resource;
  resource.variable = use.variable;
  resource.set = *set;
  resource.binding = *binding;
  resource.access = {use.is_read, use.is_written};
  resource.input_attachment =
      Number(use.variable, kNoMember, Decoration::kInputAttachmentIndex);
  resource.type = ObjectTypeOf(context_, use.variable);
  resource.count = 1;
  while (
      context_.types().Get(resource.type).Is(tt::kArray | tt::kRuntimeArray) &&
      !context_.types().Get(resource.type).poisoned()) {
    const TypeInfo& array = context_.types().Get(resource.type);
    resource.is_array = true;
    if (array.Is(tt::kRuntimeArray)) {
      resource.count.reset();
    } else if (resource.count) {
      const ScalarConstant length = LengthOf(context_, resource.type);
      if (length.known && length.value > 0) {
        *resource.count *= static_cast<uint64_t>(length.value);
      }
    }
    resource.type = array.element;
  }
  const auto descriptor = DescriptorOf(
      use.variable, resource.type,
      context_.types().TypeOf(module_, use.variable).storage_class);
  if (!descriptor) return;
  resource.descriptor = *descriptor;
  stage_->resources_.push_back(resource);
}

void StageReader::ReadPushConstants(const VariableUse& use) {
  if (stage_->push_constants_) return;
  PushConstantBlock block;
  block.variable = use.variable;
  block.type = ObjectTypeOf(context_, use.variable);
  const TypeInfo& type = context_.types().Get(block.type);
  if (type.unknown() || !type.Is(tt::kStruct)) return;
  for (uint32_t m = 0; m < type.count; ++m) {
    if (use_.Of(use.variable, m).first != kNoInst) {
      block.used_members.push_back(m);
    }
  }
  stage_->push_constants_ = std::move(block);
}

}  // namespace plumb
