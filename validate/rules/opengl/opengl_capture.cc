// OpenGL's rules for outputs captured by transform feedback (ARB_gl_spirv,
// section A.spv.4).  An output is captured if the entry point has the mode Xfb
// and the output, or its member, has both a buffer and an offset.
//
// decoration/transform_feedback.cc checks that captured values are within the
// stride of their buffer, and that all strides of a buffer are equal.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/captured_values.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        InOpenGl("opengl.captured.type",
                 "in OpenGL, a captured output must be a scalar, a vector or a "
                 "matrix of numbers, or an array of them, not {0}"),
        InOpenGl("opengl.captured.component-offset",
                 "the offset of a captured output must be a multiple of its "
                 "component size, {1} byte{1s}, not {0}"),
        InOpenGl("opengl.captured.64-bit-offset",
                 "buffer {1} captures 64-bit numbers, so the offset must be a "
                 "multiple of 8, not {0}"),
        InOpenGl("opengl.captured.overlap",
                 "this output starts at byte {1} of buffer {0} and overlaps "
                 "the output that starts at byte {2}"),
        InOpenGl("opengl.captured.stride",
                 "in OpenGL, an output that buffer {0} captures must be "
                 "decorated with XfbStride"),
    },
    kDecorationOps);

// A captured variable or member.
struct Captured {
  uint32_t buffer;
  uint32_t offset;
  Id type;
  Decorated at;  // the Offset decoration
};

class CapturedOutputs {
 public:
  explicit CapturedOutputs(ModuleContext& context)
      : context_(context),
        module_(context.module()),
        types_(context.types()),
        decorations_(context.decorations()) {
    decorations_.ForEach(Decoration::kXfbStride, [&](const Decorated& d) {
      if (const auto buffer = BufferOf(d.target, d.member)) {
        with_stride_.insert(*buffer);
      }
    });
  }

  void Check(const EntryPoint& entry) {
    captured_.clear();
    ForEachOutput(context_, entry, [&](Id variable) { Add(variable); });
    absl::c_sort(captured_, [](const Captured& a, const Captured& b) {
      return std::tie(a.buffer, a.offset, a.at.statement.value) <
             std::tie(b.buffer, b.offset, b.at.statement.value);
    });
    ForEachBuffer(captured_,
                  [&](absl::Span<const Captured> all) { CheckBuffer(all); });
  }

 private:
  std::optional<uint32_t> BufferOf(Id target, uint32_t member) const {
    return FindNumber(context_, target, member, Decoration::kXfbBuffer);
  }

  void Add(Id variable) {
    const Id held = ObjectTypeOf(context_, variable);
    const auto buffer = BufferOf(variable, kNoMember);
    AddPart(variable, kNoMember, held, buffer);
    const Id block = InnermostElement(context_, held);
    const TypeInfo& type = types_.Get(block);
    if (type.unknown() || !type.Is(tt::kStruct)) return;
    for (uint32_t m = 0; m < type.count; ++m) {
      const auto own = BufferOf(block, m);
      AddPart(block, m, types_.MemberOf(module_, block, m), own ? own : buffer);
    }
  }

  void AddPart(Id target, uint32_t member, Id type,
               std::optional<uint32_t> buffer) {
    const auto at = decorations_.Find(target, member, Decoration::kOffset);
    const auto offset = at ? NumberOf(module_, *at) : std::nullopt;
    if (!buffer || !offset || types_.Get(type).unknown()) return;
    captured_.push_back({*buffer, *offset, type, *at});
  }

  bool Has64Bits(const Captured& captured) const {
    constexpr TypeParts k64Bits = type_part::kFloat64 | type_part::kInt64;
    return types_.Get(captured.type).Contains(k64Bits);
  }

  // Checks the captured values of one buffer, sorted by offset.
  void CheckBuffer(absl::Span<const Captured> all) {
    if (!with_stride_.contains(all[0].buffer)) {
      ReportOnce(R("opengl.captured.stride"), PlaceOf(all[0].at),
                 {all[0].buffer});
    }
    const bool has_64_bits =
        absl::c_any_of(all, [this](const Captured& c) { return Has64Bits(c); });
    const Captured* before = nullptr;
    uint64_t end = 0;
    for (const Captured& captured : all) {
      const auto size = CapturedSize(context_, captured.type);
      if (!CheckOne(captured, has_64_bits) || !size) continue;
      if (before != nullptr && captured.offset < end &&
          // An interface may list a variable twice.
          captured.at.statement != before->at.statement) {
        ReportOnce(R("opengl.captured.overlap"), PlaceOfNumber(captured.at),
                   {captured.buffer, captured.offset, before->offset}, before);
      }
      if (captured.offset + *size > end) {
        before = &captured;
        end = captured.offset + *size;
      }
    }
  }

  // Checks the type and the offset of one captured value; true if both are
  // valid.
  bool CheckOne(const Captured& captured, bool has_64_bits) {
    const TypeInfo& component =
        types_.Get(InnermostElement(context_, captured.type));
    if (!component.Is(tt::kScalar | tt::kVector | tt::kMatrix) ||
        component.Contains(type_part::kBool)) {
      return ReportOnce(R("opengl.captured.type"), PlaceOf(captured.at),
                        {Arg::Type(captured.type)});
    }
    const uint32_t size = component.width / 8;
    if (size != 0 && captured.offset % size != 0) {
      return ReportOnce(R("opengl.captured.component-offset"),
                        PlaceOfNumber(captured.at), {captured.offset, size});
    }
    if (has_64_bits && captured.offset % 8 != 0) {
      return ReportOnce(R("opengl.captured.64-bit-offset"),
                        PlaceOfNumber(captured.at),
                        {captured.offset, captured.buffer});
    }
    return true;
  }

  // Reports an error once, though several entry points may have it.  Returns
  // false.
  bool ReportOnce(const Rule& rule, Place place,
                  std::initializer_list<Arg> args,
                  const Captured* other = nullptr) {
    if (!reported_.insert(place.inst).second) return false;
    DiagnosticBuilder report = context_.Report(rule, place, args);
    if (other != nullptr) {
      report.Note("the other offset is here", PlaceOfNumber(other->at));
    }
    return false;
  }

  ModuleContext& context_;
  const Module& module_;
  const TypeTable& types_;
  const Decorations& decorations_;
  std::vector<Captured> captured_;             // by one entry point
  absl::flat_hash_set<uint32_t> with_stride_;  // buffers
  absl::flat_hash_set<InstIndex> reported_;
};

void CheckCaptured(ModuleContext& context) {
  CapturedOutputs outputs(context);
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    if (context.entry_points().Has(entry.id(), ExecutionMode::kXfb)) {
      outputs.Check(entry);
    }
  }
}

}  // namespace

extern constinit const Family kOpenglCapture(
    R, kModuleCheck<Phase::kSummaries, CheckCaptured, Api::kOpenGl,
                    Decoration::kXfbBuffer>);

}  // namespace plumb
