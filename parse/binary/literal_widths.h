// Errors in the number of words that a literal has, which follows from a type:
// the width of a type may be what is wrong, and not each of its constants.
//
// Part of BinaryReader.  Tested by binary_reader_test.cc.
#ifndef PLUMB_PARSE_BINARY_LITERAL_WIDTHS_H_
#define PLUMB_PARSE_BINARY_LITERAL_WIDTHS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

// The argument of an error about the words of an instruction that is the type
// of its literals.
inline constexpr size_t kLiteralTypeArg = 3;

// How many words a literal of this type has; 0 if it is no numeric type.
// `words` are those of the module, which a module that is being read lacks.
inline uint32_t LiteralWords(const Module& module,
                             absl::Span<const uint32_t> words, Id type) {
  const InstIndex def = module.def(type);
  if (def == kNoInst) return 0;
  const InstRecord& record = module.record(def);
  if (record.op != grammar::Op::kTypeInt &&
      record.op != grammar::Op::kTypeFloat) {
    return 0;
  }
  const uint32_t width = words[record.first_word + 2];
  return static_cast<uint32_t>((uint64_t{width} + 31) / 32);
}

// Adds a note at the type to such errors.  Makes one error of those that share
// a type if no constant of it has the right number of words.  Linear in the
// module if there is such an error, otherwise in the errors.
void MergeErrorsOfLiteralWidths(const Module& module, DiagnosticList* list);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_LITERAL_WIDTHS_H_
