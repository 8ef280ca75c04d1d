// The version of the programs and the library.
#ifndef PLUMB_API_VERSION_H_
#define PLUMB_API_VERSION_H_

#include "absl/strings/string_view.h"

namespace plumb {

inline constexpr absl::string_view kVersion = "1.0.0";

}  // namespace plumb

#endif  // PLUMB_API_VERSION_H_
