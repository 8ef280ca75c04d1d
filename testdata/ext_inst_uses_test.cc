// Tests that every instruction of every extended set has a valid use, and a
// wrong one for each operand; SPIRV-Tools, the peer, validates them as well.
//
// ext_inst_uses.tsv lists the exceptions: operands that are not checked, rows
// of the tables that no wrong use violates, instructions that the peer does
// not have, and uses on which the two disagree.  An exception that is not
// listed fails, and so does a line that is not needed.
//
// With PLUMB_USES_SHOWN set all uses are printed, and the lines to list.
#include "testdata/ext_inst_uses.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "bench/peer.h"
#include "core/rule.h"
#include "core/target_env.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "testdata/ext_inst_palette.h"
#include "testdata/verdict_comparer.h"

namespace plumb {
namespace {

constexpr char kTable[] = "testdata/ext_inst_uses.tsv";

// --- Exceptions and their reasons ---

// The kinds of exceptions, and the subject of their lines.
constexpr absl::string_view kNoValidUse = "no-right-use";  // Instruction
constexpr absl::string_view kFree = "free";            // Instruction.Operand
constexpr absl::string_view kElsewhere = "elsewhere";  // the same
constexpr absl::string_view kUnbroken = "unbroken";    // Instruction rule
constexpr absl::string_view kUnknown = "peer-does-not-know";  // Instruction
// Instruction, or Instruction.Operand=value.
constexpr absl::string_view kPeerRejects = "peer-rejects";
constexpr absl::string_view kPeerAccepts = "peer-accepts";  // rule

// The cells of its lines.
std::vector<std::vector<std::string>> ReadTable() {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(kTable);
  EXPECT_TRUE(file.good()) << kTable;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    rows.push_back(absl::StrSplit(line, '\t'));
    EXPECT_TRUE(rows.back().size() == 4 && !rows.back()[3].empty()) << line;
    rows.back().resize(4);
  }
  return rows;
}

// The subject of a line, in which "*" matches anything.
std::string PatternOf(const std::string& about) {
  return absl::StrJoin(absl::StrSplit(about, '*'), ".*",
                       [](std::string* out, absl::string_view part) {
                         absl::StrAppend(out,
                                         RE2::QuoteMeta(std::string(part)));
                       });
}

// The lines of one set.
class Exceptions {
 public:
  explicit Exceptions(absl::string_view set) : set_(set) {
    for (const std::vector<std::string>& row : ReadTable()) {
      if (row[0] == set) needed_[{row[1], row[2]}] = false;
    }
  }

  // Records an exception; fails if it is not listed.
  void Find(absl::string_view what, const std::string& about,
            absl::string_view details) {
    bool listed = false;
    for (auto& [row, needed] : needed_) {
      if (row.first != what || !RE2::FullMatch(about, PatternOf(row.second))) {
        continue;
      }
      needed = listed = true;
    }
    if (listed || !missing_.insert(absl::StrCat(what, "\t", about)).second) {
      return;
    }
    ADD_FAILURE() << "not in " << kTable << ": " << set_ << "\t" << what << "\t"
                  << about << "\t" << details;
  }

  void ExpectAllNeeded() const {
    for (const auto& [row, needed] : needed_) {
      EXPECT_TRUE(needed) << "not needed in " << kTable << ": " << set_ << "\t"
                          << row.first << "\t" << row.second;
    }
  }

 private:
  std::string set_;
  std::map<std::pair<std::string, std::string>, bool> needed_;
  std::set<std::string> missing_;
};

// --- A set ---

struct SetCase {
  const char* import;   // the name in the import
  const char* palette;  // the file
};

constexpr SetCase kSets[] = {
    {"GLSL.std.450", "shader"},
    {"SPV_AMD_gcn_shader", "shader"},
    {"SPV_AMD_shader_ballot", "shader"},
    {"SPV_AMD_shader_explicit_vertex_parameter", "shader"},
    {"SPV_AMD_shader_trinary_minmax", "shader"},
    {"NonSemantic.DebugPrintf", "shader"},
    {"NonSemantic.DebugBreak", "shader"},
    {"NonSemantic.VkspReflection.4", "shader"},
    {"OpenCL.std", "kernel"},
    {"DebugInfo", "debug-info"},
    {"OpenCL.DebugInfo.100", "opencl-debug-info"},
    {"NonSemantic.Shader.DebugInfo.100", "shader-debug-info"},
    {"NonSemantic.Shader.DebugInfo.101", "shader-debug-info"},
    {"NonSemantic.ClspvReflection.5", "reflection"},
    {"NonSemantic.ClspvReflection.7", "reflection"},
    {"NonSemantic.Graph.DebugInfo.1", "graph-debug-info"},
    {"TOSA.001000.1", "graph"},
    {"Arm.MotionEngine.100", "graph"},
    {"Arm.ExperimentalMLOperations.1", "graph"},
};

std::string NameOf(grammar::ExtInst inst) {
  return std::string(grammar::Text(grammar::Info(inst).name));
}

// The name of an operand; for repeated operands, that of the pattern.
std::string NameOf(grammar::ExtInst inst, OperandIndex operand) {
  namespace ext = grammar::operand::ExtInst;
  if (operand == ext::kResultType) return NameOf(inst) + ".Result Type";
  const auto patterns = grammar::Operands(grammar::Info(inst));
  const size_t at =
      std::min<size_t>(operand - ext::kOperands, patterns.size() - 1);
  const absl::string_view name = grammar::Text(patterns[at].name);
  return absl::StrCat(NameOf(inst), ".",
                      name.empty() ? grammar::NameOf(patterns[at].kind) : name);
}

class SetRun {
 public:
  SetRun(const SetCase& set, const Palette& palette, bench::Peer peer)
      : name_(set.import),
        palette_(palette),
        finder_(palette),
        peer_(std::move(peer)),
        exceptions_(set.import),
        shown_(std::getenv("PLUMB_USES_SHOWN") != nullptr) {}

  void Run() {
    const grammar::ExtInstSetInfo& set = grammar::Info(palette_.set());
    for (uint32_t i = 0; i < set.instruction_count; ++i) {
      RunInstruction(static_cast<grammar::ExtInst>(set.first_instruction + i));
    }
    exceptions_.ExpectAllNeeded();
    std::cout << name_ << ": " << set.instruction_count << " instructions, "
              << right_ << " with a right use, " << operands_ << " operands, "
              << wrong_operands_ << " with a wrong use, " << wrong_
              << " wrong uses; both accept " << both_accept_
              << " and both reject " << both_reject_ << ", the peer accepts "
              << peer_accepts_ << " alone and rejects " << peer_rejects_
              << " alone\n";
  }

 private:
  void RunInstruction(grammar::ExtInst inst) {
    const std::optional<ExtInstUse> right = finder_.FindValidUse(inst);
    if (!right) {
      exceptions_.Find(kNoValidUse, NameOf(inst), "");
      return;
    }
    ++right_;
    Show("right", *right, "");
    std::vector<WrongUse> wrong = finder_.FindWrongUses(*right);
    CheckEachOperand(*right, wrong);
    ViolateOtherRules(inst, &wrong);
    wrong_ += wrong.size();
    if (!PeerKnows(*right)) {
      exceptions_.Find(kUnknown, NameOf(inst), "");
      return;
    }
    if (const std::string message = PeerMessage(*right); !message.empty()) {
      exceptions_.Find(kPeerRejects, NameOf(inst), message);
      ++peer_rejects_;
      return;  // the others would be rejected for the same reason
    }
    ++both_accept_;
    for (const WrongUse& use : wrong) CheckWrong(use);
    for (const ExtInstUse& use : finder_.FindOtherResults(*right)) {
      CheckValid(use, grammar::operand::ExtInst::kResultType);
    }
    for (const auto& [use, operand] : finder_.FindOtherValidUses(*right)) {
      CheckValid(use, operand);
    }
  }

  // Checks that each operand, and the result type, has a wrong use whose error
  // is at the operand.
  void CheckEachOperand(const ExtInstUse& right,
                        const std::vector<WrongUse>& wrong) {
    namespace ext = grammar::operand::ExtInst;
    std::set<uint32_t> found, reported;
    for (const WrongUse& use : wrong) {
      found.insert(use.operand);
      if (use.diagnostic.operand == use.operand) reported.insert(use.operand);
    }
    for (uint32_t i = 0; i <= right.operands.size(); ++i) {
      const OperandIndex at =
          i == 0 ? ext::kResultType : OperandIndex(ext::kOperands + i - 1);
      ++operands_;
      wrong_operands_ += static_cast<int>(found.count(at));
      if (found.count(at) == 0) {
        exceptions_.Find(kFree, NameOf(right.inst, at), "");
      } else if (reported.count(at) == 0) {
        exceptions_.Find(kElsewhere, NameOf(right.inst, at), "");
      }
    }
  }

  // Checks that each rule of the tables' rows is violated by some use, if not
  // by one operand.
  void ViolateOtherRules(grammar::ExtInst inst, std::vector<WrongUse>* wrong) {
    std::set<const Rule*> broken;
    for (const WrongUse& use : *wrong) broken.insert(use.diagnostic.rule);
    for (const Rule* rule : finder_.rows().RulesOf(inst)) {
      if (!broken.insert(rule).second) continue;
      const std::optional<WrongUse> found =
          finder_.FindUseViolating(inst, *rule);
      if (found) {
        wrong->push_back(*found);
      } else {
        exceptions_.Find(kUnbroken, absl::StrCat(NameOf(inst), " ", rule->id),
                         "");
      }
    }
  }

  void CheckWrong(const WrongUse& wrong) {
    const std::string message = PeerMessage(wrong.use);
    Show("wrong", wrong.use,
         absl::StrCat(wrong.diagnostic.rule->id, " | ", message));
    if (!message.empty()) {
      ++both_reject_;
      return;
    }
    ++peer_accepts_;
    exceptions_.Find(kPeerAccepts, std::string(wrong.diagnostic.rule->id),
                     absl::StrCat(NameOf(wrong.use.inst, wrong.operand), ": ",
                                  TextOf(palette_, wrong.use)));
  }

  void CheckValid(const ExtInstUse& right, OperandIndex operand) {
    const std::string message = PeerMessage(right);
    Show("right", right, message);
    if (message.empty()) {
      ++both_accept_;
      return;
    }
    ++peer_rejects_;
    exceptions_.Find(kPeerRejects,
                     absl::StrCat(NameOf(right.inst, operand), "=",
                                  TextOf(palette_, right, operand)),
                     absl::StrCat(TextOf(palette_, right), ": ", message));
  }

  // Whether the peer has the instruction.
  bool PeerKnows(const ExtInstUse& use) const {
    const auto text =
        peer_.Disassemble(finder_.checker().BuildModule({&use, 1}));
    return text.ok() && absl::StrContains(std::string(text->text()),
                                          absl::StrCat(" ", NameOf(use.inst)));
  }

  // Empty if it accepts the use.
  std::string PeerMessage(const ExtInstUse& use) const {
    const absl::Status status =
        peer_.Validate(finder_.checker().BuildModule({&use, 1}));
    return status.ok() ? "" : ReasonOf(status.message());
  }

  void Show(absl::string_view what, const ExtInstUse& use,
            absl::string_view why) const {
    if (!shown_) return;
    std::cout << what << "\t" << TextOf(palette_, use) << "\t" << why << "\n";
  }

  std::string name_;
  const Palette& palette_;
  UseFinder finder_;
  bench::Peer peer_;
  Exceptions exceptions_;
  bool shown_;
  int right_ = 0, operands_ = 0, wrong_operands_ = 0;
  size_t wrong_ = 0;
  int both_accept_ = 0, both_reject_ = 0, peer_accepts_ = 0, peer_rejects_ = 0;
};

class ExtInstUsesTest : public testing::TestWithParam<SetCase> {};

TEST_P(ExtInstUsesTest, EachInstruction) {
  const auto palette = Palette::Read(
      absl::StrCat("testdata/ext_inst_uses/", GetParam().palette, ".spvasm"),
      GetParam().import);
  ASSERT_TRUE(palette.ok()) << palette.status();
  absl::StatusOr<bench::Peer> peer =
      bench::Peer::Create(std::string(Info((*palette)->env()).name));
  ASSERT_TRUE(peer.ok()) << peer.status();
  SetRun(GetParam(), **palette, *std::move(peer)).Run();
}

INSTANTIATE_TEST_SUITE_P(Sets, ExtInstUsesTest, testing::ValuesIn(kSets),
                         [](const testing::TestParamInfo<SetCase>& info) {
                           std::string name = info.param.import;
                           for (char& c : name) {
                             if (c == '.') c = '_';
                           }
                           return name;
                         });

TEST(ExtInstSetsTest, EachLineBelongsToASet) {
  for (const std::vector<std::string>& row : ReadTable()) {
    EXPECT_TRUE(std::any_of(
        std::begin(kSets), std::end(kSets),
        [&row](const SetCase& set) { return row[0] == set.import; }))
        << row[0];
  }
}

// Each set of the grammar is among them.
TEST(ExtInstSetsTest, AllAreListed) {
  std::set<ExtInstSet> listed;
  for (const SetCase& set : kSets) {
    listed.insert(grammar::ExtInstSetFromName(set.import));
  }
  for (size_t i = 0; i < grammar::ExtInstSets().size(); ++i) {
    const auto set = static_cast<ExtInstSet>(i);
    EXPECT_EQ(listed.count(set), 1u) << grammar::Text(grammar::Info(set).name);
  }
}

}  // namespace
}  // namespace plumb
