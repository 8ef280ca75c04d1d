#include "api/interface/module_interface.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/casts.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/interface/block_layout.h"
#include "api/resolve/type_text.h"
#include "core/constant.h"
#include "grammar/operands.h"
#include "validate/facts/object_types.h"
#include "validate/facts/workgroup_dimensions.h"
#include "validate/pipeline/component_words.h"
#include "validate/pipeline/stage.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

std::string EnumerantName(grammar::Kind kind, uint32_t value) {
  const grammar::EnumerantInfo* const info =
      grammar::EnumerantByValue(kind, value);
  return info == nullptr ? absl::StrCat(value)
                         : std::string(grammar::Text(info->name));
}

absl::string_view AccessText(const Access& access) {
  if (access.is_read && access.is_written) return "read-write";
  if (access.is_written) return "write";
  return access.is_read ? "read" : "none";
}

class Describer {
 public:
  explicit Describer(const Session& session)
      : context_(session.context()),
        module_(session.module()),
        ids_(session.module()),
        blocks_(session.context(), &ids_) {}

  ordered_json Module(absl::string_view file) {
    ordered_json json;
    json["kind"] = "interface";
    json["file"] = std::string(file);
    json["capabilities"] = Capabilities();
    json["specialization_constants"] = SpecConstants();
    ordered_json entries = ordered_json::array();
    StaticUses uses(context_);
    for (const InstIndex i : module_.entry_points()) {
      if (entries.size() == kMaxDescribedEntryPoints) {
        json["is_cut"] = true;
        break;
      }
      entries.push_back(Entry(Stage(context_, 0, i, &uses)));
    }
    json["entry_points"] = std::move(entries);
    return json;
  }

 private:
  std::string Name(Id id) { return ids_.Text(id); }
  std::string Type(Id type) { return TypeText(module_, type, &ids_); }

  ordered_json Capabilities() const {
    ordered_json list = ordered_json::array();
    for (const InstIndex i : module_.capabilities()) {
      const Inst inst = module_.inst(i);
      if (inst.op() != grammar::Op::kCapability) continue;
      list.push_back(
          EnumerantName(grammar::Kind::kCapability, inst.operand_word(0)));
    }
    return list;
  }

  // --- Specialization constants ---

  // The value of a scalar; null if it is not known.
  ordered_json Value(Id constant) const {
    const TypeInfo& type = context_.types().TypeOf(module_, constant);
    const ScalarConstant value = context_.constants().Scalar(constant);
    if (value.known) {
      if (type.Is(type_trait::kBool)) return value.value != 0;
      if (type.Is(type_trait::kSigned)) return value.value;
      return static_cast<uint64_t>(value.value);
    }
    return {};
  }

  ordered_json SpecConstants() {
    ordered_json list = ordered_json::array();
    context_.decorations().ForEach(
        grammar::Decoration::kSpecId, [&](const Decorated& d) {
          const Inst statement = module_.inst(d.statement);
          if (d.parameter >= statement.operand_count()) return;
          ordered_json json;
          json["spec_id"] = statement.operand_word(d.parameter);
          json["id"] = Name(d.target);
          json["type"] = Type(module_.type_of(d.target));
          json["value"] = SpecValue(d.target);
          list.push_back(std::move(json));
        });
    return list;
  }

  // Of floats, which no rule evaluates, the default as it is in the module.
  ordered_json SpecValue(Id constant) const {
    const TypeInfo& type = context_.types().TypeOf(module_, constant);
    const InstIndex def = module_.def(constant);
    if (!type.Is(type_trait::kFloat) || type.width != 32 || def == kNoInst) {
      return Value(constant);
    }
    const Inst inst = module_.inst(def);
    if (inst.op() != grammar::Op::kSpecConstant) return {};
    return absl::bit_cast<float>(
        inst.operand_word(grammar::operand::SpecConstant::kValue));
  }

  // --- Entry points ---

  ordered_json Entry(const Stage& stage) {
    ordered_json json;
    json["entry_point"] = std::string(stage.entry_point().name());
    json["stage"] = std::string(stage.name());
    json["execution_model"] = EnumerantName(
        grammar::Kind::kExecutionModel, static_cast<uint32_t>(stage.model()));
    if (ordered_json size = WorkgroupSizeOf(stage); !size.is_null()) {
      json["workgroup_size"] = std::move(size);
    }
    json["inputs"] = Objects(stage, stage.inputs());
    json["outputs"] = Objects(stage, stage.outputs());
    json["built_in_inputs"] = BuiltIns(stage.builtin_inputs());
    json["built_in_outputs"] = BuiltIns(stage.builtin_outputs());
    json["resources"] = Resources(stage);
    if (stage.push_constants()) {
      json["push_constants"] = PushConstants(*stage.push_constants());
    }
    return json;
  }

  ordered_json WorkgroupSizeOf(const Stage& stage) const {
    const Id object = FindSizeObject(context_);
    ordered_json size = ordered_json::array();
    const auto add = [&](Id id) { size.push_back(Value(id)); };
    if (object != kNoId) {
      const Inst inst = module_.inst(module_.def(object));
      if (inst.operand_count() < 5) return {};
      for (uint32_t d = 0; d < 3; ++d) add(inst.id(2 + d));
      return size;
    }
    for (const auto mode : {grammar::ExecutionMode::kLocalSizeId,
                            grammar::ExecutionMode::kLocalSize}) {
      const ExecutionModeRow* const row = stage.FindMode(mode);
      if (row == nullptr) continue;
      const Inst inst = module_.inst(row->at);
      if (inst.operand_count() < kSizeOperands + 3) return {};
      for (uint32_t d = 0; d < 3; ++d) {
        const OperandIndex operand = kSizeOperands + d;
        if (IsIdUse(inst.kind(operand))) {
          add(inst.id(operand));
        } else {
          size.push_back(inst.operand_word(operand));
        }
      }
      return size;
    }
    return {};
  }

  void AddName(const InterfaceObject& object, ordered_json* json) {
    (*json)["id"] = Name(object.variable);
    if (object.block != kNoId) {
      (*json)["block"] = Name(object.block);
      (*json)["member"] = object.member;
    }
  }

  ordered_json Objects(const Stage& stage,
                       absl::Span<const InterfaceObject> objects) {
    ordered_json list = ordered_json::array();
    for (const InterfaceObject& object : objects) {
      ordered_json json;
      AddName(object, &json);
      json["location"] = object.location;
      json["component"] = object.component;
      std::vector<ComponentWord> words;
      if (AppendComponentWords(stage.context(), object.type, object.location,
                               object.component, &words) &&
          !words.empty()) {
        json["locations"] = words.back().location - words.front().location + 1;
      }
      json["type"] = Type(object.type);
      if (auto length = BlockLayout::LengthOf(context_, object.type)) {
        json["length"] = *std::move(length);
      }
      if (object.array != kNoId) json["array"] = Type(object.array);
      if (object.index != 0) json["index"] = object.index;
      if (object.stream != 0) json["stream"] = object.stream;
      ordered_json decorations = Decorations(object);
      if (!decorations.empty()) json["decorations"] = std::move(decorations);
      json["access"] = std::string(AccessText(object.access));
      list.push_back(std::move(json));
    }
    return list;
  }

  ordered_json Decorations(const InterfaceObject& object) const {
    using grammar::Decoration;
    ordered_json list = ordered_json::array();
    for (const Decoration kind :
         {Decoration::kPatch, Decoration::kPerPrimitiveEXT,
          Decoration::kPerVertexKHR, Decoration::kFlat,
          Decoration::kNoPerspective, Decoration::kCentroid,
          Decoration::kSample, Decoration::kInvariant}) {
      const bool has =
          context_.decorations().Has(object.variable, kind) ||
          (object.block != kNoId &&
           context_.decorations().Find(object.block, object.member, kind));
      if (!has) continue;
      list.push_back(EnumerantName(grammar::Kind::kDecoration,
                                   static_cast<uint32_t>(kind)));
    }
    return list;
  }

  ordered_json BuiltIns(absl::Span<const InterfaceObject> objects) {
    ordered_json list = ordered_json::array();
    for (const InterfaceObject& object : objects) {
      ordered_json json;
      json["built_in"] = EnumerantName(grammar::Kind::kBuiltIn,
                                       static_cast<uint32_t>(*object.builtin));
      AddName(object, &json);
      json["type"] = Type(object.type);
      json["access"] = std::string(AccessText(object.access));
      list.push_back(std::move(json));
    }
    return list;
  }

  ordered_json Resources(const Stage& stage) {
    ordered_json list = ordered_json::array();
    for (const Resource& resource : stage.resources()) {
      ordered_json json;
      json["set"] = resource.set;
      json["binding"] = resource.binding;
      json["id"] = Name(resource.variable);
      json["descriptor_type"] = std::string(NameOf(resource.descriptor));
      json["count"] =
          resource.count ? ordered_json(*resource.count) : ordered_json();
      json["type"] = Type(resource.type);
      json["access"] = std::string(AccessText(resource.access));
      if (resource.input_attachment) {
        json["input_attachment"] = *resource.input_attachment;
      }
      if (context_.types().Get(resource.type).Is(type_trait::kStruct)) {
        json["block"] = blocks_.Describe(resource.type);
      }
      list.push_back(std::move(json));
    }
    return list;
  }

  ordered_json PushConstants(const PushConstantBlock& block) {
    const auto is_used = [&](uint32_t member, ordered_json* json) {
      (*json)["is_used"] = std::binary_search(block.used_members.begin(),
                                              block.used_members.end(), member);
    };
    ordered_json json;
    json["id"] = Name(block.variable);
    json["block"] = blocks_.Describe(block.type, is_used);
    return json;
  }

  const ModuleContext& context_;
  const plumb::Module& module_;
  IdText ids_;
  BlockLayout blocks_;
};

}  // namespace

ordered_json ModuleInterface(const Session& session, absl::string_view file) {
  return Describer(session).Module(file);
}

}  // namespace plumb
