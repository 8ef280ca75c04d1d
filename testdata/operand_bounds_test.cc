// Validates damaged binaries of all modules of testdata and tests that no
// check reads an operand that its instruction does not have.
//
// A check reads operands through Inst, which asserts that they exist
// (core/module.h).  Assertions are on in every build except -c opt, so such a
// read crashes the test, and the words end at an inaccessible page.
// With the address sanitizer, it finds more.
//
// The name of a failure contains the module and the damage.
//   PLUMB_DAMAGE_SEED=N  other changes
//   PLUMB_DAMAGE_STEP=1  every damage of every module, not every second one
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/resolve/arg_text.h"
#include "api/resolve/id_text.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/text/assembler.h"
#include "testdata/forked_runner.h"
#include "testdata/guarded_words.h"
#include "testdata/module_setting.h"
#include "testdata/number_from_env.h"
#include "testdata/operand_damage.h"
#include "validate/validator.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kParts = 8;

std::vector<fs::path> AllModules() {
  std::vector<fs::path> files;
  for (const char* folder : {"testdata/rules", "testdata/examples",
                             "testdata/mistakes", "testdata/shaders"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".spvasm") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// A module of testdata as a binary; no words if it cannot be assembled.
struct Binary {
  ModuleSetting setting;
  std::vector<uint32_t> words;
};

Binary ReadBinary(const fs::path& path) {
  const std::string text = ReadTestFile(path);
  Binary binary{ReadModuleSetting(text), {}};
  AssembleOptions options;
  options.env = binary.setting.options.env;
  Module module;
  DiagnosticList diagnostics;
  if (Assembler().Assemble(text, options, &module, &diagnostics)) {
    binary.words.assign(module.words().begin(), module.words().end());
  }
  return binary;
}

// The output of a run over one damaged module.
constexpr char kUnreadable[] = "unreadable";
constexpr char kValid[] = "valid";
constexpr char kInvalid[] = "invalid";

// Validates words, whether or not the reader reports errors, and makes the
// text of all messages.
std::string ValidateWords(absl::Span<const uint32_t> words,
                          const ValidatorOptions& options) {
  const GuardedWords guarded(words);
  Module module;
  DiagnosticList diagnostics;
  const bool is_readable =
      BinaryReader().Read(guarded.words(), &module, &diagnostics);
  const bool is_valid = Validator().Validate(module, options, &diagnostics);
  IdText ids(module);
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    MessageText(module, d.rule->text, d.args, d.place.inst, &ids);
  }
  return !is_readable ? kUnreadable : is_valid ? kValid : kInvalid;
}

class OperandBoundsTest : public testing::TestWithParam<size_t> {};

TEST_P(OperandBoundsTest, AreKept) {
  std::vector<fs::path> modules;
  const std::vector<fs::path> all = AllModules();
  for (size_t i = GetParam(); i < all.size(); i += kParts) {
    modules.push_back(all[i]);
  }
  ASSERT_GT(modules.size(), 500u);

  const uint32_t seed = NumberFromEnv("PLUMB_DAMAGE_SEED", 1);
  // The number of damages is odd, so each is tried on other modules.
  const uint32_t step = std::max(1u, NumberFromEnv("PLUMB_DAMAGE_STEP", 2));
  Binary binary;
  size_t read = modules.size();  // the module in `binary`
  ForkOptions options;
  options.children = 1;
  options.batch = kDamages.size() * 128;
  const auto job = [&](size_t number) -> std::string {
    const size_t index = number * step;
    const size_t module = index / kDamages.size();
    if (module != read) {
      binary = ReadBinary(modules[module]);
      read = module;
    }
    if (binary.words.size() <= kHeaderWords) return "";
    return ValidateWords(
        MakeDamaged(binary.words, kDamages[index % kDamages.size()],
                    seed + static_cast<uint32_t>(module)),
        binary.setting.options);
  };
  const std::vector<JobResult> results =
      RunForked(modules.size() * kDamages.size() / step, options, job);

  std::vector<std::string> failures;
  size_t readable = 0;
  size_t invalid = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    readable += results[i].output == kValid || results[i].output == kInvalid;
    invalid += results[i].output == kInvalid;
    if (results[i].state == JobResult::State::kDone) continue;
    const size_t index = i * step;
    failures.push_back(absl::StrCat(
        modules[index / kDamages.size()].string(), ", ",
        NameOf(kDamages[index % kDamages.size()]), ": ", results[i].output));
  }
  EXPECT_TRUE(failures.empty()) << failures.size() << " damaged modules:\n"
                                << absl::StrJoin(failures, "\n");
  // Most damaged modules can be read, so the programs would validate them.
  EXPECT_GT(readable, results.size() / 2);
  EXPECT_GT(invalid, results.size() / 3);
}

INSTANTIATE_TEST_SUITE_P(Parts, OperandBoundsTest,
                         testing::Range(size_t{0}, kParts));

}  // namespace
}  // namespace plumb
