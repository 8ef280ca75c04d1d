// See section_heading.h.
#include "parse/disassembly/section_heading.h"

#include "absl/strings/match.h"

namespace plumb {
namespace {

// The types of Intel's extensions do not begin the section.
bool IsType(Op op) {
  return Is(op, OpTrait::kType) && !absl::EndsWith(NameOf(op), "INTEL");
}

Heading HeadingOf(Op op) {
  if (op == Op::kFunction) return Heading::kFunction;
  if (Is(op, OpTrait::kDebug)) return Heading::kDebug;
  if (Is(op, OpTrait::kAnnotation) && op != Op::kDecorationGroup) {
    return Heading::kAnnotations;
  }
  return IsType(op) ? Heading::kTypes : Heading::kNone;
}

}  // namespace

absl::string_view HeadingText(Heading heading) {
  switch (heading) {
    case Heading::kNone:
      return "";
    case Heading::kDebug:
      return "; Debug Information";
    case Heading::kAnnotations:
      return "; Annotations";
    case Heading::kTypes:
      return "; Types, variables and constants";
    case Heading::kFunction:
      return "; Function ";
  }
  return "";
}

Heading SectionHeadings::HeadingBefore(Op op) {
  const Heading heading = HeadingOf(op);
  if (heading == Heading::kNone || heading == Heading::kFunction) {
    return heading;
  }
  const uint32_t bit = 1u << static_cast<uint32_t>(heading);
  if ((seen_ & bit) != 0) return Heading::kNone;
  seen_ |= bit;
  return heading;
}

}  // namespace plumb
