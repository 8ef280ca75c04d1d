// Reads the binary form of a module (section 2.3) into a Module.
//
// One pass over the words: the header, then instruction after instruction.
// An instruction whose layout is fixed is checked in place and shares its
// operand list with its likes; any other is expanded from the patterns of the
// grammar with an explicit stack.  Everything wrong with the form is reported,
// as Place::Input ranges of words; reading goes on wherever the word counts
// still say where the next instruction is.
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

// Keeps its buffers from module to module: reading a second module that is no
// larger than the first allocates nothing, if the Module is reused too.
class BinaryReader {
 public:
  BinaryReader();
  ~BinaryReader();
  BinaryReader(const BinaryReader&) = delete;
  BinaryReader& operator=(const BinaryReader&) = delete;

  // Reads a module in either byte order.  Words in the host's order are used
  // in place and must outlive `module`; others are swapped into words that
  // `module` owns.  Ids are numbered anew (Module::original_id) if the bound in
  // the header is out of proportion.  Takes time linear in the words.
  //
  // Returns whether the form is right (warnings do not count).  If not,
  // `module` holds the instructions that could be read, good enough to print
  // but not to be judged.
  bool Read(absl::Span<const uint32_t> words, Module* module,
            DiagnosticList* diagnostics);

  // The same for a file's bytes, whatever their number and alignment; they
  // must outlive `module`.
  bool ReadBytes(absl::string_view bytes, Module* module,
                 DiagnosticList* diagnostics);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_BINARY_READER_H_
