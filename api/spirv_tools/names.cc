// Names of opcodes, and versions.  Tested by contract_test.sh.
#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "grammar/grammar.h"

namespace plumb::spirv_tools {
namespace {

constexpr absl::string_view kPrefix = "Op";

// The names of all opcodes without their "Op", by row, each ended by a zero
// byte: those in the grammar's tables are not.
class OpcodeNames {
 public:
  OpcodeNames() {
    for (int row = 0; row < grammar::kOpCount; ++row) {
      begins_[row] = text_.size();
      const absl::string_view name = grammar::NameOf(static_cast<Op>(row));
      absl::StrAppend(&text_, name.substr(kPrefix.size()),
                      absl::string_view("", 1));
    }
  }

  const char* NameOf(Op op) const {
    return text_.data() + begins_[static_cast<size_t>(op)];
  }

 private:
  std::string text_;
  std::array<size_t, grammar::kOpCount> begins_;
};

}  // namespace
}  // namespace plumb::spirv_tools

const char* spvOpcodeString(const uint32_t opcode) {
  static const auto* const names = new plumb::spirv_tools::OpcodeNames;
  const plumb::Op op = plumb::grammar::OpFromOpcode(opcode);
  return op == plumb::grammar::kNoOp ? "unknown" : names->NameOf(op);
}

// The form of SPIRV-Tools, whose release the interface is that of.
const char* spvSoftwareVersionString(void) { return "v2026.4"; }

const char* spvSoftwareVersionDetailsString(void) {
  return "SPIRV-Tools v2026.4 interface of Plumb";
}
