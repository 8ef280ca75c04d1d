// Versions of extended instruction sets, which follow the last point of the
// imported name.
#ifndef PLUMB_VALIDATE_FACTS_IMPORT_VERSION_H_
#define PLUMB_VALIDATE_FACTS_IMPORT_VERSION_H_

#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "core/module.h"
#include "grammar/operands.h"

namespace plumb {

// The name of an import; empty if the <id> is not an import.
inline absl::string_view ImportName(const Module& module, Id set) {
  constexpr OperandIndex kName = grammar::operand::ExtInstImport::kName;
  const InstIndex def = module.def(set);
  if (def == kNoInst) return "";
  const Inst import = module.inst(def);
  return import.op() == grammar::Op::kExtInstImport &&
                 import.operand_count() > kName
             ? import.string(kName)
             : "";
}

// The text of the version in such a name.
inline absl::string_view VersionTextIn(absl::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

// The version as an argument of a message.
inline absl::string_view VersionArgument(absl::string_view name) {
  const absl::string_view version = VersionTextIn(name);
  return version.empty() ? "empty" : version;
}

// The version, if it is a decimal number.
inline std::optional<uint32_t> VersionIn(absl::string_view name) {
  const absl::string_view text = VersionTextIn(name);
  uint32_t version = 0;
  const bool has_digits_only = absl::c_all_of(
      text, [](unsigned char c) { return absl::ascii_isdigit(c); });
  if (!has_digits_only || !absl::SimpleAtoi(text, &version)) {
    return std::nullopt;
  }
  return version;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_IMPORT_VERSION_H_
