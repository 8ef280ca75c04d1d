// Decorations of descriptor heaps and of what they hold: built-ins, and strides
// and offsets that are <id>s (SPV_EXT_descriptor_heap).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/constant.h"
#include "validate/analysis/decorated.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Capability;
using grammar::Decoration;
using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_descriptor_heap";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"heap.builtin.not-member", kSection,
     "{0} is the built-in of a variable, not of a member"},
    {"heap.builtin.storage-class", kSection,
     "{0} must decorate a variable of storage class UniformConstant, which {1} "
     "is not",
     "VUID-ResourceHeapEXT-ResourceHeapEXT-11241", Severity::kError, kVulkan},
    {"heap.memberdecorateid.struct", kSection, "{0} is no structure type"},
    {"heap.memberdecorateid.member-in-range", kSection,
     "{0} has {2} members, so none has the number {1}"},
    {"heap.memberdecorateid.decoration", kSection,
     "{0} takes no <id>, so OpMemberDecorate must apply it"},
    {"heap.offsetid.type", kSection,
     "the offset must be a constant 32-bit integer, but {0} is not"},
    {"heap.offsetid.unique", kSection,
     "member {1} of {0} has another offset already"},
    {"heap.arraystrideid.target", kSection,
     "only array types take ArrayStrideIdEXT, not {0}"},
    {"heap.arraystrideid.type", kSection,
     "the stride must be a constant 32-bit integer, but {0} is not"},
    {"heap.arraystrideid.not-zero", kSection, "the stride must not be 0"},
    {"heap.arraystrideid.overlap", kSection,
     "the elements of {0} are arrays that are longer than its stride"},
});

class HeapLayout {
 public:
  explicit HeapLayout(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    ForEachDecorated(
        module_, Decoration::kBuiltIn,
        [this](Id id, const Inst& inst) { CheckBuiltIn(id, inst); });
    ForEachDecorated(
        module_, Decoration::kArrayStrideIdEXT,
        [this](Id id, const Inst& inst) { CheckStride(id, inst); });
    for (const auto& [type, stride] : strides_) CheckOverlap(Id(type), stride);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kMemberDecorate) {
        CheckMember(inst);
      } else if (inst.op() == Op::kMemberDecorateIdEXT) {
        CheckMemberId(inst);
      }
    }
    CheckUnique();
  }

 private:
  struct Offset {
    uint32_t type;
    uint32_t member;
    bool by_id;
    InstIndex inst;
  };

  static bool IsHeap(uint32_t built_in) {
    return built_in == static_cast<uint32_t>(BuiltIn::kSamplerHeapEXT) ||
           built_in == static_cast<uint32_t>(BuiltIn::kResourceHeapEXT);
  }

  void CheckBuiltIn(Id id, const Inst& inst) {
    if (inst.operand_count() < 3 || !IsHeap(inst.operand_word(2))) return;
    const TypeInfo& type = context_.types().Of(module_, id);
    if (IsUnknown(type) || !type.Is(tt::kAnyPointer) ||
        type.storage_class == StorageClass::kUniformConstant) {
      return;
    }
    context_
        .Report(R("heap.builtin.storage-class"), Place::At(inst.index(), 0),
                {Arg::Enumerant(Kind::kBuiltIn, inst.operand_word(2)), id})
        .Note("it is defined here", Place::At(module_.def(id)));
  }

  // Whether a stride or offset is a constant 32-bit integer.
  bool CheckNumber(const Rule& rule, const Inst& inst, OperandIndex operand) {
    if (operand >= inst.operand_count()) return false;
    const Id id = inst.id(operand);
    const InstIndex def = module_.def(id);
    if (def == kNoInst || context_.poisoned(id)) return false;
    const TypeInfo& type = context_.types().Of(module_, id);
    const Op op = module_.record(def).op;
    const bool is_int = type.IsAll(tt::kScalar | tt::kInt);
    if (op == Op::kConstantSizeOfEXT && !is_int) return false;  // its own error
    const bool constant = Is(op, grammar::OpTrait::kSizeConstant);
    if (constant && is_int && type.width == 32) return true;
    context_.Report(rule, Place::At(inst.index(), operand), {id})
        .Note("it is defined here", Place::At(def));
    return false;
  }

  void CheckStride(Id id, const Inst& inst) {
    const TypeInfo& type = context_.types().Get(id);
    if (type.traits == tt::kPoisoned || module_.def(id) == kNoInst) return;
    if (!type.Is(tt::kArray | tt::kRuntimeArray)) {
      context_
          .Report(R("heap.arraystrideid.target"), Place::At(inst.index(), 0),
                  {id})
          .Note("it is defined here", Place::At(module_.def(id)));
      return;
    }
    if (!CheckNumber(R("heap.arraystrideid.type"), inst, 2)) return;
    const ScalarConstant value = Value(inst.id(2));
    if (value.fixed() && value.value == 0) {
      context_.Report(R("heap.arraystrideid.not-zero"),
                      Place::At(inst.index(), 2));
      return;
    }
    strides_.emplace(id.value, inst.index());
  }

  ScalarConstant Value(Id id) const {
    const InstIndex def = module_.def(id);
    if (def == kNoInst || module_.record(def).op != Op::kConstantSizeOfEXT) {
      return context_.constants().Scalar(id);
    }
    ScalarConstant size;
    size.value = DescriptorSize(module_.inst(def).id(2));
    size.known = size.value != 0;
    return size;
  }

  // What the options say of a descriptor type; 0 if nothing.
  uint32_t DescriptorSize(Id type) const {
    const InstIndex def = module_.def(type);
    if (def == kNoInst) return 0;
    const ValidatorOptions& options = context_.options();
    switch (module_.record(def).op) {
      case Op::kTypeBufferEXT:
      case Op::kTypeAccelerationStructureKHR:
        return options.buffer_descriptor.size;
      case Op::kTypeImage:
        return options.image_descriptor.size;
      case Op::kTypeSampler:
        return options.sampler_descriptor.size;
      case Op::kTypeTensorARM:
        return options.tensor_descriptor.size;
      default:
        return 0;
    }
  }

  // An array of arrays: equal strides leave no room for a second inner element.
  void CheckOverlap(Id type, InstIndex stride) {
    const Id element = context_.types().Get(type).element;
    const TypeInfo& inner = context_.types().Get(element);
    const auto inner_stride = strides_.find(element.value);
    if (!inner.Is(tt::kArray) || inner_stride == strides_.end()) return;
    const Id outer_id = module_.inst(stride).id(2);
    const Id inner_id = module_.inst(inner_stride->second).id(2);
    const ScalarConstant length =
        Value(module_.inst(module_.def(element)).id(2));
    const ScalarConstant outer_bytes = Value(outer_id);
    const ScalarConstant inner_bytes = Value(inner_id);
    if (!length.fixed() || length.value < 2) return;
    const bool known =
        outer_bytes.fixed() && inner_bytes.fixed() && inner_bytes.value > 0;
    const bool overlap =
        outer_id == inner_id ||
        (known && length.value > outer_bytes.value / inner_bytes.value);
    if (!overlap) return;
    context_
        .Report(R("heap.arraystrideid.overlap"), Place::At(stride, 2), {type})
        .Note("the stride of the inner array is stated here",
              Place::At(inner_stride->second, 2));
  }

  void CheckMember(const Inst& inst) {
    const auto decoration = Decoration{inst.operand_word(2)};
    if (decoration == Decoration::kOffset) {
      offsets_.push_back(
          {inst.operand_word(0), inst.operand_word(1), false, inst.index()});
    } else if (decoration == Decoration::kBuiltIn && inst.operand_count() > 3 &&
               IsHeap(inst.operand_word(3))) {
      context_.Report(R("heap.builtin.not-member"), Place::At(inst.index(), 3),
                      {Arg::Enumerant(Kind::kBuiltIn, inst.operand_word(3))});
    }
  }

  void CheckMemberId(const Inst& inst) {
    const Id id = inst.id(0);
    const uint32_t member = inst.operand_word(1);
    const TypeInfo& type = context_.types().Get(id);
    if (type.traits == tt::kPoisoned || module_.def(id) == kNoInst) return;
    if (!type.Is(tt::kStruct)) {
      context_
          .Report(R("heap.memberdecorateid.struct"), Place::At(inst.index(), 0),
                  {id})
          .Note("it is defined here", Place::At(module_.def(id)));
      return;
    }
    if (member >= type.count) {
      context_
          .Report(R("heap.memberdecorateid.member-in-range"),
                  Place::At(inst.index(), 1), {id, member, type.count})
          .Note("it is declared here", Place::At(module_.def(id)));
      return;
    }
    const auto decoration = Decoration{inst.operand_word(2)};
    if (inst.operand_count() < 4 || !IsIdKind(inst.kind(3))) {
      context_.Report(
          R("heap.memberdecorateid.decoration"), Place::At(inst.index(), 2),
          {Arg::Enumerant(Kind::kDecoration, inst.operand_word(2))});
      return;
    }
    if (decoration == Decoration::kOffsetIdEXT &&
        CheckNumber(R("heap.offsetid.type"), inst, 3)) {
      offsets_.push_back({id.value, member, true, inst.index()});
    }
  }

  // Offsets of one member, of which at least one is an <id>.
  void CheckUnique() {
    std::sort(offsets_.begin(), offsets_.end(),
              [](const Offset& a, const Offset& b) {
                return std::tie(a.type, a.member, a.inst) <
                       std::tie(b.type, b.member, b.inst);
              });
    for (size_t i = 1; i < offsets_.size(); ++i) {
      const Offset& a = offsets_[i - 1];
      const Offset& b = offsets_[i];
      if (a.type != b.type || a.member != b.member || !(a.by_id || b.by_id)) {
        continue;
      }
      context_
          .Report(R("heap.offsetid.unique"), Place::At(b.inst),
                  {Id(b.type), b.member})
          .Note("it is stated here", Place::At(a.inst));
    }
  }

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, InstIndex> strides_;  // by id of the array
  std::vector<Offset> offsets_;
};

void CheckLayout(ModuleContext& context) {
  if (context.Has(Capability::kDescriptorHeapEXT)) HeapLayout(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckLayout}};

}  // namespace

extern constinit const Family kHeapLayout = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
