// The component words of an object in an interface: 32-bit parts of locations
// (Vulkan, "Location and Component Assignment").
//
// Tested by component_words_test.cc.
#ifndef PLUMB_VALIDATE_PIPELINE_COMPONENT_WORDS_H_
#define PLUMB_VALIDATE_PIPELINE_COMPONENT_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/index.h"
#include "core/pipeline/format.h"
#include "core/type_table.h"
#include "validate/engine/module_context.h"

namespace plumb {

// A word, and the scalar that it is or is a part of.
struct ComponentWord {
  uint32_t location = 0;
  uint8_t component = 0;  // 0 to 3
  uint8_t width = 0;      // of the scalar, in bits
  TypeTraits kind = 0;    // kFloat, kInt, kInt | kSigned or kBool

  bool IsSameScalar(const ComponentWord& other) const {
    return width == other.width && kind == other.kind;
  }
};

// Appends the words of an object of a type from a location and component on, in
// order.  False if it has more than kMaxComponentWords, which no interface
// has; then some are missing.  Linear in the words.
inline constexpr size_t kMaxComponentWords = 4096;
bool AppendComponentWords(const ModuleContext& context, Id type,
                          uint32_t location, uint32_t component,
                          std::vector<ComponentWord>* words);

// The numbers of formats that the scalar of a word takes.
NumericType NumericTypeOf(const ComponentWord& word);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_COMPONENT_WORDS_H_
