// Declarations that are not what their names say.
//
// Texts that come from a disassembler name types and constants for what they
// are: %v2float is a vector of two of what is called %float.  If one of them is
// changed by mistake, its uses are wrong, and nothing but the name tells which
// of the two it is.
//
// Names that are made in another way say nothing.
//
// Tested by misnomers_test.cc, and with testdata/mistakes/misnamed_*.spvasm.
#ifndef PLUMB_VALIDATE_ENGINE_MISNOMERS_H_
#define PLUMB_VALIDATE_ENGINE_MISNOMERS_H_

#include <vector>

#include "core/module.h"

namespace plumb {

struct Misnomer {
  InstIndex at;
  OperandIndex operand;  // the only one that the name contradicts

  friend bool operator==(const Misnomer& a, const Misnomer& b) = default;
};

// The scalar, vector, matrix, array and pointer types, and the constants, that
// have such names and differ from them in one operand.  Of a binary, none.
// Linear in the text outside functions.
std::vector<Misnomer> FindMisnomers(const Module& module);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_MISNOMERS_H_
