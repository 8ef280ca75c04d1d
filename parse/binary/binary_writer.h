// Writes modules and other output: the words of a module in either byte order,
// and files that appear whole or not at all.
//
// Tested by binary_writer_test.cc.
#ifndef PLUMB_PARSE_BINARY_BINARY_WRITER_H_
#define PLUMB_PARSE_BINARY_BINARY_WRITER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

enum class ByteOrder : uint8_t { kLittleEndian, kBigEndian };

// The bytes of a binary that holds `module`, with the ids that it came with
// where they were numbered anew.  Linear in the size of the module.
std::string EncodeModule(const Module& module,
                         ByteOrder order = ByteOrder::kLittleEndian);

// Writes `bytes` to the file at `path`, or to standard output if that is "-".
// A regular file is made under a temporary name beside it and then renamed, so
// that nobody ever sees half of it, and nothing is left behind on failure.  A
// file that is there keeps its permissions; a new one gets 0666 less the umask.
// What is no regular file (a device, a pipe) is written to in place; a symbolic
// link is followed.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_BINARY_WRITER_H_
