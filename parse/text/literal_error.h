// The reason why a number in a text is not a literal of its type.
#ifndef PLUMB_PARSE_TEXT_LITERAL_ERROR_H_
#define PLUMB_PARSE_TEXT_LITERAL_ERROR_H_

#include <cstdint>

namespace plumb {

enum class LiteralError : uint8_t {
  kNone,
  kSyntax,    // not a number of this sort
  kNegative,  // has a sign, but the type is unsigned
  kRange,     // does not fit the type
  kWidth,     // the type has a width without literals
};

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_LITERAL_ERROR_H_
