// Modules as lines of tokens, for tests that change them, and their
// diagnostics.
//
// Used by mistakes_test.cc and operand_mutations_test.cc.
#ifndef PLUMB_TESTDATA_TEXT_MODULE_H_
#define PLUMB_TESTDATA_TEXT_MODULE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "core/options.h"

namespace plumb {

// An instruction of a text, one per line: "%x", "=", "OpFoo", operands.
using Tokens = std::vector<std::string>;

struct TextModule {
  std::string path;
  ValidatorOptions options;
  std::vector<Tokens> lines;  // without comments
};

// Reads a text whose first lines may be the directives of rule_test; empty if
// one of these is not understood.
std::optional<TextModule> ReadTextModule(const std::filesystem::path& path);

// The valid modules below testdata/rules and testdata/examples, except for
// those at a limit, which any other change would exceed.
std::vector<std::filesystem::path> ValidModules();

bool HasResult(const Tokens& line);
size_t OpcodeAt(const Tokens& line);
const std::string& Opcode(const Tokens& line);
bool IsId(absl::string_view token);

// One diagnostic.
struct ReportedDiagnostic {
  int line;  // of the text, from 0; -1 for the module
  std::string rule;
  bool is_error;
  std::vector<int> notes;  // their lines
};

// Reads and validates texts like the programs.
class TextChecker {
 public:
  std::vector<ReportedDiagnostic> Check(const std::vector<Tokens>& lines,
                                        const ValidatorOptions& options);
  // The same, errors only.
  std::vector<ReportedDiagnostic> Errors(const std::vector<Tokens>& lines,
                                         const ValidatorOptions& options);

 private:
  int LineOf(const Place& place) const;

  Session session_;
  std::string text_;
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_TEXT_MODULE_H_
