// The layout of outputs in transform feedback buffers (SPIR-V environment of
// Vulkan): offsets fit the types, and captured values do not overlap.
//
// Captured values are collected from the interface of each entry point:
// variables with an offset, and members with one.  They are sorted by buffer
// and offset, and neighbours are compared.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/captured_values.h"
#include "validate/facts/object_types.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InVulkan("decoration.offset.captured-64-bit",
             "{1} holds 64-bit numbers, so its offset in a captured output "
             "must be a multiple of 8, not {0}",
             "VUID-StandaloneSpirv-Offset-04687"),
    InVulkan("decoration.offset.captured-32-bit",
             "the offset of a captured output must be a multiple of 4, not {0}",
             "VUID-StandaloneSpirv-Offset-04691"),
    InVulkan("decoration.offset.captured-first",
             "{1} captures 64-bit numbers, so the offset of its first captured "
             "member must be a multiple of 8, not {0}",
             "VUID-StandaloneSpirv-Offset-04690"),
    InVulkan("decoration.offset.captured-size",
             "{0} captures 64-bit numbers, so its size must be a multiple of "
             "8, but its last captured member ends after byte {1}",
             "VUID-StandaloneSpirv-Offset-04689"),
    // A warning, because front ends make such modules.
    {"decoration.offset.captured-width", kVulkan,
     "a captured output must hold 32-bit or 64-bit numbers only, but {0} holds "
     "others",
     "VUID-StandaloneSpirv-Offset-04692", Severity::kWarning, kInVulkan},
    InVulkan("decoration.offset.captured-overlap",
             "the output captured at byte {1} of buffer {0} overlaps the "
             "output at byte {2}",
             "VUID-StandaloneSpirv-XfbBuffer-04696"),
    InVulkan("decoration.xfbbuffer.same-in-block",
             "member {0} is captured in buffer {1}, but other members of the "
             "block are in buffer {2}",
             "VUID-StandaloneSpirv-XfbBuffer-04697"),
});

constexpr TypeParts k64Bits = type_part::kFloat64 | type_part::kInt64;
constexpr TypeParts kOtherWidths = type_part::kInt8 | type_part::kInt16 |
                                   type_part::kOtherInt | type_part::kFloat16 |
                                   type_part::kOtherFloat;

// A captured variable or member.
struct Item {
  std::optional<uint32_t> buffer;
  uint32_t offset;
  Id type;
  Decorated at;  // the Offset decoration
  // Whether the offset itself is invalid.  Overlaps are not reported then.
  bool is_misplaced = false;
};

class CapturedLayout {
 public:
  explicit CapturedLayout(ModuleContext& context)
      : context_(context),
        module_(context.module()),
        types_(context.types()),
        decorations_(context.decorations()) {}

  void Check(const EntryPoint& entry) {
    items_.clear();
    ForEachOutput(context_, entry, [&](Id variable) { Add(variable); });
    // The outputs are arrays of the captured objects.
    if (entry.model() != ExecutionModel::kTessellationControl) CheckOverlaps();
  }

 private:
  std::optional<uint32_t> BufferOf(Id target, uint32_t member) const {
    return FindNumber(context_, target, member, Decoration::kXfbBuffer);
  }

  void Add(Id variable) {
    const Id type = ObjectTypeOf(context_, variable);
    const auto buffer = BufferOf(variable, kNoMember);
    if (const auto offset = decorations_.Find(variable, Decoration::kOffset)) {
      AddItem(*offset, type, buffer);
    }
    const Id block = InnermostElement(context_, type);
    if (types_.Get(block).Is(tt::kStruct) && !types_.Get(block).poisoned()) {
      AddMembers(block, buffer ? buffer : BufferOf(block, kNoMember));
    }
  }

  void AddItem(const Decorated& offset, Id type,
               std::optional<uint32_t> buffer) {
    const auto number = NumberOf(module_, offset);
    if (!number || types_.Get(type).unknown()) return;
    items_.push_back({buffer, *number, type, offset});
    CheckItem(&items_.back());
  }

  void AddMembers(Id block, std::optional<uint32_t> inherited) {
    const size_t first = items_.size();
    std::optional<uint32_t> common;
    for (uint32_t m = 0; m < types_.Get(block).count; ++m) {
      const auto own = BufferOf(block, m);
      const auto buffer = own ? own : inherited;
      if (buffer && !common) common = buffer;
      if (buffer && *buffer != *common) {
        ReportOnce(
            R("decoration.xfbbuffer.same-in-block"),
            PlaceOfNumber(*decorations_.Find(
                block, m, own ? Decoration::kXfbBuffer : Decoration::kOffset)),
            {m, *buffer, *common});
      }
      if (const auto offset =
              decorations_.Find(block, m, Decoration::kOffset)) {
        AddItem(*offset, types_.MemberOf(module_, block, m), buffer);
      }
    }
    CheckFirstMember(block, first);
    CheckSize(block, first);
  }

  // Checks an offset against the type.
  void CheckItem(Item* item) {
    const TypeInfo& type = types_.Get(item->type);
    if (type.Contains(kOtherWidths)) {
      ReportOnce(R("decoration.offset.captured-width"), PlaceOf(item->at),
                 {Arg::Type(item->type)});
    } else if (type.Contains(k64Bits) && item->offset % 8 != 0) {
      item->is_misplaced = true;
      ReportOnce(R("decoration.offset.captured-64-bit"),
                 PlaceOfNumber(item->at),
                 {item->offset, Arg::Type(item->type)});
    } else if (item->offset % 4 != 0) {
      item->is_misplaced = true;
      ReportOnce(R("decoration.offset.captured-32-bit"),
                 PlaceOfNumber(item->at), {item->offset});
    }
  }

  // Checks the offset of the first captured member of a block, given all of
  // its captured members.
  void CheckFirstMember(Id block, size_t first) {
    if (first == items_.size() || items_[first].offset % 8 != 4 ||
        types_.Get(items_[first].type).Contains(k64Bits)) {
      return;
    }
    if (std::any_of(items_.begin() + static_cast<ptrdiff_t>(first),
                    items_.end(), [this](const Item& item) {
                      return types_.Get(item.type).Contains(k64Bits);
                    })) {
      ReportOnce(R("decoration.offset.captured-first"),
                 PlaceOfNumber(items_[first].at),
                 {items_[first].offset, Arg::Type(block)});
    }
  }

  // Checks the size of a block that captures 64-bit numbers.
  void CheckSize(Id block, size_t first) {
    const Item* last = nullptr;
    uint64_t end = 0;
    bool has_wide = false;
    for (const Item& item : absl::MakeConstSpan(items_).subspan(first)) {
      const auto size = CapturedSize(context_, item.type);
      if (!size || item.is_misplaced) return;
      has_wide |= types_.Get(item.type).Contains(k64Bits);
      if (item.offset + *size < end) continue;
      last = &item;
      end = item.offset + *size;
    }
    if (!has_wide || end % 8 == 0) return;
    ReportOnce(R("decoration.offset.captured-size"), PlaceOfNumber(last->at),
               {Arg::Type(block), end});
  }

  void CheckOverlaps() {
    std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
      return std::tie(a.buffer, a.offset, a.at.statement.value) <
             std::tie(b.buffer, b.offset, b.at.statement.value);
    });
    const Item* last = nullptr;
    uint64_t end = 0;
    for (const Item& item : items_) {
      const auto size = CapturedSize(context_, item.type);
      if (!item.buffer || !size || item.is_misplaced) continue;
      // An interface may list a variable twice.
      if (last != nullptr && last->at.statement == item.at.statement) continue;
      if (last != nullptr && last->buffer == item.buffer && item.offset < end) {
        ReportOnce(
            R("decoration.offset.captured-overlap"), PlaceOfNumber(item.at),
            {*item.buffer, item.offset, last->offset}, PlaceOfNumber(last->at));
      }
      if (last == nullptr || last->buffer != item.buffer ||
          item.offset + *size > end) {
        last = &item;
        end = item.offset + *size;
      }
    }
  }

  // Reports an error once, though several entry points may have it.
  void ReportOnce(const Rule& rule, Place place,
                  std::initializer_list<Arg> args,
                  std::optional<Place> other = std::nullopt) {
    if (!reported_.insert(place.inst.value).second) return;
    DiagnosticBuilder report = context_.Report(rule, place, args);
    if (other) report.Note("the other offset is here", *other);
  }

  ModuleContext& context_;
  const Module& module_;
  const TypeTable& types_;
  const Decorations& decorations_;
  std::vector<Item> items_;                 // of one entry point
  absl::flat_hash_set<uint32_t> reported_;  // instructions reported
};

void CheckLayouts(ModuleContext& context) {
  CapturedLayout layout(context);
  for (const InstIndex at : context.module().entry_points()) {
    layout.Check(EntryPoint(context.module(), at));
  }
}

}  // namespace

extern constinit const Family kCapturedLayout(
    R, kModuleCheck<Phase::kSummaries, CheckLayouts, Api::kVulkan,
                    Capability::kTransformFeedback, Decoration::kXfbBuffer>);

}  // namespace plumb
