// The names of the grammar as strings that end with NUL.
//
// The grammar's tables have all names in one string without ends.
//
// Tested by module_walk_test.cc.
#ifndef PLUMB_API_C_GRAMMAR_NAMES_H_
#define PLUMB_API_C_GRAMMAR_NAMES_H_

#include "api/c/plumb.h"
#include "grammar/grammar.h"

namespace plumb::c_api {

// The name of an opcode, kind, enumerant or extended instruction.  Static.  The
// first call copies all of them; O(1).
plumb_string NameString(grammar::Name name);

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_GRAMMAR_NAMES_H_
