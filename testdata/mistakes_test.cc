// One error, one diagnostic: makes single errors in valid modules and checks
// the reports.
//
// The modules are the near misses of testdata/rules and the examples.  The
// text is changed: an instruction is removed, duplicated or misspelled, or one
// operand is replaced.  These reports are allowed:
//
// - For a use of an undefined id, an operand of another class (a type for a
//   value, a label for a type...), a misspelled opcode, enumerant or literal:
//   one error, in that instruction.
// - For a missing definition: one error, in an instruction that mentions its
//   id.  No other instruction may be reported, whatever its operands are.
// - A missing label or OpFunction also misplaces the instructions after it,
//   and a missing or duplicated parameter or OpFunction also disagrees with
//   the rest of its function.  These errors do not involve the id: up to two
//   errors, one of them in the next instruction or in OpFunction.
// - For a second definition, a missing termination or merge instruction: one
//   error.
//
// An error anywhere else, or a second one, is a fault; so is a change without
// an error, except for merge instructions, which are not always required, and
// for operands that may be of any class.  Faults are printed.  One in two
// hundred is tolerated, because errors without a common poisoned id are all
// reported (validate/triage/triage.h).
//
// Every sixth error is tried; every one with PLUMB_MISTAKE_STEP=1.
//
// testdata/mistakes has modules with single errors written by hand; rule_test
// runs them.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "testdata/number_from_env.h"
#include "testdata/text_module.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// --- Instructions in a text ---

bool Mentions(const Tokens& line, const std::string& id) {
  return std::count(line.begin(), line.end(), id) > 0;
}
bool IsTerminator(absl::string_view op) {
  static const std::set<std::string> kAll = {
      "OpBranch",     "OpBranchConditional", "OpSwitch",
      "OpReturn",     "OpReturnValue",       "OpKill",
      "OpUnreachable"};
  return kAll.count(std::string(op)) > 0;
}

// Classes of ids that cannot replace each other.
enum class IdClass {
  kNone,
  kType,
  kObject,
  kLabel,
  kFunction,
  kImport,
  kString
};
IdClass ClassOf(const Tokens& line) {
  const std::string& op = Opcode(line);
  if (absl::StartsWith(op, "OpType")) return IdClass::kType;
  if (op == "OpLabel") return IdClass::kLabel;
  if (op == "OpFunction") return IdClass::kFunction;
  if (op == "OpExtInstImport") return IdClass::kImport;
  if (op == "OpString") return IdClass::kString;
  if (op == "OpConstant" || op == "OpConstantTrue" || op == "OpVariable" ||
      op == "OpFunctionParameter" || op == "OpLoad") {
    return IdClass::kObject;
  }
  return IdClass::kNone;
}

// --- Changes ---

struct Mistake {
  std::string what;              // description of the change
  std::vector<Tokens> lines;     // the changed text
  std::set<int> expected_lines;  // lines that may be reported; empty: any
  size_t max_errors = 1;
  bool must_be_found = true;
};

class Mistakes {
 public:
  explicit Mistakes(const TextModule& module) : module_(module) {}

  std::vector<Mistake> All() {
    const std::vector<Tokens>& lines = module_.lines;
    for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
      const Tokens& line = lines[i];
      const std::string& op = Opcode(line);
      if (HasResult(line)) {
        Remove(i);
        DuplicateLine(i);
      }
      if (IsTerminator(op)) RemoveTerminator(i);
      if (op == "OpSelectionMerge" || op == "OpLoopMerge") RemoveMerge(i);
      Misspell(i);
      for (size_t t = OpcodeAt(line) + 1; t < line.size(); ++t) {
        if (IsId(line[t])) {
          Undefine(i, t);
          SwapClass(i, t);
        } else {
          MisspellToken(i, t);
        }
      }
    }
    return std::move(all_);
  }

 private:
  Mistake& Add(int line, const std::string& detail) {
    all_.push_back(
        {absl::StrCat("line ", line + 1, " `",
                      absl::StrJoin(module_.lines[line], " "), "`: ", detail),
         module_.lines,
         {},
         1,
         true});
    return all_.back();
  }
  void ExpectAtMentions(const std::string& id, Mistake* mistake) {
    for (int i = 0; i < static_cast<int>(mistake->lines.size()); ++i) {
      if (Mentions(mistake->lines[i], id)) mistake->expected_lines.insert(i);
    }
  }

  void Remove(int i) {
    const std::string id = module_.lines[i][0];
    const std::string op = Opcode(module_.lines[i]);
    Mistake& m = Add(i, "removed");
    m.lines.erase(m.lines.begin() + i);
    ExpectAtMentions(id, &m);
    if (m.expected_lines.empty()) {
      all_.pop_back();  // nothing depends on it
      return;
    }
    if (op == "OpLabel" || op == "OpFunction" || op == "OpGraphARM") {
      int next = i;
      while (Opcode(m.lines[next]) == "OpLine") ++next;
      m.expected_lines.insert(next);
      m.max_errors = 2;
    } else if (op == "OpFunctionParameter") {
      m.expected_lines.insert(FunctionBefore(i));
      m.max_errors = 2;
    }
  }
  int FunctionBefore(int i) const {
    while (i > 0 && Opcode(module_.lines[i]) != "OpFunction") --i;
    return i;
  }
  void DuplicateLine(int i) {
    const std::string op = Opcode(module_.lines[i]);
    Mistake& m = Add(i, "doubled");
    m.lines.insert(m.lines.begin() + i, module_.lines[i]);
    m.expected_lines = {i + 1};
    if (op == "OpLabel") m.max_errors = 2;
    if (op == "OpFunction" || op == "OpGraphARM") {
      m.expected_lines.insert(i);  // has no end
      m.max_errors = 2;
    } else if (op == "OpFunctionParameter") {
      m.expected_lines.insert(FunctionBefore(i));
      m.max_errors = 2;
    }
  }
  void RemoveTerminator(int i) {
    Mistake& m = Add(i, "removed");
    m.lines.erase(m.lines.begin() + i);
    m.expected_lines = {i};
    if (i > 0) m.expected_lines.insert(i - 1);  // a merge instruction
  }
  void RemoveMerge(int i) {
    Mistake& m = Add(i, "removed");
    m.lines.erase(m.lines.begin() + i);
    m.must_be_found = false;
  }
  void Misspell(int i) {
    Mistake& m = Add(i, "opcode misspelt");
    m.lines[i][OpcodeAt(m.lines[i])] += "x";
    m.expected_lines = {i};
  }
  void Undefine(int i, size_t t) {
    Mistake& m = Add(i, absl::StrCat("operand ", t, " undefined"));
    m.lines[i][t] = "%undefined_id";
    m.expected_lines = {i};
  }
  void SwapClass(int i, size_t t) {
    const std::string& id = module_.lines[i][t];
    const bool is_linkage = Mentions(module_.lines[i], "LinkageAttributes");
    IdClass is = IdClass::kNone;
    for (const Tokens& line : module_.lines) {
      if (HasResult(line) && line[0] == id) is = ClassOf(line);
    }
    if (is == IdClass::kNone) return;
    std::set<IdClass> done = {is};
    for (const Tokens& line : module_.lines) {
      if (!HasResult(line)) continue;
      const IdClass c = ClassOf(line);
      if (c == IdClass::kNone || !done.insert(c).second) continue;
      Mistake& m =
          Add(i, absl::StrCat("operand ", t, " replaced by ", line[0]));
      m.lines[i][t] = line[0];
      m.must_be_found = false;
      // A missing linkage decoration is reported where it is required.
      if (!is_linkage) m.expected_lines = {i};
    }
  }
  void MisspellToken(int i, size_t t) {
    const std::string& token = module_.lines[i][t];
    if (token[0] == '"') return;
    Mistake& m = Add(i, absl::StrCat("operand ", t, " garbled"));
    m.lines[i][t] = absl::ascii_isdigit(token[0]) ? "12monkeys" : "Bogus";
    m.expected_lines = {i};
  }

  const TextModule& module_;
  std::vector<Mistake> all_;
};

// The fault of the diagnostics, or "".
std::string DescribeFault(const Mistake& mistake,
                          const std::vector<ReportedDiagnostic>& errors) {
  if (errors.empty()) return mistake.must_be_found ? "nothing is said" : "";
  if (errors.size() > mistake.max_errors) return "too much is said";
  for (const ReportedDiagnostic& e : errors) {
    if (!mistake.expected_lines.empty() &&
        mistake.expected_lines.count(e.line) == 0) {
      return "something else is blamed";
    }
  }
  return "";
}

std::string Show(const Mistake& mistake,
                 const std::vector<ReportedDiagnostic>& errors) {
  std::string text = mistake.what;
  for (const ReportedDiagnostic& e : errors) {
    absl::StrAppend(&text, "\n    ", e.rule);
    if (e.line < 0 || e.line >= static_cast<int>(mistake.lines.size())) {
      continue;
    }
    absl::StrAppend(&text, " in line ", e.line + 1, " `",
                    absl::StrJoin(mistake.lines[e.line], " "), "`");
  }
  return text;
}

class MistakesTest : public testing::TestWithParam<int> {};
constexpr int kParts = 4;

TEST_P(MistakesTest, OneErrorIsReportedOnce) {
  constexpr int kMaxShown = 100;
  constexpr int kTolerated = 200;  // one in this many
  TextChecker checker;
  int shown = 0;
  int count = 0;
  int modules = 0;
  int number = 0;
  uint32_t made = 0;
  const uint32_t step = std::max(1u, NumberFromEnv("PLUMB_MISTAKE_STEP", 6));
  for (const fs::path& path : ValidModules()) {
    if (number++ % kParts != GetParam()) continue;
    const auto module = ReadTextModule(path);
    ASSERT_TRUE(module.has_value()) << path;
    // Some need a newer grammar, and one example is broken.
    if (!checker.Errors(module->lines, module->options).empty()) continue;
    ++modules;
    for (const Mistake& m : Mistakes(*module).All()) {
      if (made++ % step != 0) continue;
      const std::vector<ReportedDiagnostic> errors =
          checker.Errors(m.lines, module->options);
      ++count;
      const std::string fault = DescribeFault(m, errors);
      if (fault.empty() || ++shown > kMaxShown) continue;
      std::cout << fault << ": " << path << ": " << Show(m, errors) << "\n";
    }
  }
  // Tolerated so that a new rule need not know of all effects of its
  // violation.
  EXPECT_LE(shown * kTolerated, count);
  EXPECT_GT(modules, 100);
  EXPECT_GT(count, 4000);
  RecordProperty("mistakes", std::to_string(count));
}

INSTANTIATE_TEST_SUITE_P(Parts, MistakesTest, testing::Range(0, kParts));

}  // namespace
}  // namespace plumb
