// Transform feedback (sections 2.16.1 and 3.2.19): the values captured in one
// buffer agree about it, and lie within its stride.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "validate/engine/family.h"
#include "validate/facts/captured_values.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        {"decoration.xfbstride.same-per-buffer", "2.16.1",
         "buffer {0} has stride {2} elsewhere, not {1}",
         "VUID-StandaloneSpirv-XfbBuffer-04693"},
        {"decoration.stream.same-per-buffer", "2.16.1",
         "buffer {0} is assigned to stream {2} elsewhere, not to {1}",
         "VUID-StandaloneSpirv-Stream-04694"},
        InVulkan("decoration.stream.all-in-buffer",
                 "buffer {0} captures outputs with a stream, so {1} must also "
                 "have one",
                 "VUID-StandaloneSpirv-Stream-04694"),
        {"decoration.xfbstride.multiple-of-8-with-double", "3.2.19",
         "buffer {0} captures 64-bit floats, so its stride must be a multiple "
         "of 8, not {1}"},
        // "Apply to anything XfbBuffer is applied to".
        {"decoration.xfbstride.with-xfbbuffer", "3.2.19",
         "{0} should also be decorated with XfbBuffer", "", Severity::kWarning},
        {"decoration.offset.within-xfbstride", "3.2.19",
         "the output captured at byte {0} takes {1} byte{1s}, but the stride "
         "is {2}"},
        InVulkan("decoration.offset.captured",
                 "an output with an Offset must be decorated with XfbBuffer "
                 "and XfbStride",
                 "VUID-StandaloneSpirv-Offset-04716"),
    },
    kStatingMemberOps);

// A target of XfbBuffer, and its other decorations.
struct Captured {
  uint32_t buffer;
  Id target;
  uint32_t member;
  Decorated at;
  std::optional<Decorated> stride;
  std::optional<Decorated> stream;
};

class Feedback {
 public:
  explicit Feedback(ModuleContext& context)
      : context_(context), decorations_(context.decorations()) {}

  void Check() {
    Collect();
    ForEachBuffer(captured_,
                  [&](absl::Span<const Captured> all) { CheckBuffer(all); });
    CheckStrides();
  }

 private:
  const Module& module() const { return context_.module(); }

  void Collect() {
    decorations_.ForEach(Decoration::kXfbBuffer, [&](const Decorated& d) {
      const auto buffer = NumberOf(module(), d);
      if (!buffer || IsRepeatedDecoration(context_, d)) return;
      const auto find = [&](Decoration kind) {
        return decorations_.Find(d.target, d.member, kind);
      };
      captured_.push_back({*buffer, d.target, d.member, d,
                           find(Decoration::kXfbStride),
                           find(Decoration::kStream)});
    });
    std::stable_sort(captured_.begin(), captured_.end(),
                     [](const Captured& a, const Captured& b) {
                       return a.buffer < b.buffer;
                     });
  }

  // Checks the values captured in one buffer.
  void CheckBuffer(absl::Span<const Captured> all) {
    CheckSame(all, &Captured::stride,
              R("decoration.xfbstride.same-per-buffer"));
    CheckSame(all, &Captured::stream, R("decoration.stream.same-per-buffer"));
    CheckStreams(all);
    const bool has_doubles =
        std::any_of(all.begin(), all.end(),
                    [this](const Captured& c) { return CapturesDouble(c); });
    if (has_doubles) CheckDoubleStrides(all);
    // Outputs of tessellation control shaders are arrays of the captured
    // objects.
    if (context_.entry_points().models().Contains(
            ExecutionModel::kTessellationControl)) {
      return;
    }
    for (const Captured& captured : all) CheckEnd(captured);
  }

  // Checks that all values captured in a buffer give the same number.
  void CheckSame(absl::Span<const Captured> all,
                 std::optional<Decorated> Captured::*attribute,
                 const Rule& rule) {
    const Captured* first = nullptr;
    for (const Captured& captured : all) {
      if (!(captured.*attribute)) continue;
      if (first == nullptr) first = &captured;
      const auto number = NumberOf(module(), *(captured.*attribute));
      const auto expected = NumberOf(module(), *(first->*attribute));
      if (!number || !expected || *number == *expected) continue;
      context_
          .Report(rule, PlaceOfNumber(*(captured.*attribute)),
                  {captured.buffer, *number, *expected})
          .Note("the other decoration is here",
                PlaceOfNumber(*(first->*attribute)));
    }
  }

  // Checks that either all values captured in a buffer have a stream or none
  // has.
  void CheckStreams(absl::Span<const Captured> all) {
    const auto with = absl::c_find_if(
        all, [](const Captured& c) { return c.stream.has_value(); });
    if (with == all.end()) return;
    for (const Captured& captured : all) {
      if (captured.stream || HasStream(captured)) continue;
      context_
          .Report(R("decoration.stream.all-in-buffer"), PlaceOf(captured.at),
                  {captured.buffer, captured.target})
          .Note("the other stream is stated here",
                PlaceOfNumber(*with->stream));
    }
  }

  // Whether a captured object inherits a stream, or its members have one.
  bool HasStream(const Captured& captured) const {
    const auto has_stream = [this](Id id) {
      bool has = false;
      decorations_.ForEachOf(id, [&](const Decorated& d) {
        has |= d.kind == Decoration::kStream;
      });
      return has;
    };
    if (has_stream(InnermostElement(context_, TypeOf(captured)))) return true;
    if (!context_.types().IsType(captured.target)) return false;
    if (decorations_.Has(captured.target, Decoration::kStream)) return true;
    return absl::c_any_of(module().global_variables(), [&](InstIndex i) {
      const Id variable = module().record(i).result;
      return InnermostElement(context_, ObjectTypeOf(context_, variable)) ==
                 captured.target &&
             decorations_.Has(variable, Decoration::kStream);
    });
  }

  Id TypeOf(const Captured& captured) const {
    return captured.member == kNoMember
               ? ObjectTypeOf(context_, captured.target)
               : context_.types().MemberOf(module(), captured.target,
                                           captured.member);
  }

  // In a structure, the members with an offset are captured.
  bool CapturesDouble(const Captured& captured) const {
    const Id type = TypeOf(captured);
    const Id held = InnermostElement(context_, type);
    const TypeInfo& info = context_.types().Get(held);
    if (info.unknown() || !info.Contains(type_part::kFloat64)) return false;
    if (!info.Is(tt::kStruct)) return true;
    bool captures = false;
    decorations_.ForEachOf(held, [&](const Decorated& d) {
      if (d.kind != Decoration::kOffset || d.member == kNoMember) return;
      const Id member = context_.types().MemberOf(module(), held, d.member);
      const TypeInfo& part = context_.types().Get(member);
      captures |= !part.unknown() && part.Contains(type_part::kFloat64);
    });
    return captures;
  }

  // Reports the first wrong stride.  decoration_parameters.cc reports strides
  // that are not multiples of 4.
  void CheckDoubleStrides(absl::Span<const Captured> all) {
    for (const Captured& captured : all) {
      if (!captured.stride) continue;
      const auto stride = NumberOf(module(), *captured.stride);
      if (!stride || *stride % 8 != 4) continue;
      context_.Report(R("decoration.xfbstride.multiple-of-8-with-double"),
                      PlaceOfNumber(*captured.stride),
                      {captured.buffer, *stride});
      return;
    }
  }

  // Checks the offset of a variable or member that has one.
  void CheckEnd(const Captured& captured) {
    const auto offset = decorations_.Find(captured.target, captured.member,
                                          Decoration::kOffset);
    if (!captured.stride || !offset) return;
    const auto begin = NumberOf(module(), *offset);
    const auto stride = NumberOf(module(), *captured.stride);
    const auto size = CapturedSize(context_, TypeOf(captured));
    if (!begin || !stride || !size || *begin + *size <= *stride) return;
    context_
        .Report(R("decoration.offset.within-xfbstride"), PlaceOfNumber(*offset),
                {*begin, *size, *stride})
        .Note("the stride is stated here", PlaceOfNumber(*captured.stride));
  }

  void CheckStrides() {
    decorations_.ForEach(Decoration::kXfbStride, [&](const Decorated& d) {
      if (IsRepeatedDecoration(context_, d) ||
          decorations_.Find(d.target, d.member, Decoration::kXfbBuffer)) {
        return;
      }
      context_.Report(R("decoration.xfbstride.with-xfbbuffer"), PlaceOf(d),
                      {d.target});
    });
  }

  ModuleContext& context_;
  const Decorations& decorations_;
  std::vector<Captured> captured_;
};

// --- Offsets ---

// The outputs with an offset, which are captured.
class Outputs {
 public:
  explicit Outputs(ModuleContext& context)
      : context_(context), decorations_(context.decorations()) {}

  void Check() {
    const Module& module = context_.module();
    for (const InstIndex i : module.global_variables()) {
      const Id variable = module.record(i).result;
      if (context_.types().TypeOf(module, variable).storage_class !=
          StorageClass::kOutput) {
        continue;
      }
      if (const auto offset =
              decorations_.Find(variable, Decoration::kOffset)) {
        CheckOffset(*offset, {}, {});
      }
      CheckMembers(variable);
    }
  }

 private:
  void CheckMembers(Id variable) {
    const Id type =
        InnermostElement(context_, ObjectTypeOf(context_, variable));
    const TypeInfo& info = context_.types().Get(type);
    if (info.poisoned() || !info.Is(tt::kStruct)) return;
    for (uint32_t m = 0; m < info.count; ++m) {
      const auto offset = decorations_.Find(type, m, Decoration::kOffset);
      // Outputs of tasks are in memory (SPV_NV_mesh_shader).
      if (offset && !decorations_.Find(type, m, Decoration::kPerTaskNV)) {
        CheckOffset(*offset, type, variable);
      }
    }
  }

  // Checks the offset of a variable or member.  A member inherits decorations
  // from its block and from the variable.
  void CheckOffset(const Decorated& offset, Id block, Id variable) {
    const auto has = [&](Decoration kind) {
      return decorations_.Find(offset.target, offset.member, kind) ||
             decorations_.Has(block, kind) || decorations_.Has(variable, kind);
    };
    if ((has(Decoration::kXfbBuffer) && has(Decoration::kXfbStride)) ||
        !reported_.insert(offset.target.value).second) {
      return;
    }
    context_.Report(R("decoration.offset.captured"), PlaceOf(offset));
  }

  ModuleContext& context_;
  const Decorations& decorations_;
  absl::flat_hash_set<uint32_t> reported_;  // variables and blocks
};

void CheckFeedback(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  if (decorations.HasAny(Decoration::kXfbBuffer) ||
      decorations.HasAny(Decoration::kXfbStride)) {
    Feedback(context).Check();
  }
  if (IsVulkan(context) && decorations.HasAny(Decoration::kOffset) &&
      context.types().AnyPointsInto(StorageClass::kOutput)) {
    Outputs(context).Check();
  }
}

}  // namespace

extern constinit const Family kTransformFeedback(
    R, kModuleCheck<Phase::kSummaries, CheckFeedback>);

}  // namespace plumb
