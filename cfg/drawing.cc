#include "cfg/drawing.h"

#include "absl/strings/str_cat.h"

namespace plumb::cfg {
namespace {

const char* KindName(ConstructKind kind) {
  switch (kind) {
    case ConstructKind::kFunction:
      return "function";
    case ConstructKind::kSelection:
      return "selection";
    case ConstructKind::kSwitch:
      return "switch";
    case ConstructKind::kCase:
      return "case";
    case ConstructKind::kLoop:
      return "loop";
    case ConstructKind::kContinue:
      return "continue";
  }
  return "";
}

}  // namespace

std::string ConstructTitle(const DrawnFunction& function, ConstructIndex c) {
  const Construct& construct = function.structure.construct(c);
  return absl::StrCat(KindName(construct.kind), " ",
                      function.blocks[construct.header.value].name);
}

}  // namespace plumb::cfg
