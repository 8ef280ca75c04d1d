// The numbers of explicit layouts (sections 2.2.2 and 3.2.6): missing
// decorations, overlapping parts, and the alignments of Vulkan's shader
// interfaces and of OpenGL's layouts std140 and std430.  These are the same,
// except that OpenGL does not relax the alignment of vectors.
//
// Only types of actual objects are checked: a type without an object in such a
// storage class may have any layout.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "validate/analysis/type_layouts.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/laid_out_objects.h"
#include "validate/facts/module_layouts.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kTerm[] = "2.2.2";
constexpr char kVulkan[] = "Vulkan: Shader Interfaces";
constexpr char kVuid[] = "VUID-StandaloneSpirv-None-10684";

// Missing decorations: reported for typed blocks, and in Vulkan for every
// object.  Elsewhere implementations accept other types without a layout.
constexpr Rule Lacks(absl::string_view id, absl::string_view text) {
  return {id, kTerm, text, kVuid};
}
constexpr Rule Misplaced(absl::string_view id, absl::string_view text) {
  return {id, kVulkan, text, kVuid, Severity::kError, kInVulkan};
}

constexpr char kOffset[] =
    "the offset must be a multiple of {1}, which is the alignment of {0} in "
    "{2}";
constexpr char kPadding[] =
    "the member lies in the padding of {0}, which ends at byte {1}";
constexpr char kArrayStride[] =
    "the stride must be a multiple of {1}, which is the alignment of {0} in "
    "{2}";
constexpr char kMatrixStride[] =
    "the stride must be a multiple of {1}, which is the alignment of the "
    "matrix in {0}";

// The numbers that members may have besides an offset, and besides a stride.
constexpr RuleTable R(
    {
        Also("memory.uniform.explicit-layout "
             "memory.pushconstant.explicit-layout "
             "memory.storagebuffer.explicit-layout "
             "memory.physicalstoragebuffer.explicit-layout "
             "decoration.shaderrecordbuffer.explicit-layout "
             "decoration.nodepayload.explicit-layout",
             Lacks("decoration.offset.required",
                   "member {1} of {0} must have an Offset")),
        Lacks("decoration.arraystride.required",
              "{0} must have an ArrayStride"),
        Lacks(
            "decoration.matrixstride.required",
            "member {1} of {0} holds matrices, so it must have a MatrixStride"),
        Lacks("decoration.matrixmajor.required",
              "member {1} of {0} holds matrices, so it must be decorated with "
              "RowMajor or ColMajor"),
        {"decoration.arraystride.nonzero", kTerm, "the stride must not be 0"},
        {"decoration.matrixstride.nonzero", kTerm, "the stride must not be 0"},
        {"decoration.arraystride.large-enough", kTerm,
         "the elements of {0} overlap: they take {1} byte{1s}, but the stride "
         "is {2}"},
        {"decoration.matrixstride.large-enough", kTerm,
         "the vectors of the matrix overlap: they take {0} byte{0s}, but the "
         "stride is {1}"},
        Also("decoration.offset.no-overlap",
             {"decoration.offset.members-disjoint", kTerm,
              "member {1} of {0} (offset {2}) overlaps member {3}"}),
        {"decoration.offset.distinct", kTerm,
         "members {1} and {2} of {0} have the same offset", "",
         Severity::kWarning},
        Misplaced("decoration.offset.alignment", kOffset),
        Misplaced("decoration.offset.straddle",
                  "a vector must not cross a multiple of 16 bytes, but {0} "
                  "starts {1} byte{1s} after one"),
        Misplaced("decoration.offset.padding", kPadding),
        Misplaced("decoration.arraystride.alignment", kArrayStride),
        Misplaced("decoration.matrixstride.alignment", kMatrixStride),
        InOpenGl("decoration.offset.opengl-alignment", kOffset),
        InOpenGl("decoration.offset.opengl-padding", kPadding),
        InOpenGl("decoration.arraystride.opengl-alignment", kArrayStride),
        InOpenGl("decoration.matrixstride.opengl-alignment", kMatrixStride),
    },
    kDecorationOps);

// The rules of alignment.
struct AlignmentRules {
  const Rule& offset;
  const Rule& padding;
  const Rule& array_stride;
  const Rule& matrix_stride;
};
constexpr AlignmentRules kVulkanRules = {
    R("decoration.offset.alignment"), R("decoration.offset.padding"),
    R("decoration.arraystride.alignment"),
    R("decoration.matrixstride.alignment")};
constexpr AlignmentRules kOpenGlRules = {
    R("decoration.offset.opengl-alignment"),
    R("decoration.offset.opengl-padding"),
    R("decoration.arraystride.opengl-alignment"),
    R("decoration.matrixstride.opengl-alignment")};

constexpr char kUse[] = "it is used in {0} here";

// A feature that would allow the layout, and the option that stands for it.
constexpr char kAllowed[] = "feature {0} allows it (option --{1})";
struct LayoutFeature {
  absl::string_view feature, option;
};
constexpr LayoutFeature kRelaxed = {"VK_KHR_relaxed_block_layout",
                                    "relax-block-layout"};
constexpr LayoutFeature kStandardUniform = {"uniformBufferStandardLayout",
                                            "uniform-buffer-standard-layout"};
constexpr LayoutFeature kScalar = {"scalarBlockLayout", "scalar-block-layout"};
constexpr LayoutFeature kScalarWorkgroup = {
    "workgroupMemoryExplicitLayoutScalarBlockLayout",
    "workgroup-scalar-block-layout"};

// The lines of a table: the members around the reported one, by offset.
constexpr char kMember[] = "member {0}: offset {1}, size {2}, alignment {3}";
constexpr char kWrongMember[] =
    "member {0} (this one): offset {1}, size {2}, alignment {3}";
constexpr size_t kMembersBefore = 2;
constexpr size_t kMembersAfter = 1;

// Vectors must not straddle a multiple of this many bytes.
constexpr uint32_t kRow = 16;

// The storage class of an object, and the operand that gives it.
struct Region {
  AlignmentKind alignment;
  StorageClass storage;
  Place use;
  bool needs_all;  // whether the layout must be complete
  const AlignmentRules& rules;
};

class LayoutCheck {
 public:
  explicit LayoutCheck(ModuleContext& context)
      : context_(context),
        module_(context.module()),
        is_vulkan_(IsVulkan(context)),
        relaxed_(context.options().relax_block_layout ||
                 (!IsOpenGl(context) && context.env().api_version != 10)),
        layouts_(context.Fact<ModuleTypeLayouts>()),
        memory_(context.Scratch<Memory>()) {
    visited_.assign(context.types().row_count(), 0);
  }

  void CheckTyped() {
    // The rules for blocks are stricter for types used both in a block and
    // elsewhere.
    if (!is_vulkan_) {
      ForEachTypedObject(context_, [this](const LaidOutObject& o) {
        if (IsBlock(o)) CheckObject(o, /*needs_all=*/true);
      });
    }
    ForEachTypedObject(context_,
                       [this](const LaidOutObject& o) { CheckObject(o); });
  }
  void CheckUntyped() {
    ForEachUntypedObject(context_,
                         [this](const LaidOutObject& o) { CheckObject(o); });
  }
  // Checks payloads of nodes, which come in arrays (SPV_AMDX_shader_enqueue).
  void CheckNodePayloads() {
    namespace payloads = operand::TypeNodePayloadArrayAMDX;
    for (const InstIndex i : module_.global_variables()) {
      const InstRecord& record = module_.record(i);
      if (record.op != Op::kVariable) continue;
      const TypeInfo& type = context_.types().TypeOf(module_, record.result);
      const InstIndex def = module_.def(type.element);
      if (type.storage_class != StorageClass::kNodePayloadAMDX ||
          def == kNoInst) {
        continue;
      }
      const Inst held = module_.inst(def);
      CheckObject({held.op() == Op::kTypeNodePayloadArrayAMDX
                       ? held.id(payloads::kPayloadType)
                       : type.element,
                   type.storage_class, i, operand::Variable::kResultType});
    }
  }
  // Checks blocks in Workgroup if WorkgroupMemoryExplicitLayoutKHR is
  // declared. They require an explicit layout everywhere
  // (SPV_KHR_workgroup_memory_explicit_layout, "2.16.2 Validation Rules for
  // Shader Capabilities").
  void CheckWorkgroup() {
    for (const InstIndex i : module_.global_variables()) {
      const InstRecord& record = module_.record(i);
      if (record.op != Op::kVariable) continue;
      const TypeInfo& type = context_.types().TypeOf(module_, record.result);
      if (type.storage_class != StorageClass::kWorkgroup ||
          !context_.decorations().Has(type.element, Decoration::kBlock)) {
        continue;
      }
      CheckObject(
          {type.element, type.storage_class, i, operand::Variable::kResultType},
          /*needs_all=*/true);
    }
  }

 private:
  // A type to check, and the layout of matrices if it is an array of them.
  struct Part {
    Id type;
    MatrixLayout matrix;
    uint32_t offset = 0;  // modulo kRow
  };

  struct Violation {
    const Rule& rule;
    Place place;
    const LayoutFeature* allowed_by;  // null: nothing
  };

  // Whether an object is a block of the kind that its storage class requires.
  bool IsBlock(const LaidOutObject& object) const {
    const Id held = InnermostElement(context_, object.type);
    return context_.decorations().Has(held, Decoration::kBlock) ||
           (object.storage == StorageClass::kUniform &&
            context_.decorations().Has(held, Decoration::kBufferBlock));
  }

  AlignmentKind AlignmentOf(const LaidOutObject& object) const {
    const ValidatorOptions& options = context_.options();
    // Shader records are laid out by the scalar rules in practice, whether or
    // not the option says so.
    if (object.storage == StorageClass::kShaderRecordBufferKHR) {
      return AlignmentKind::kScalar;
    }
    const bool scalar = object.storage == StorageClass::kWorkgroup
                            ? options.workgroup_scalar_block_layout
                            : options.scalar_block_layout;
    if (scalar) return AlignmentKind::kScalar;
    const Id held = InnermostElement(context_, object.type);
    return object.storage == StorageClass::kUniform &&
                   !options.uniform_buffer_standard_layout &&
                   !context_.decorations().Has(held, Decoration::kBufferBlock)
               ? AlignmentKind::kExtended
               : AlignmentKind::kBase;
  }

  // OpenGL's rules for its kinds of blocks in OpenGL; otherwise Vulkan's
  // rules, which apply only in Vulkan environments.
  const AlignmentRules& RulesOf(const LaidOutObject& object) const {
    const bool of_opengl = object.storage == StorageClass::kUniform ||
                           object.storage == StorageClass::kStorageBuffer;
    return of_opengl && IsOpenGl(context_) ? kOpenGlRules : kVulkanRules;
  }

  void CheckObject(const LaidOutObject& object) {
    CheckObject(object, /*needs_all=*/is_vulkan_);
  }
  void CheckObject(const LaidOutObject& object, bool needs_all) {
    const Region region = {AlignmentOf(object), object.storage,
                           Place::At(object.at, object.operand), needs_all,
                           RulesOf(object)};
    parts_.assign(1, {object.type, {}});
    while (!parts_.empty()) {
      const Part part = parts_.back();
      parts_.pop_back();
      const TypeInfo& type = context_.types().Get(part.type);
      if (type.poisoned() || !type.Is(tt::kAggregate) ||
          !Visit(part, region.alignment)) {
        continue;
      }
      if (type.Is(tt::kStruct)) {
        CheckStruct(part, region);
      } else {
        CheckArray(part, region);
        PushElements(part);
      }
    }
  }

  // Whether a type has not been checked yet with an alignment kind and an
  // offset modulo kRow.
  bool Visit(const Part& part, AlignmentKind kind) {
    uint64_t& visited = visited_[context_.types().RowOf(part.type)];
    const uint64_t bit = uint64_t{1}
                         << (static_cast<uint32_t>(kind) * kRow + part.offset);
    const bool is_new = (visited & bit) == 0;
    visited |= bit;
    return is_new;
  }

  // Reports once for each part of a type, however many layouts it has.
  // Returns whether the rule applies.
  template <typename... Args>
  bool Report(const Rule& rule, const Place& place, const Region& region,
              Args... args) {
    return Report(Violation{rule, place, nullptr}, region, args...);
  }
  template <typename... Args>
  bool Report(const Violation& violation, const Region& region, Args... args) {
    const auto& [rule, place, allowed_by] = violation;
    if (!context_.Applies(rule)) return false;
    if (!reported_.emplace(place.inst, place.operand, &rule).second) {
      return true;
    }
    DiagnosticBuilder report = context_.Report(rule, place, {args...});
    report.Note(kUse, region.use, {NameOf(region.storage)});
    if (at_member_ < order_.size()) AddTable(region, &report);
    if (allowed_by != nullptr) {
      report.Note(kAllowed, Place::WholeModule(),
                  {allowed_by->feature, allowed_by->option});
    }
    return true;
  }

  // Adds a table of the members around at_member_.
  void AddTable(const Region& region, DiagnosticBuilder* report) const {
    const size_t first = at_member_ - std::min(at_member_, kMembersBefore);
    const size_t end = std::min(order_.size(), at_member_ + kMembersAfter + 1);
    for (size_t i = first; i < end; ++i) {
      const MemberLayout& member = members_[order_[i]];
      const TypeLayout layout = layouts_.With(member.matrix, member.type);
      report->Note(i == at_member_ ? kWrongMember : kMember,
                   Place::WholeModule(),
                   {order_[i], member.offset.value, layout.size,
                    layout.alignments.Get(region.alignment)});
    }
  }
  static Place At(const StatedNumber& number) {
    return Place::At(number.at, number.operand);
  }

  // The scalar layout of a region.
  static const LayoutFeature& ScalarLayoutOf(const Region& region) {
    return region.storage == StorageClass::kWorkgroup ? kScalarWorkgroup
                                                      : kScalar;
  }
  // The feature that allows a number that is not a multiple of its alignment;
  // null if none does.
  const LayoutFeature* FeatureFor(uint64_t number, const Alignments& alignments,
                                  const Region& region, bool is_vector) const {
    if (!is_vulkan_) return nullptr;
    if (is_vector && !relaxed_ && number % alignments.scalar == 0) {
      return &kRelaxed;
    }
    if (region.alignment == AlignmentKind::kExtended &&
        number % alignments.Get(AlignmentKind::kBase) == 0) {
      return &kStandardUniform;
    }
    return number % alignments.scalar == 0 ? &ScalarLayoutOf(region) : nullptr;
  }

  // --- Arrays ---

  void CheckArray(const Part& part, const Region& region) {
    const TypeInfo& type = context_.types().Get(part.type);
    const StatedNumber stride = layouts_.StrideOf(part.type);
    const Arg name = Arg::Type(part.type);
    if (!stride.stated()) {
      // Shaders do not determine the size of opaque types, and blocks need no
      // stride, however many arrays they are in.
      if (region.needs_all &&
          !context_.decorations().IsBlock(
              InnermostElement(context_, part.type)) &&
          !type.Contains(type_part::kOpaque)) {
        Report(R("decoration.arraystride.required"),
               Place::At(module_.def(part.type)), region, name);
      }
      return;
    }
    if (!stride.known || context_.decorations().IsBlock(type.element)) return;
    const TypeLayout element = layouts_.With(part.matrix, type.element);
    const Alignments alignments =
        layouts_.With(part.matrix, part.type).alignments;
    const uint32_t alignment = alignments.Get(region.alignment);
    if (stride.value == 0) {
      if (IsById(stride)) return;  // heap/heap_layout.cc
      Report(R("decoration.arraystride.nonzero"), At(stride), region);
    } else if (stride.value < element.size) {
      Report(R("decoration.arraystride.large-enough"), At(stride), region, name,
             Arg(element.size), Arg(stride.value));
    } else if (stride.value % alignment != 0) {
      Report({region.rules.array_stride, At(stride),
              FeatureFor(stride.value, alignments, region, false)},
             region, name, Arg(alignment), NameOf(region.storage));
    }
  }

  // Elements are checked at each offset modulo 16 bytes that an element has.
  void PushElements(const Part& array) {
    const TypeInfo& type = context_.types().Get(array.type);
    if (!context_.types().Get(type.element).Is(tt::kAggregate)) return;
    const StatedNumber stride = layouts_.StrideOf(array.type);
    const auto step =
        stride.known ? static_cast<uint32_t>(stride.value % kRow) : 0;
    const uint64_t length = step == 0 ? 1 : LengthOf(array.type);
    for (uint32_t i = 0; i < kRow && i < length; ++i) {
      parts_.push_back(
          {type.element, array.matrix, (array.offset + i * step) % kRow});
    }
  }

  // The minimum number of elements; 1 for a run-time array.
  uint64_t LengthOf(Id array) const {
    const Inst inst = module_.inst(module_.def(array));
    if (inst.op() != Op::kTypeArray) return 1;
    const ScalarConstant length =
        context_.constants().Scalar(inst.id(operand::TypeArray::kLength));
    return length.fixed() && length.value > 0
               ? static_cast<uint64_t>(length.value)
               : 1;
  }

  // --- Structures ---

  void CheckStruct(const Part& part, const Region& region) {
    const Id type = part.type;
    layouts_.ReadMembers(type, &members_);
    order_.clear();
    for (uint32_t m = 0; m < members_.size(); ++m) {
      const MemberLayout& member = members_[m];
      if (context_.types().Get(member.type).Is(tt::kAggregate)) {
        parts_.push_back({member.type, member.matrix,
                          (part.offset + OffsetInRow(member, region)) % kRow});
      }
      if (!member.offset.stated()) {
        if (region.needs_all) {
          Report(R("decoration.offset.required"), PlaceOfMember(type, m),
                 region, Arg(type), Arg(m));
        }
      } else if (member.offset.known) {
        order_.push_back(m);
      }
      CheckMatrix(type, m, region);
    }
    const auto by_offset = [this](uint32_t a, uint32_t b) {
      return members_[a].offset.value < members_[b].offset.value;
    };
    if (!std::is_sorted(order_.begin(), order_.end(), by_offset)) {
      std::stable_sort(order_.begin(), order_.end(), by_offset);
    }
    CheckOffsets(part, region);
  }

  // The offset of a member modulo kRow.  If it is not a multiple of the
  // member's alignment, the member's parts are checked as if it were.
  uint32_t OffsetInRow(const MemberLayout& member, const Region& region) const {
    const auto offset = static_cast<uint32_t>(member.offset.value % kRow);
    if (offset == 0) return 0;
    const TypeLayout layout = layouts_.With(member.matrix, member.type);
    return offset - offset % layout.alignments.Get(region.alignment);
  }

  // A member of its structure: the operand that gives its type.
  Place PlaceOfMember(Id type, uint32_t member) const {
    const InstIndex def = module_.def(type);
    const OperandIndex operand = operand::TypeStruct::kMemberTypes + member;
    return operand < module_.inst(def).operand_count() ? Place::At(def, operand)
                                                       : Place::At(def);
  }

  void CheckMatrix(Id type, uint32_t m, const Region& region) {
    const MemberLayout& member = members_[m];
    const Id matrix = layouts_.Get(member.type).matrix;
    if (matrix == kNoId) return;
    const MatrixLayout& layout = member.matrix;
    if (!layout.row_major && !layout.column_major) {
      if (!region.needs_all) return;
      Report(R("decoration.matrixmajor.required"), PlaceOfMember(type, m),
             region, Arg(type), Arg(m));
      return;
    }
    if (!layout.stride.stated()) {
      if (!region.needs_all) return;
      Report(R("decoration.matrixstride.required"), PlaceOfMember(type, m),
             region, Arg(type), Arg(m));
      return;
    }
    const uint64_t stride = layout.stride.value;
    const TypeLayout vector = layouts_.VectorOf(matrix, layout.row_major);
    const Alignments alignments = layouts_.With(layout, member.type).alignments;
    const uint32_t alignment = alignments.Get(region.alignment);
    if (stride == 0) {
      Report(R("decoration.matrixstride.nonzero"), At(layout.stride), region);
    } else if (stride < vector.size) {
      Report(R("decoration.matrixstride.large-enough"), At(layout.stride),
             region, Arg(vector.size), Arg(stride));
    } else if (stride % alignment != 0) {
      Report({region.rules.matrix_stride, At(layout.stride),
              FeatureFor(stride, alignments, region, false)},
             region, NameOf(region.storage), Arg(alignment));
    }
  }

  // Checks the members with offsets, in the order of the offsets.
  void CheckOffsets(const Part& part, const Region& region) {
    const Id type = part.type;
    uint32_t last = 0;    // the member with the greatest end so far
    uint64_t end = 0;     // the end of `last`
    uint64_t padded = 0;  // the end of its padding
    const bool is_error = region.rules.offset.severity == Severity::kError;
    for (size_t i = 0; i < order_.size(); ++i) {
      at_member_ = i;
      const uint32_t m = order_[i];
      const MemberLayout& member = members_[m];
      const TypeLayout layout = layouts_.With(member.matrix, member.type);
      const uint64_t offset = member.offset.value;
      const Place place = At(member.offset);
      const bool by_number = !IsById(member.offset);
      // A member with another error is not reported for an overlap too.
      if (is_error && CheckAlignment(part, member, layout, region)) continue;
      if (offset < end) {
        // An overlapping member does not count for the extent of others.
        if (by_number && !IsById(members_[last].offset)) {
          Report(R("decoration.offset.members-disjoint"), place, region,
                 Arg(type), Arg(m), Arg(offset), Arg(last));
        }
        continue;
      } else if (i > 0 && members_[order_[i - 1]].offset.value == offset) {
        if (by_number && !IsById(members_[order_[i - 1]].offset)) {
          Report(R("decoration.offset.distinct"), place, region, Arg(type),
                 Arg(std::min(m, order_[i - 1])),
                 Arg(std::max(m, order_[i - 1])));
        }
      } else if ((is_error || !CheckAlignment(part, member, layout, region)) &&
                 offset < padded) {
        Report({region.rules.padding, place,
                is_vulkan_ ? &ScalarLayoutOf(region) : nullptr},
               region, Arg::Type(members_[last].type), Arg(padded));
      }
      if (offset + layout.size < end) continue;
      last = m;
      end = offset + layout.size;
      const TypeInfo& info = context_.types().Get(member.type);
      padded = region.alignment != AlignmentKind::kScalar &&
                       info.Is(tt::kStruct | tt::kArray | tt::kMatrix)
                   ? RoundUp(end, layout.alignments.Get(region.alignment))
                   : end;
    }
    at_member_ = kNoRow;
  }

  // Reports the offset of a member if it is invalid by itself; true if so.
  bool CheckAlignment(const Part& part, const MemberLayout& member,
                      const TypeLayout& layout, const Region& region) {
    const uint64_t offset = member.offset.value;
    const bool is_vector = context_.types().Get(member.type).Is(tt::kVector);
    const uint32_t alignment = is_vector && relaxed_
                                   ? layout.alignments.scalar
                                   : layout.alignments.Get(region.alignment);
    if (offset % alignment != 0) {
      return Report({region.rules.offset, At(member.offset),
                     FeatureFor(offset, layout.alignments, region, is_vector)},
                    region, Arg::Type(member.type), Arg(alignment),
                    NameOf(region.storage));
    }
    if (!is_vector || layout.size == 0 ||
        region.alignment == AlignmentKind::kScalar) {
      return false;
    }
    const uint64_t begin = part.offset + offset;
    const bool straddles =
        layout.size > kRow ? begin % kRow != 0
                           : begin / kRow != (begin + layout.size - 1) / kRow;
    return straddles &&
           Report({R("decoration.offset.straddle"), At(member.offset),
                   &ScalarLayoutOf(region)},
                  region, Arg::Type(member.type), Arg(begin % kRow));
  }

  // Whether the number is given by an <id>; rules of descriptor heaps check it
  // further.
  bool IsById(const StatedNumber& number) const {
    return IsIdUse(module_.inst(number.at).kind(number.operand));
  }

  // Keeps its arrays between modules.
  struct Memory {
    std::vector<uint64_t> visited;  // by row of a type: bits (Visit)
    std::vector<Part> parts;        // still to be checked
    std::vector<MemberLayout> members;
    std::vector<uint32_t> order;  // members by offset
  };

  ModuleContext& context_;
  const Module& module_;
  const bool is_vulkan_;
  const bool relaxed_;  // vectors need only their scalar alignment
  const TypeLayouts& layouts_;
  Memory& memory_;
  std::vector<uint64_t>& visited_ = memory_.visited;
  std::vector<Part>& parts_ = memory_.parts;
  std::vector<MemberLayout>& members_ = memory_.members;
  std::vector<uint32_t>& order_ = memory_.order;
  static constexpr size_t kNoRow = SIZE_MAX;
  size_t at_member_ = kNoRow;  // current member, an index into order_
  // The places of the rules already reported.
  absl::flat_hash_set<std::tuple<InstIndex, uint32_t, const Rule*>> reported_;
};

void CheckLayouts(ModuleContext& context) {
  if (context.options().skip_block_layout) return;
  const bool typed = HasLaidOutObjects(context);
  const bool untyped = context.Has(Capability::kUntypedPointersKHR);
  const bool workgroup =
      context.Has(Capability::kWorkgroupMemoryExplicitLayoutKHR);
  const bool payloads =
      context.types().AnyPointsInto(StorageClass::kNodePayloadAMDX);
  if (!typed && !untyped && !workgroup && !payloads) return;
  LayoutCheck check(context);
  if (workgroup) check.CheckWorkgroup();  // first: needs_all is set
  check.CheckTyped();
  if (untyped) check.CheckUntyped();
  if (payloads) check.CheckNodePayloads();
}

}  // namespace

extern constinit const Family kExplicitLayout(
    R, kModuleCheck<Phase::kSummaries, CheckLayouts>);

}  // namespace plumb
