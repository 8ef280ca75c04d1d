// The storage class of a pointer that has no address space, as compilers of
// OpenCL C write it in debug information (DebugTypePointer): all ones.  It is
// no enumerant, but readers take it, as consumers of these modules do, and the
// rules of debug information say so.
#ifndef PLUMB_PARSE_NO_STORAGE_CLASS_H_
#define PLUMB_PARSE_NO_STORAGE_CLASS_H_

#include <cstdint>

#include "grammar/grammar.h"

namespace plumb {

// Whether a value stands for no storage class in an instruction with this
// opcode: only extended ones state it so.
constexpr bool IsNoStorageClass(grammar::Op op, grammar::Kind kind,
                                uint32_t value) {
  return value == 0xffffffff && kind == grammar::Kind::kStorageClass &&
         op == grammar::Op::kExtInst;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_NO_STORAGE_CLASS_H_
