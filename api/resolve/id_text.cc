#include "api/resolve/id_text.h"

#include "parse/printable_text.h"
#include "parse/text/operand_locator.h"

namespace plumb {

std::string IdText::TokenText(InstIndex inst, uint32_t operand) const {
  const absl::string_view text = module_.text();
  const TextRange range =
      TokenOfOperand(text, module_.origin(inst), static_cast<int32_t>(operand));
  const absl::string_view token =
      text.substr(range.begin, range.end - range.begin);
  if (token.empty() || token[0] != '%') return "";
  return CutText(token, kMaxNameSize);
}

std::string IdText::Text(Id id, InstIndex near) {
  if (!module_.text().empty()) {
    const InstIndex def = module_.def(id);
    std::string name;
    if (def != kNoInst) {
      name = TokenText(def, module_.inst(def).info().has_result_type ? 1 : 0);
    } else if (near != kNoInst) {
      const Inst inst = module_.inst(near);
      for (uint32_t i = 0; i < inst.operand_count() && name.empty(); ++i) {
        if (IsIdKind(inst.kind(i)) && inst.id(i) == id) {
          name = TokenText(near, i);
        }
      }
    }
    if (!name.empty()) return name;
  }
  return CutText(disassembler().IdText(id), kMaxNameSize);
}

const Disassembler& IdText::disassembler() {
  if (!disassembler_.has_value()) {
    disassembler_.emplace(
        module_, DisassemblerOptions{.header = false, .indent = false});
  }
  return *disassembler_;
}

}  // namespace plumb
