// See section_heading.h.
#include "parse/section_heading.h"

#include "absl/strings/match.h"

namespace plumb {
namespace {

using grammar::Op;

// Types whose first declaration begins the section.  OpTypeForwardPointer
// declares nothing, and the types of Intel's extensions do not count.
bool IsType(Op op) {
  const absl::string_view name = grammar::NameOf(op);
  if (!absl::StartsWith(name, "OpType")) return false;
  const absl::string_view what = name.substr(6);
  return !absl::EndsWith(what, "INTEL") && what != "ForwardPointer";
}

Heading HeadingOf(Op op) {
  switch (op) {
    case Op::kFunction:
      return Heading::kFunction;
    case Op::kSourceContinued:
    case Op::kSource:
    case Op::kSourceExtension:
    case Op::kName:
    case Op::kMemberName:
    case Op::kString:
    case Op::kLine:
    case Op::kNoLine:
    case Op::kModuleProcessed:
      return Heading::kDebug;
    case Op::kDecorate:
    case Op::kMemberDecorate:
    case Op::kGroupDecorate:
    case Op::kGroupMemberDecorate:
    case Op::kDecorateId:
    case Op::kDecorateString:
    case Op::kMemberDecorateString:
      return Heading::kAnnotations;
    default:
      return IsType(op) ? Heading::kTypes : Heading::kNone;
  }
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

Heading SectionHeadings::Before(Op op) {
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
