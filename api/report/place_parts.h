// Texts for places, shared by several report formats and other outputs.
//
// Tested by report_test.cc and formats_test.cc.
#ifndef PLUMB_API_REPORT_PLACE_PARTS_H_
#define PLUMB_API_REPORT_PLACE_PARTS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "api/resolve/resolved_diagnostic.h"
#include "nlohmann/json.hpp"

namespace plumb {

// "31:17:"; only where `place` is in a text.
inline std::string LineText(const ResolvedPlace& place) {
  return absl::StrCat(place.text->begin.line, ":", place.text->begin.column,
                      ":");
}

// "instruction 4"; only for a place in an instruction.  Instructions are
// counted from 1, as other tools do.
inline std::string InstructionText(const ResolvedPlace& place) {
  return absl::StrCat("instruction ", *place.instruction + 1);
}

// The same as members of JSON.
inline void AddLine(const LineAndColumn& begin, nlohmann::ordered_json* json) {
  (*json)["line"] = begin.line;
  (*json)["column"] = begin.column;
}
inline void AddInstruction(const ResolvedPlace& place,
                           nlohmann::ordered_json* json) {
  (*json)["instruction"] = *place.instruction + 1;
}

}  // namespace plumb

#endif  // PLUMB_API_REPORT_PLACE_PARTS_H_
