// Types as terms: "vec(f32,4)", "ptr(Function,arr(u32,3))".  The rows of the
// generator are written with them (README.md has the list).
//
// Tested by term_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_TERM_H_
#define PLUMB_TESTDATA_GENERATOR_TERM_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb::generator {

struct Term {
  std::string head;
  std::vector<Term> args;

  friend bool operator==(const Term& a, const Term& b) = default;
};

// The term of a text without spaces.  Aborts if parentheses do not match: rows
// are part of the program.
Term ParseTerm(absl::string_view text);
std::string ToText(const Term& term);

Term MakeVector(const Term& component, size_t count);
Term MakePointer(absl::string_view storage_class, const Term& pointee);

// The component type of a vector, or of the columns of a matrix; another type
// itself.
const Term& ComponentOf(const Term& type);
// The same type with another component type.
Term WithComponent(const Term& type, const Term& component);

// Whether a type is a number or Boolean, or composed of such: whether constants
// of the type exist.
bool HasConstants(const Term& type);
bool IsInt(const Term& type);    // a scalar
bool IsFloat(const Term& type);  // a scalar of IEEE 754
// The width of a numerical scalar in bits.
uint32_t WidthOf(const Term& type);
// Bytes of a type with an explicit layout, where the members of structures,
// elements and columns begin at multiples of 16.
uint32_t SizeOf(const Term& type);
// The distance of the elements of an array with an explicit layout.
uint32_t StrideOf(const Term& element);

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_TERM_H_
