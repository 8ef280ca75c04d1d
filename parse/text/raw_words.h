// Places in a text of the words that the assembler writes as they are ("!5",
// OpUnknown): a module that was decoded from such words gets lines and columns
// like any other text.
//
// Tested by api/raw_words_test.cc.
#ifndef PLUMB_PARSE_TEXT_RAW_WORDS_H_
#define PLUMB_PARSE_TEXT_RAW_WORDS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// A word of an instruction that is not in the index of the assembled module,
// and its token in the text, in bytes.  A token can have more words, which
// follow.
struct RawWord {
  uint32_t word;
  uint32_t begin;
  uint32_t end;
};

// Gives `decoded`, which a reader made from the words of `assembled`, the text
// of `assembled` and the place of each instruction in it, and turns the places
// of `diagnostics`, which are ranges of those words, into ranges of the text.
// `raw` is in the order of the words.  Linear in the instructions, and
// logarithmic in them for each diagnostic.
void PlaceInText(const Module& assembled, absl::Span<const RawWord> raw,
                 Module* decoded, DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_RAW_WORDS_H_
