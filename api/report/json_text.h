// JSON as reports write it.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_JSON_TEXT_H_
#define PLUMB_API_REPORT_JSON_TEXT_H_

#include <string>

#include "nlohmann/json.hpp"

namespace plumb {

// In one line.  Bytes that are no UTF-8 become U+FFFD.
inline std::string JsonText(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace plumb

#endif  // PLUMB_API_REPORT_JSON_TEXT_H_
