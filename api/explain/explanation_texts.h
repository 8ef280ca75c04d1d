// What explanations of rules consist of: requirements (gists.tsv), reasons
// (reasons.tsv) and example modules (testdata/rules), as pack_explanations.cc
// packs them into one text:
//
//   plumb-explanations 1
//   gists 2
//   KEY<tab>TEXT           in bytewise order of the keys
//   ...
//   reasons 2              as gists
//   ...
//   lines 3
//   LINE                   of modules; most are in several
//   ...
//   examples 2
//   NAME<tab>0 2-3 1       in bytewise order; the lines by number, from 0
//   ...
//
// In files, each line ends with a line feed; in memory with a NUL, so that
// every text has a NUL after it.
//
// Tested by explanation_texts_test.cc.
#ifndef PLUMB_API_EXPLAIN_EXPLANATION_TEXTS_H_
#define PLUMB_API_EXPLAIN_EXPLANATION_TEXTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/explain/text_table.h"

namespace plumb::internal {

class ExplanationTexts {
 public:
  // Without any text.
  ExplanationTexts() = default;

  // Replaces all texts by those of `packed`, which must outlive them.  Returns
  // false, and keeps none, if `packed` does not have the form.  Linear.
  bool Read(absl::string_view packed);

  TextTable gists() const { return gists_; }
  TextTable reasons() const { return reasons_; }
  // By name: that of a rule, or of a variant of it, with ".ok" after it if the
  // module is valid.  The text is ModuleOf's argument.
  TextTable examples() const { return examples_; }
  // The text of a module.  Linear in it.
  std::string ModuleOf(absl::string_view line_numbers) const;

 private:
  bool ReadSections(absl::string_view packed);

  std::vector<TextRow> gists_, reasons_, examples_;
  std::vector<absl::string_view> lines_;
};

// Those of this program.  The source that pack_explanations.cc writes defines
// this; plumb.wasm has a definition of its own (bindings/npm/native).
// Thread-safe.
const ExplanationTexts& Texts();

}  // namespace plumb::internal

#endif  // PLUMB_API_EXPLAIN_EXPLANATION_TEXTS_H_
