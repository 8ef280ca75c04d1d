// Decorations of descriptor heaps and of their contents: built-ins, and
// strides and offsets that are <id>s (SPV_EXT_descriptor_heap).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "core/options.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/module_layouts.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_EXT_descriptor_heap";
constexpr char kHeapClass[] =
    "{0} must decorate a variable of storage class UniformConstant, but {1} is "
    "not one";

constexpr RuleTable R({
    {"heap.builtin.not-member", kSection,
     "built-in {0} must decorate a variable, not a member"},
    {"heap.samplerheap.storage-class", kSection, kHeapClass,
     "VUID-SamplerHeapEXT-SamplerHeapEXT-11239", Severity::kError, kInVulkan},
    {"heap.resourceheap.storage-class", kSection, kHeapClass,
     "VUID-ResourceHeapEXT-ResourceHeapEXT-11241", Severity::kError, kInVulkan},
    {"heap.memberdecorateid.struct", kSection, "{0} is not a structure type"},
    {"heap.memberdecorateid.member-in-range", kSection,
     "member {1} is out of range: {0} has {2} member{2s}"},
    {"heap.memberdecorateid.decoration", kSection,
     "{0} takes no <id>, so OpMemberDecorate must apply it"},
    {"heap.memberdecorateid.only-heap-decorations", kSection,
     "OpMemberDecorateIdEXT takes OffsetIdEXT only, not {0}"},
    {"heap.memberdecorateid.operands-before-struct", kSection,
     "{0} must be defined before the structure, {1}"},
    {"heap.offsetid.target", kSection,
     "OffsetIdEXT can only decorate members of structures, but {0} is "
     "decorated as a whole"},
    {"heap.offsetid.descriptor-struct", kSection,
     "{0} holds no descriptors, so its members must use Offset, not "
     "OffsetIdEXT"},
    Also("heap.memberdecorateid.operands-constant",
         {"heap.offsetid.type", kSection,
          "the offset must be a constant 32-bit integer, but {0} is not"}),
    {"heap.offsetid.distinct", kSection,
     "members {1} and {2} of {0} have the same offset", "", Severity::kWarning},
    // A warning, like equal offsets.
    {"heap.layout.overlap", kSection,
     "member {1} of {0} starts at byte {2}, before member {3} ends", "",
     Severity::kWarning},
    {"heap.offsetid.alignment", kSection,
     "the offset must be a multiple of {1}, which is the alignment of {0}, not "
     "{2}",
     "", Severity::kError, kInVulkan},
    {"heap.offsetid.unique", kSection,
     "member {1} of {0} already has an offset"},
    {"heap.arraystrideid.target", kSection,
     "ArrayStrideIdEXT can only decorate array types, not {0}"},
    {"heap.arraystrideid.descriptor-array", kSection,
     "{0} holds no descriptors, so it must use ArrayStride, not "
     "ArrayStrideIdEXT"},
    {"heap.arraystrideid.not-on-block-array", kSection,
     "{0} is an array of blocks, so it must not have an ArrayStride"},
    {"heap.arraystrideid.type", kSection,
     "the stride must be a constant 32-bit integer, but {0} is not"},
    {"heap.arraystrideid.not-zero", kSection, "the stride must not be 0"},
    {"heap.arraystrideid.large-enough", kSection,
     "the elements of {0} overlap: they take {1} byte{1s}, but the stride is "
     "{2}"},
    {"heap.arraystrideid.overlap", kSection,
     "the elements of {0} are arrays longer than its stride"},
});

class HeapLayout {
 public:
  explicit HeapLayout(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    const Decorations& decorations = context_.decorations();
    decorations.ForEach(Decoration::kBuiltIn,
                        [this](const Decorated& d) { CheckBuiltIn(d); });
    decorations.ForEach(Decoration::kArrayStrideIdEXT,
                        [this](const Decorated& d) { CheckStride(d); });
    for (const auto& [type, stride] : strides_) CheckOverlap(Id(type), stride);
    decorations.ForEach(Decoration::kOffset,
                        [this](const Decorated& d) { AddOffset(d, false); });
    decorations.ForEach(Decoration::kOffsetIdEXT,
                        [this](const Decorated& d) { CheckOffset(d); });
    CheckUnique();
    CheckDistinct();
    CheckMembers();
  }

 private:
  // The decoration that gives the stride of an array.
  struct Stride {
    InstIndex at;
    OperandIndex operand;
  };
  struct Offset {
    Id type;
    uint32_t member;
    bool by_id;
    InstIndex inst;
    Id id;  // if the stride is an <id>
    ScalarConstant value;
  };

  // A heap must be a variable, not a member.
  void CheckBuiltIn(const Decorated& d) {
    const auto built_in = BuiltInOf(module_, d);
    if (built_in != BuiltIn::kSamplerHeapEXT &&
        built_in != BuiltIn::kResourceHeapEXT) {
      return;
    }
    const Arg name = Arg::Enumerant(Kind::kBuiltIn, *built_in);
    if (d.member != kNoMember) {
      context_.Report(R("heap.builtin.not-member"),
                      Place::At(d.statement, d.parameter), {name});
      return;
    }
    const TypeInfo& type = context_.types().TypeOf(module_, d.target);
    if (type.unknown() || !type.Is(tt::kAnyPointer) ||
        type.storage_class == StorageClass::kUniformConstant) {
      return;
    }
    context_
        .Report(built_in == BuiltIn::kSamplerHeapEXT
                    ? R("heap.samplerheap.storage-class")
                    : R("heap.resourceheap.storage-class"),
                Place::At(d.place, d.operand), {name, d.target})
        .Note("it is defined here", Place::At(module_.def(d.target)));
  }

  // Checks that a stride or offset is a constant 32-bit integer.
  bool CheckNumber(const Rule& rule, const Inst& inst, OperandIndex operand) {
    if (operand >= inst.operand_count()) return false;
    const Id id = inst.id(operand);
    const InstIndex def = module_.def(id);
    if (def == kNoInst || context_.poisoned(id)) return false;
    const TypeInfo& type = context_.types().TypeOf(module_, id);
    const Op op = module_.record(def).op;
    const bool is_int = type.IsAll(tt::kScalar | tt::kInt);
    if (op == Op::kConstantSizeOfEXT && !is_int)
      return false;  // reported by another rule
    const bool constant = Is(op, grammar::OpTrait::kSizeConstant);
    if (constant && is_int && type.width == 32) return true;
    context_.Report(rule, Place::At(inst.index(), operand), {id})
        .Note("it is defined here", Place::At(def));
    return false;
  }

  // Whether a type is or contains a descriptor.
  bool HoldsDescriptor(const TypeInfo& type) const {
    namespace part = type_part;
    // Buffers are among the opaque types, without a separate type part.
    return type.Contains(part::kImage | part::kSampler | part::kTensor |
                         part::kAccelerationStructure |
                         part::kOpaqueWithoutNull);
  }

  // Checks an array whose stride is an <id>.
  bool CheckArray(const Decorated& d) {
    const TypeInfo& type = context_.types().Get(d.target);
    const Place place = Place::At(d.place, d.operand);
    const Place declared = Place::At(module_.def(d.target));
    const Rule* rule = nullptr;
    if (!HoldsDescriptor(type)) {
      rule = &R("heap.arraystrideid.descriptor-array");
    } else if (context_.decorations().Has(type.element, Decoration::kBlock) ||
               context_.decorations().Has(type.element,
                                          Decoration::kBufferBlock)) {
      rule = &R("heap.arraystrideid.not-on-block-array");
    } else {
      return true;
    }
    context_.Report(*rule, place, {Arg::Type(d.target)})
        .Note("it is declared here", declared);
    return false;
  }

  void CheckStride(const Decorated& d) {
    const TypeInfo& type = context_.types().Get(d.target);
    if (type.poisoned() || module_.def(d.target) == kNoInst) return;
    if (d.member != kNoMember || !type.Is(tt::kArray | tt::kRuntimeArray)) {
      context_
          .Report(R("heap.arraystrideid.target"), Place::At(d.place, d.operand),
                  {d.target})
          .Note("it is defined here", Place::At(module_.def(d.target)));
      return;
    }
    const Inst inst = module_.inst(d.statement);
    if (!CheckArray(d) ||
        !CheckNumber(R("heap.arraystrideid.type"), inst, d.parameter)) {
      return;
    }
    const ScalarConstant value = Value(inst.id(d.parameter));
    if (value.fixed() && value.value == 0) {
      context_.Report(R("heap.arraystrideid.not-zero"),
                      Place::At(d.statement, d.parameter));
      return;
    }
    CheckSize(d, value);
    strides_.emplace(d.target.value, Stride{d.statement, d.parameter});
  }

  // Checks a stride against the size of the elements that the options give.
  void CheckSize(const Decorated& d, const ScalarConstant& stride) {
    const uint32_t size =
        DescriptorSize(context_.types().Get(d.target).element);
    if (!stride.fixed() || stride.value >= size) return;
    context_.Report(
        R("heap.arraystrideid.large-enough"),
        Place::At(d.statement, d.parameter),
        {Arg::Type(d.target), size, static_cast<uint64_t>(stride.value)});
  }

  ScalarConstant Value(Id id) const {
    const InstIndex def = module_.def(id);
    if (def == kNoInst || module_.record(def).op != Op::kConstantSizeOfEXT) {
      return context_.constants().Scalar(id);
    }
    ScalarConstant size;
    size.value = DescriptorSize(
        module_.inst(def).id(grammar::operand::ConstantSizeOfEXT::kType));
    size.known = size.value != 0;
    return size;
  }

  // The size of a descriptor type that the options give; 0 if none.
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

  // Checks an array of arrays: equal strides leave no space for a second inner
  // element.
  void CheckOverlap(Id type, const Stride& outer) {
    const Id element = context_.types().Get(type).element;
    const TypeInfo& inner_type = context_.types().Get(element);
    const auto inner = strides_.find(element.value);
    if (!inner_type.Is(tt::kArray) || inner == strides_.end()) return;
    const Id outer_id = module_.inst(outer.at).id(outer.operand);
    const Id inner_id =
        module_.inst(inner->second.at).id(inner->second.operand);
    const ScalarConstant length =
        Value(module_.inst(module_.def(element))
                  .id(grammar::operand::TypeArray::kLength));
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
        .Report(R("heap.arraystrideid.overlap"),
                Place::At(outer.at, outer.operand), {type})
        .Note("the stride of the inner array is stated here",
              Place::At(inner->second.at, inner->second.operand));
  }

  void AddOffset(const Decorated& d, bool by_id) {
    if (d.member == kNoMember) return;
    const Inst inst = module_.inst(d.statement);
    if (d.parameter >= inst.operand_count()) return;
    Offset offset = {d.target, d.member, by_id, d.statement, kNoId, {}};
    if (by_id) {
      offset.id = inst.id(d.parameter);
      offset.value = Value(offset.id);
    } else {
      offset.value.value = inst.operand_word(d.parameter);
      offset.value.known = true;
    }
    offsets_.push_back(offset);
  }

  // Checks an offset that is an <id>, of an existing member.
  void CheckOffset(const Decorated& d) {
    const TypeInfo& type = context_.types().Get(d.target);
    if (d.member == kNoMember) {
      context_.Report(R("heap.offsetid.target"), Place::At(d.place, d.operand),
                      {d.target});
      return;
    }
    if (type.unknown() || !type.Is(tt::kStruct) || d.member >= type.count) {
      return;
    }
    if (!HoldsDescriptor(type)) {
      context_
          .Report(R("heap.offsetid.descriptor-struct"),
                  Place::At(d.place, d.operand), {Arg::Type(d.target)})
          .Note("it is declared here", Place::At(module_.def(d.target)));
      return;
    }
    if (CheckNumber(R("heap.offsetid.type"), module_.inst(d.statement),
                    d.parameter)) {
      AddOffset(d, true);
    }
  }

  // Reports several offsets of one member, of which at least one is an <id>.
  void CheckUnique() {
    std::sort(offsets_.begin(), offsets_.end(),
              [](const Offset& a, const Offset& b) {
                return std::tie(a.type.value, a.member, a.inst) <
                       std::tie(b.type.value, b.member, b.inst);
              });
    for (size_t i = 1; i < offsets_.size(); ++i) {
      const Offset& a = offsets_[i - 1];
      const Offset& b = offsets_[i];
      if (a.type != b.type || a.member != b.member || !(a.by_id || b.by_id)) {
        continue;
      }
      context_
          .Report(R("heap.offsetid.unique"), Place::At(b.inst),
                  {b.type, b.member})
          .Note("it is stated here", Place::At(a.inst));
    }
  }

  // Reports members of one structure with equal offsets, of which at least one
  // is an <id>.
  void CheckDistinct() {
    const auto same_place = [](const Offset& a, const Offset& b) {
      if (!a.by_id && !b.by_id) return false;
      return (a.id != kNoId && a.id == b.id) ||
             (a.value.fixed() && b.value.fixed() &&
              a.value.value == b.value.value);
    };
    // Offsets with equal numbers, or otherwise with equal <id>s, are adjacent.
    std::sort(offsets_.begin(), offsets_.end(),
              [](const Offset& a, const Offset& b) {
                return std::make_tuple(a.type.value, !a.value.fixed(),
                                       a.value.value, a.id.value, a.inst) <
                       std::make_tuple(b.type.value, !b.value.fixed(),
                                       b.value.value, b.id.value, b.inst);
              });
    for (size_t i = 1; i < offsets_.size(); ++i) {
      const Offset& a = offsets_[i - 1];
      const Offset& b = offsets_[i];
      if (a.type != b.type || a.member == b.member || !same_place(a, b)) {
        continue;
      }
      const Offset& later = std::max(
          a, b,
          [](const Offset& x, const Offset& y) { return x.inst < y.inst; });
      context_
          .Report(R("heap.offsetid.distinct"), Place::At(later.inst),
                  {a.type, std::min(a.member, b.member),
                   std::max(a.member, b.member)})
          .Note("the other one is stated here",
                Place::At(std::min(a.inst, b.inst)));
    }
  }

  // Reports members that start within others, where at least one offset is an
  // <id>. Those of a structure are in the order of CheckDistinct().
  void CheckMembers() {
    if (absl::c_none_of(offsets_, [](const Offset& o) { return o.by_id; })) {
      return;
    }
    const TypeLayouts& layouts = context_.Fact<ModuleTypeLayouts>();
    const Offset* last = nullptr;  // the member with the greatest end so far
    int64_t end = 0;
    for (const Offset& offset : offsets_) {
      if (!offset.value.fixed()) continue;
      const int64_t begin = offset.value.value;
      const bool same = last != nullptr && last->type == offset.type;
      if (same && begin < end && begin > last->value.value &&
          (offset.by_id || last->by_id)) {
        context_
            .Report(R("heap.layout.overlap"), Place::At(offset.inst),
                    {offset.type, offset.member, static_cast<uint64_t>(begin),
                     last->member})
            .Note("the other one is stated here", Place::At(last->inst));
      }
      const Id member =
          context_.types().MemberOf(module_, offset.type, offset.member);
      if (offset.by_id) CheckAlignment(offset, member, layouts);
      const auto size = static_cast<int64_t>(
          std::max<uint64_t>(layouts.Get(member).size, DescriptorSize(member)));
      if (same && begin + size < end) continue;
      last = &offset;
      end = begin + size;
    }
  }

  // The alignment of descriptors depends on the device.
  void CheckAlignment(const Offset& offset, Id member,
                      const TypeLayouts& layouts) {
    if (HoldsDescriptor(context_.types().Get(member))) return;
    const Alignments& alignments = layouts.Get(member).alignments;
    const uint32_t alignment = context_.options().scalar_block_layout
                                   ? alignments.scalar
                                   : alignments.base;
    if (alignment <= 1 || offset.value.value % alignment == 0) return;
    context_.Report(R("heap.offsetid.alignment"), Place::At(offset.inst),
                    {Arg::Type(member), alignment,
                     static_cast<uint64_t>(offset.value.value)});
  }

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, Stride> strides_;  // by id of the array
  std::vector<Offset> offsets_;
};

void CheckLayout(ModuleContext& context) { HeapLayout(context).Check(); }

// --- OpMemberDecorateIdEXT ---

// Whether another rule already forbids the decoration on members.
bool IsCheckedByTarget(Decoration decoration) {
  switch (decoration) {
    case Decoration::kArrayStrideIdEXT:
    case Decoration::kAlignmentId:
    case Decoration::kMaxByteOffsetId:
    case Decoration::kCounterBuffer:
      return true;
    default:
      return false;
  }
}

// Checks a decoration of a member by an <id>.
void CheckMemberDecoration(const CheckContext& c, InstIndex structure) {
  namespace decorate = grammar::operand::MemberDecorateIdEXT;
  const auto decoration =
      Decoration{c.inst().operand_word(decorate::kDecoration)};
  if (IsCheckedByTarget(decoration)) return;
  if (decoration != Decoration::kOffsetIdEXT) {
    c.Report(R("heap.memberdecorateid.only-heap-decorations"),
             decorate::kDecoration,
             {Arg::Enumerant(Kind::kDecoration, decoration)});
    return;
  }
  constexpr OperandIndex kNumber = decorate::kDecoration + 1;
  const Id id = c.inst().id(kNumber);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || def < structure) return;
  c.Report(R("heap.memberdecorateid.operands-before-struct"), kNumber,
           {id, c.inst().id(decorate::kStructureType)})
      .Note("it is defined here", Place::At(def));
}

void CheckMember(const CheckContext& c) {
  namespace decorate = grammar::operand::MemberDecorateIdEXT;
  const Id id = c.inst().id(decorate::kStructureType);
  const uint32_t member = c.inst().operand_word(decorate::kMember);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.context().types().Get(id);
  if (type.poisoned() || def == kNoInst) return;
  if (!type.Is(tt::kStruct)) {
    c.Report(R("heap.memberdecorateid.struct"), decorate::kStructureType, {id})
        .Note("it is defined here", Place::At(def));
  } else if (member >= type.count) {
    c.Report(R("heap.memberdecorateid.member-in-range"), decorate::kMember,
             {id, member, type.count})
        .Note("it is declared here", Place::At(def));
  } else if (!HasIdAt(c, decorate::kDecoration + 1)) {
    const uint32_t decoration = c.inst().operand_word(decorate::kDecoration);
    c.Report(R("heap.memberdecorateid.decoration"), decorate::kDecoration,
             {Arg::Enumerant(Kind::kDecoration, decoration)});
  } else {
    CheckMemberDecoration(c, def);
  }
}
constexpr Check kChecks[] = {{Op::kMemberDecorateIdEXT, CheckMember}};

}  // namespace

extern constinit const Family kHeapLayout(
    R,
    kModuleCheck<Phase::kSummaries, CheckLayout,
                 Capability::kDescriptorHeapEXT>,
    kChecks);

}  // namespace plumb
