// Names of ids in messages: the name in the assembled text, or else the
// friendly name (friendly_names.h).
//
// Names are taken from the text on demand; the assembler keeps none.  A name is
// cut to kMaxNameSize bytes.
//
// Tested by diagnostic_resolver_test.cc.
#ifndef PLUMB_API_RESOLVE_ID_TEXT_H_
#define PLUMB_API_RESOLVE_ID_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/module.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {

// An id can be as long as the text, and a message is for reading.
inline constexpr size_t kMaxNameSize = 200;

class IdText {
 public:
  explicit IdText(const Module& module) : module_(module) {}

  // "%name".  `near` is an instruction that mentions the id, if one is known:
  // the text of an undefined id is found there.
  std::string Text(Id id, InstIndex near = kNoInst);

  // Prints instructions with the same names; made at the first call.
  const Disassembler& disassembler();

 private:
  std::string TokenText(InstIndex inst, uint32_t operand) const;

  const Module& module_;
  std::optional<Disassembler> disassembler_;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_ID_TEXT_H_
