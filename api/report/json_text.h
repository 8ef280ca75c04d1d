// JSON as reports write it.
//
// Tested by json_text_test.cc.
#ifndef PLUMB_API_REPORT_JSON_TEXT_H_
#define PLUMB_API_REPORT_JSON_TEXT_H_

#include <string>

#include "nlohmann/json.hpp"

namespace plumb {

// In one line.  Bytes that are not UTF-8 become U+FFFD, and characters that are
// not printable are escaped, so that a terminal can show it.  The log of a
// workflow of GitHub finds no command in it.
std::string JsonText(const nlohmann::ordered_json& json);

}  // namespace plumb

#endif  // PLUMB_API_REPORT_JSON_TEXT_H_
