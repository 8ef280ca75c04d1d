// The storage class of a pointer without an address space, as compilers of
// OpenCL C write it in debug information (DebugTypePointer): all bits set.  It
// is not an enumerant, but readers accept it, as implementations that read
// these modules do, and the rules of debug information report it.
#ifndef PLUMB_PARSE_NO_STORAGE_CLASS_H_
#define PLUMB_PARSE_NO_STORAGE_CLASS_H_

#include <cstdint>

#include "grammar/grammar.h"

namespace plumb {

// Whether a value means no storage class in an instruction with this opcode:
// only extended instructions may have it.
constexpr bool IsNoStorageClass(grammar::Op op, grammar::Kind kind,
                                uint32_t value) {
  return value == 0xffffffff && kind == grammar::Kind::kStorageClass &&
         op == grammar::Op::kExtInst;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_NO_STORAGE_CLASS_H_
