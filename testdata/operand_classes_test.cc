// Puts an id of each wrong class (a type, a label, a function, a string, an
// import, a decoration group, an object) into every <id> operand of the valid
// modules of the tree, and expects an error.
//
// Each place of each opcode, extended instruction and enumerant in some module
// is tried once.  The replacement is an id of the class in the module, or one
// that is added to it.  A constant, a variable and another object are one
// class here: which of them is allowed depends on more.
//
//   PLUMB_CLASSES_SHOWN=N   list this many accepted replacements
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "testdata/number_from_env.h"
#include "testdata/text_module.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

enum class IdClass {
  kType,
  kObject,
  kLabel,
  kFunction,
  kString,
  kImport,
  kGroup,
  kOther
};
constexpr absl::string_view kNames[] = {"a type",     "an object", "a label",
                                        "a function", "a string",  "an import",
                                        "a group",    "another id"};
constexpr size_t kClassCount = 7;

// A place where an id of another class is accepted, and the sentence that
// allows it.
struct Accepted {
  absl::string_view opcode;
  size_t operand;  // token after the opcode; 0 for all
  absl::string_view reason;
};
constexpr Accepted kAccepted[] = {
    {"OpName", 0, "any <id> can be named"},
    {"OpDecorate", 0, "what a decoration applies to is up to each decoration"},
    {"OpDecorateId", 1, "as OpDecorate"},
    {"OpGroupDecorate", 0, "a group without decorations decorates anything"},
};

IdClass ClassOf(const Tokens& line) {
  const std::string& op = Opcode(line);
  if (absl::StartsWith(op, "OpType")) return IdClass::kType;
  if (op == "OpLabel") return IdClass::kLabel;
  if (op == "OpFunction") return IdClass::kFunction;
  if (op == "OpString") return IdClass::kString;
  if (op == "OpExtInstImport") return IdClass::kImport;
  if (op == "OpDecorationGroup") return IdClass::kGroup;
  if (absl::StartsWith(op, "OpAlias") || op == "OpGraphARM" ||
      op == "OpAsmTargetINTEL" || op == "OpAsmINTEL") {
    return IdClass::kOther;
  }
  return IdClass::kObject;
}

// A module with an id of each class.
struct Palette {
  TextModule module;
  std::map<std::string, IdClass> classes;
  std::array<std::vector<std::string>, kClassCount> ids;
};

bool BelongsBefore(const std::string& op, absl::string_view what) {
  static const std::set<std::string>* const kHead = new std::set<std::string>{
      "OpCapability", "OpExtension", "OpConditionalExtensionINTEL",
      "OpConditionalCapabilityINTEL"};
  static const std::set<std::string>* const kModes = new std::set<std::string>{
      "OpExtInstImport",     "OpMemoryModel",
      "OpEntryPoint",        "OpExecutionMode",
      "OpExecutionModeId",   "OpConditionalEntryPointINTEL",
      "OpGraphEntryPointARM"};
  static const std::set<std::string>* const kDebug = new std::set<std::string>{
      "OpString", "OpSource",     "OpSourceExtension", "OpSourceContinued",
      "OpName",   "OpMemberName", "OpModuleProcessed"};
  if (kHead->count(op) != 0) return true;
  if (what == "import") return op == "OpExtInstImport";
  if (kModes->count(op) != 0) return true;
  if (what == "string") return op == "OpString";
  return kDebug->count(op) != 0;
}

void Insert(absl::string_view what, Tokens line, TextModule* module) {
  auto at = module->lines.begin();
  while (at != module->lines.end() && BelongsBefore(Opcode(*at), what)) ++at;
  module->lines.insert(at, std::move(line));
}

std::optional<Palette> MakePalette(const fs::path& path, TextChecker* checker) {
  auto module = ReadTextModule(path);
  if (!module.has_value()) return std::nullopt;
  Palette palette;
  palette.module = *std::move(module);
  if (!checker->Errors(palette.module.lines, palette.module.options).empty()) {
    return std::nullopt;
  }
  TextModule larger = palette.module;
  Insert("group", {"%plumb_group", "=", "OpDecorationGroup"}, &larger);
  Insert("string", {"%plumb_string", "=", "OpString", "\"plumb\""}, &larger);
  Insert("import", {"%plumb_set", "=", "OpExtInstImport", "\"OpenCL.std\""},
         &larger);
  if (checker->Errors(larger.lines, larger.options).empty()) {
    palette.module = std::move(larger);
  }
  for (const Tokens& line : palette.module.lines) {
    if (!HasResult(line)) continue;
    const IdClass id_class = ClassOf(line);
    palette.classes[line[0]] = id_class;
    if (id_class == IdClass::kOther) continue;
    std::vector<std::string>& ids = palette.ids[static_cast<size_t>(id_class)];
    // Also a function type, which differs from other types.
    if (ids.empty() || Opcode(line) == "OpTypeFunction") ids.push_back(line[0]);
  }
  return palette;
}

// The key of a place that is tried once: the opcode, or the extended
// instruction, and the place.
std::string KeyOf(const Tokens& line, size_t at) {
  const size_t opcode = OpcodeAt(line);
  std::string key = line[opcode];
  if (absl::StartsWith(key, "OpExtInst") && line.size() > opcode + 3) {
    absl::StrAppend(&key, " ", line[opcode + 3]);
  }
  if (key == "OpSpecConstantOp") absl::StrAppend(&key, " ", line[opcode + 2]);
  // After words, which have their own operands.
  for (size_t t = opcode + 1; t < at; ++t) {
    if (!IsId(line[t]) && line[t][0] != '"' &&
        !absl::StrContains(key, line[t])) {
      absl::StrAppend(&key, " ", line[t]);
    }
  }
  return absl::StrCat(key, " ", std::min<size_t>(at - opcode, 12));
}

// An instruction that does not affect the behavior of the module: its own
// rules check its operands, as far as its document specifies them, and its
// numbers may be those of a newer version.
bool IsDebugInformation(const Tokens& line) {
  const size_t opcode = OpcodeAt(line);
  if (line[opcode] != "OpExtInst" || line.size() < opcode + 4) return false;
  const std::string& name = line[opcode + 3];
  return absl::StartsWith(name, "Debug") || absl::ascii_isdigit(name[0]);
}

bool IsListed(const std::string& opcode, size_t operand) {
  return std::any_of(
      std::begin(kAccepted), std::end(kAccepted), [&](const Accepted& a) {
        return a.opcode == opcode && (a.operand == 0 || a.operand == operand);
      });
}

TEST(OperandClassesTest, WrongClassesAreRejected) {
  size_t to_show = NumberFromEnv("PLUMB_CLASSES_SHOWN", 20);
  TextChecker checker;
  std::set<std::string> tried;
  std::set<std::string> opcodes;
  size_t substitutions = 0;
  size_t accepted = 0;
  for (const fs::path& path : ValidModules()) {
    std::optional<Palette> palette;
    const auto text = ReadTextModule(path);
    if (!text.has_value()) continue;
    // Most modules have no new names.
    const bool has_new = std::any_of(
        text->lines.begin(), text->lines.end(), [&](const Tokens& line) {
          for (size_t at = OpcodeAt(line) + 1; at < line.size(); ++at) {
            if (IsId(line[at]) && tried.count(KeyOf(line, at)) == 0)
              return true;
          }
          return false;
        });
    if (has_new) palette = MakePalette(path, &checker);
    if (!palette.has_value()) continue;
    std::vector<Tokens> lines = palette->module.lines;
    for (Tokens& line : lines) {
      const size_t opcode = OpcodeAt(line);
      for (size_t at = opcode + 1; at < line.size(); ++at) {
        if (!IsId(line[at]) || !tried.insert(KeyOf(line, at)).second) continue;
        opcodes.insert(line[opcode]);
        const std::string was = line[at];
        const auto was_class = palette->classes.find(was);
        if (was_class == palette->classes.end()) continue;
        for (size_t c = 0; c < kClassCount; ++c) {
          if (c == static_cast<size_t>(was_class->second)) continue;
          for (const std::string& id : palette->ids[c]) {
            line[at] = id;
            ++substitutions;
            if (IsListed(line[opcode], at - opcode) ||
                IsDebugInformation(line) ||
                !checker.Errors(lines, palette->module.options).empty()) {
              continue;
            }
            ++accepted;
            if (to_show == 0) continue;
            --to_show;
            std::cout << path.string() << ": " << kNames[c] << " in operand "
                      << at - opcode << " of `" << absl::StrJoin(line, " ")
                      << "`, which was " << was << "\n";
          }
        }
        line[at] = was;
      }
    }
  }
  std::cout << tried.size() << " operands of " << opcodes.size() << " opcodes, "
            << substitutions << " substitutions, " << accepted << " accepted\n";
  EXPECT_GT(substitutions, 5000u);
  EXPECT_EQ(accepted, 0u);
}

}  // namespace
}  // namespace plumb
