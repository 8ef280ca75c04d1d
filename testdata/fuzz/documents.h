// Documents that the programs make from modules and names: whether they are
// well-formed, and have no markup but the programs' own.  A document that is
// not ends the program with a message.
#ifndef PLUMB_TESTDATA_FUZZ_DOCUMENTS_H_
#define PLUMB_TESTDATA_FUZZ_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cli/drawing/drawing.h"

namespace plumb {

// A well-formed XML document, all elements of which are among `elements`.
void CheckXml(absl::string_view document,
              absl::Span<const absl::string_view> elements);

// The drawing in each of its languages.
void CheckDrawing(const drawing::Drawing& drawing);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FUZZ_DOCUMENTS_H_
