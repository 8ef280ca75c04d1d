// Properties of hidden and reported diagnostics (validate/triage), over the
// modules of testdata/rules and testdata/mistakes and over mutated shaders:
//
// - with a rule off, everything else that is reported with the rule on is
//   still reported;
// - a rule that is a warning hides no error: the errors are those of a run
//   with the rule off;
// - a text and its binary get the same diagnostics;
// - two unrelated mutations of a shader, each of which is one error, are two
//   errors.
//
//   PLUMB_SHADER_MUTANTS=N  number of mutants of each shader
//   PLUMB_SHADER_SEED=N     other mutants
//   PLUMB_PAIRS=100000      more pairs of mutations
//   PLUMB_PAIRS_SEED=N      other pairs
//   PLUMB_PAIRS_SHOWN=N     print this many pairs that lose an error
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "core/rule_policy.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"
#include "testdata/findings.h"
#include "testdata/module_setting.h"
#include "testdata/mutations.h"
#include "testdata/number_from_env.h"
#include "validate/validator.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

Findings Validate(const Module& module, const ValidatorOptions& options,
                  const RulePolicy& policy = {}) {
  DiagnosticList list;
  list.set_policy(&policy);
  Validator().Validate(module, options, &list);
  return FindingsOf(list);
}

Findings Errors(const Findings& findings) {
  Findings errors;
  for (const Finding& f : findings) {
    if (f.severity == Severity::kError) errors.insert(f);
  }
  return errors;
}

Findings Without(Findings findings, const Rule* rule) {
  std::erase_if(findings, [&](const Finding& f) { return f.rule == rule; });
  return findings;
}

// A module of testdata that can be assembled.
struct TestModule {
  fs::path path;
  ModuleSetting setting;
  Module module;
};

std::vector<std::unique_ptr<TestModule>> Modules(const char* folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".spvasm") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::unique_ptr<TestModule>> modules;
  for (const fs::path& path : paths) {
    auto m = std::make_unique<TestModule>();
    const std::string text = ReadTestFile(path);
    m->path = path;
    m->setting = ReadModuleSetting(text);
    AssembleOptions options;
    options.env = m->setting.options.env;
    DiagnosticList list;
    // The modules refer to their texts, so the texts are kept.
    auto kept = std::make_unique<std::string>(text);
    if (!m->setting.error.empty() ||
        !Assembler().Assemble(*kept, options, &m->module, &list)) {
      continue;
    }
    static std::vector<std::unique_ptr<std::string>>& texts =
        *new std::vector<std::unique_ptr<std::string>>;
    texts.push_back(std::move(kept));
    modules.push_back(std::move(m));
  }
  return modules;
}

// Tests for each rule that a module violates that it hides nothing if it is
// off or a warning.  Returns the number of rules.
size_t ExpectRulesHideNothing(const Module& module,
                              const ValidatorOptions& options,
                              const std::string& name) {
  const Findings all = Validate(module, options);
  std::set<const Rule*> rules;
  for (const Finding& f : all) rules.insert(f.rule);
  for (const Rule* rule : rules) {
    RulePolicy off;
    off.disabled.insert(rule);
    const Findings without = Validate(module, options, off);
    const Findings lost = Lacking(without, Without(all, rule));
    EXPECT_TRUE(lost.empty())
        << name << ": without " << rule->id << ":" << Text(lost) << "\n of"
        << Text(all) << "\n and reported are" << Text(without);
    RulePolicy warning;
    warning.warnings.insert(rule);
    const Findings warned = Validate(module, options, warning);
    const Findings hidden = Lacking(Errors(warned), Errors(without));
    EXPECT_TRUE(hidden.empty())
        << name << ": as a warning " << rule->id << " hides:" << Text(hidden);
  }
  return rules.size();
}

class TriagePropertiesTest : public testing::TestWithParam<const char*> {};

TEST_P(TriagePropertiesTest, ARuleThatIsOffOrAWarningHidesNothing) {
  size_t count = 0;
  for (const auto& m : Modules(GetParam())) {
    count +=
        ExpectRulesHideNothing(m->module, m->setting.options, m->path.string());
  }
  EXPECT_GT(count, 10u);
}

TEST_P(TriagePropertiesTest, ABinaryGetsTheDiagnosticsOfItsText) {
  size_t count = 0;
  for (const auto& m : Modules(GetParam())) {
    Module binary;
    DiagnosticList list;
    if (!BinaryReader().Read(m->module.words(), &binary, &list)) continue;
    ++count;
    EXPECT_EQ(Text(Validate(binary, m->setting.options)),
              Text(Validate(m->module, m->setting.options)))
        << m->path;
  }
  EXPECT_GT(count, 10u);
}

INSTANTIATE_TEST_SUITE_P(Folders, TriagePropertiesTest,
                         testing::Values("testdata/rules", "testdata/mistakes"),
                         [](const auto& info) {
                           return std::string(info.param).substr(9);
                         });

// --- Mutated shaders ---

class MutatedShadersTest : public testing::Test {
 protected:
  // Calls `check` with mutants of each shader that can be read.
  template <typename Check>
  static void ForEachMutant(const Check& check) {
    const size_t mutants = NumberFromEnv("PLUMB_SHADER_MUTANTS", 10);
    const auto first =
        static_cast<uint32_t>(NumberFromEnv("PLUMB_SHADER_SEED", 1));
    for (const auto& m : Modules("testdata/shaders")) {
      const IdGroups groups(m->module);
      for (uint32_t seed = first; seed < first + mutants; ++seed) {
        const Mutation mutation = Mutate(groups, seed);
        Module mutant;
        DiagnosticList list;
        if (!BinaryReader().Read(mutation.words, &mutant, &list)) continue;
        check(mutant, m->setting.options,
              absl::StrCat(m->path.string(), ", seed ", seed, ": ",
                           mutation.what));
      }
    }
  }
};

TEST_F(MutatedShadersTest, ARuleThatIsOffOrAWarningHidesNothing) {
  size_t count = 0;
  ForEachMutant([&](const Module& mutant, const ValidatorOptions& options,
                    const std::string& name) {
    count += ExpectRulesHideNothing(mutant, options, name);
  });
  EXPECT_GT(count, 100u);
}

TEST_F(MutatedShadersTest, ATextGetsTheDiagnosticsOfItsBinary) {
  size_t count = 0;
  ForEachMutant([&](const Module& mutant, const ValidatorOptions& options,
                    const std::string& name) {
    DisassemblerOptions numbers;
    numbers.friendly_names = false;
    const std::string text = Disassembler(mutant, numbers).Disassemble();
    AssembleOptions assemble;
    assemble.env = options.env;
    assemble.version = mutant.header().version;
    assemble.preserve_numeric_ids = true;
    Module assembled;
    DiagnosticList list;
    Assembler assembler;
    if (!assembler.Assemble(text, assemble, &assembled, &list) ||
        assembler.has_raw_words()) {
      return;
    }
    ++count;
    EXPECT_EQ(Text(Validate(assembled, options)),
              Text(Validate(mutant, options)))
        << name;
  });
  EXPECT_GT(count, 100u);
}

// --- Pairs of mutations ---

// A mutation that replaces words of one instruction and is one error.
struct Mutant {
  std::vector<uint32_t> words;
  size_t word = 0;  // the first that differs
  std::string what;
  Finding finding = {};
};

Findings ValidateWords(const std::vector<uint32_t>& words,
                       const ValidatorOptions& options) {
  Module module;
  DiagnosticList list;
  if (!BinaryReader().Read(words, &module, &list)) return {};
  return Validate(module, options);
}

// Mutants of a module that are one error each.
std::vector<Mutant> MutantsOf(const TestModule& m, uint32_t first_seed,
                              size_t count) {
  std::vector<Mutant> mutants;
  const IdGroups groups(m.module);
  const absl::Span<const uint32_t> words = m.module.words();
  Module original;
  DiagnosticList list;
  BinaryReader().Read(words, &original, &list);
  for (uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    Mutation mutation = Mutate(groups, seed);
    if (mutation.words.size() != words.size()) continue;
    const Findings found = ValidateWords(mutation.words, m.setting.options);
    if (found.size() != 1 || found.begin()->severity != Severity::kError) {
      continue;
    }
    const auto first =
        std::mismatch(words.begin(), words.end(), mutation.words.begin());
    const auto last =
        std::mismatch(words.rbegin(), words.rend(), mutation.words.rbegin());
    const auto word = static_cast<uint32_t>(first.first - words.begin());
    const auto last_word = static_cast<uint32_t>(words.rend() - last.first) - 1;
    // Mutations that move or swap instructions cannot be combined.
    if (original.InstAtOrigin(word) != original.InstAtOrigin(last_word)) {
      continue;
    }
    mutants.push_back({std::move(mutation.words), word,
                       std::move(mutation.what), *found.begin()});
  }
  return mutants;
}

// The changes of a mutant and the place of its report: the ids there, with all
// operands of the types, constants and variables among them, and the function.
class Surroundings {
 public:
  explicit Surroundings(const Mutant& m) {
    DiagnosticList list;
    BinaryReader().Read(m.words, &module_, &list);
    const InstIndex changed =
        module_.InstAtOrigin(static_cast<uint32_t>(m.word));
    for (const InstIndex i : {changed, InstIndex(m.finding.inst)}) {
      if (i >= InstIndex(module_.size())) continue;
      AddDefinition(i);
      const FunctionRange* const function = module_.FunctionAround(i);
      if (function != nullptr) function_ = function->first;
    }
    const absl::string_view id = m.finding.rule->id;
    // Without its blocks and branches a function has no control flow.
    is_about_shape_ =
        absl::StartsWith(id, "cfg.") || absl::StartsWith(id, "layout.") ||
        absl::StartsWith(id, "control.") || absl::StartsWith(id, "ssa.");
  }

  bool AreRelatedTo(const Surroundings& other) const {
    return ContainsAny(defined_, other.ids_) ||
           ContainsAny(other.defined_, ids_) ||
           (function_ == other.function_ && is_about_shape_ &&
            other.is_about_shape_);
  }

 private:
  static bool ContainsAny(const std::set<uint32_t>& some,
                          const std::set<uint32_t>& all) {
    return std::any_of(some.begin(), some.end(),
                       [&](uint32_t id) { return all.contains(id); });
  }

  void AddDefinition(InstIndex i) {
    const Id result = module_.record(i).result;
    if (result != kNoId) {
      defined_.insert(result.value);
      ids_.insert(result.value);
    }
    AddIdsOf(i);
  }

  void AddIdsOf(InstIndex i) {
    module_.ForEachIdUse(i, [&](OperandIndex, Id id) {
      if (!ids_.insert(id.value).second) return;
      const InstIndex def = module_.def(id);
      if (def == kNoInst) return;
      if (def < module_.global_end()) {
        AddIdsOf(def);
      } else if (const Id type = module_.type_of(id); type != kNoId) {
        ids_.insert(type.value);
        if (module_.def(type) != kNoInst) AddIdsOf(module_.def(type));
      }
    });
  }

  Module module_;
  std::set<uint32_t> defined_;
  std::set<uint32_t> ids_;
  InstIndex function_ = kNoInst;
  bool is_about_shape_ = false;
};

std::vector<uint32_t> Combine(absl::Span<const uint32_t> words, const Mutant& a,
                              const Mutant& b) {
  std::vector<uint32_t> both = a.words;
  for (size_t w = 0; w < words.size(); ++w) {
    if (b.words[w] != words[w]) both[w] = b.words[w];
  }
  return both;
}

TEST(TriagePairsTest, UnrelatedErrorsAreBothReported) {
  const size_t expected = NumberFromEnv("PLUMB_PAIRS", 1500);
  size_t to_show = NumberFromEnv("PLUMB_PAIRS_SHOWN", 0);
  auto seed = static_cast<uint32_t>(NumberFromEnv("PLUMB_PAIRS_SEED", 1));
  const auto modules = Modules("testdata/shaders");
  ASSERT_GT(modules.size(), 10u);
  size_t pairs = 0;
  size_t both = 0;
  while (pairs < expected) {
    constexpr size_t kSeeds = 60;
    for (const auto& m : modules) {
      const absl::Span<const uint32_t> words = m->module.words();
      const std::vector<Mutant> mutants = MutantsOf(*m, seed, kSeeds);
      for (size_t i = 0; i + 1 < mutants.size() && pairs < expected; i += 2) {
        const Mutant& a = mutants[i];
        const Mutant& b = mutants[i + 1];
        if (Surroundings(a).AreRelatedTo(Surroundings(b))) continue;
        const Findings found =
            ValidateWords(Combine(words, a, b), m->setting.options);
        if (found.empty()) continue;  // they make the module unreadable
        ++pairs;
        const bool has_both =
            found.contains(a.finding) && found.contains(b.finding);
        both += has_both;
        if (has_both || to_show == 0) continue;
        --to_show;
        std::cout << m->path << ":\n " << a.what << ":" << Text({a.finding})
                  << "\n " << b.what << ":" << Text({b.finding})
                  << "\n together:" << Text(found) << "\n";
      }
    }
    seed += kSeeds;
  }
  std::cout << pairs << " pairs, of " << both << " both are reported\n";
  EXPECT_GE(both * 100, pairs * 99);
}

}  // namespace
}  // namespace plumb
