// Reads the binary form of a module (section 2.3) into a Module.
//
// One pass over the words: the header, then each instruction.  An instruction
// with a fixed layout is checked in place and shares its operand list with
// others of its opcode; any other is expanded from the patterns of the grammar
// with an explicit stack.  All form errors are reported, as Place::Input
// ranges of words; reading continues as long as the word counts give the start
// of the next instruction.
//
// Tested by binary_reader_test.cc and, with damaged binaries,
// api/resolve/hostile_binary_test.cc.
#ifndef PLUMB_PARSE_BINARY_BINARY_READER_H_
#define PLUMB_PARSE_BINARY_BINARY_READER_H_

#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// Keeps its buffers between modules: reading a second module that is not
// larger than the first allocates nothing, if the Module is reused too.
class BinaryReader {
 public:
  BinaryReader();
  ~BinaryReader();
  BinaryReader(const BinaryReader&) = delete;
  BinaryReader& operator=(const BinaryReader&) = delete;

  // Reads a module in either byte order.  Words in the host's order are used
  // in place and must outlive `module`; others are swapped into words that
  // `module` owns.  Ids are renumbered (Module::original_id) if the bound in
  // the header is out of proportion.  Linear in the words.
  //
  // Returns whether the form is valid (warnings do not count).  If not,
  // `module` holds the instructions that could be read, which may be printed
  // but not validated.
  bool Read(absl::Span<const uint32_t> words, Module* module,
            DiagnosticList* diagnostics);

  // The same for a file's bytes, of any number and alignment; they must
  // outlive `module`.
  bool ReadBytes(absl::string_view bytes, Module* module,
                 DiagnosticList* diagnostics);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_BINARY_READER_H_
