#include "cli/drawing/drawing.h"

#include "absl/strings/str_cat.h"

namespace plumb::drawing {
namespace {

const char* KindName(cfg::ConstructKind kind) {
  switch (kind) {
    case cfg::ConstructKind::kFunction:
      return "function";
    case cfg::ConstructKind::kSelection:
      return "selection";
    case cfg::ConstructKind::kSwitch:
      return "switch";
    case cfg::ConstructKind::kCase:
      return "case";
    case cfg::ConstructKind::kLoop:
      return "loop";
    case cfg::ConstructKind::kContinue:
      return "continue";
  }
  return "";
}

}  // namespace

std::string ConstructTitle(const DrawnFunction& function,
                           cfg::ConstructIndex c) {
  const cfg::Construct& construct = function.structure.construct(c);
  return absl::StrCat(KindName(construct.kind), " ",
                      function.names[construct.header.value]);
}

}  // namespace plumb::drawing
