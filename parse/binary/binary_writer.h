// Writes the words of modules as bytes, in either byte order.
//
// Tested by binary_writer_test.cc.
#ifndef PLUMB_PARSE_BINARY_BINARY_WRITER_H_
#define PLUMB_PARSE_BINARY_BINARY_WRITER_H_

#include <cstdint>
#include <string>

#include "core/module.h"

namespace plumb {

enum class ByteOrder : uint8_t { kLittleEndian, kBigEndian };

// The bytes of a binary with the instructions of `module`, and the original
// ids if they were renumbered.  Linear in the size of the module.
std::string EncodeModule(const Module& module,
                         ByteOrder order = ByteOrder::kLittleEndian);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_BINARY_WRITER_H_
