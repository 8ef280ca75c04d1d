// Errors in the number of words of literals, which depends on a type: the
// width of a type may be the error, and not each of its constants.
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

// The argument of an error about the words of an instruction that has the type
// of its literals.
inline constexpr size_t kLiteralTypeArg = 3;

// The number of words of a literal of this type; 0 if the type is not numeric.
// `words` are those of the module, which a module that is being read does not
// have.
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

// Adds a note at the type to such errors.  Merges the errors that share a type
// if no constant of the type has the right number of words.  Linear in the
// module if there is such an error, otherwise in the errors.
void MergeErrorsOfLiteralWidths(const Module& module, DiagnosticList* list);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_LITERAL_WIDTHS_H_
