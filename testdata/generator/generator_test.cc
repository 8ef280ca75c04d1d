// Makes a module for each opcode and enumerant of the grammar, in environments
// of each API: each must be valid, without warnings, and have what was asked
// for.
//
// unreached.tsv lists what the rows do not make, one per line: the name, how
// else it is reached, and the module or reason, with tabs between:
//
//   transplant  the valid module of testdata/rules that has it;
//   reserved    no valid module can have it;
//   value       it is a value at run time, or a number that no operand states;
//   extended    only extended instructions state it (ext_inst_uses_test);
//   no row      nothing makes it yet.
//
// The test fails for a line that is missing and for one that is not true.
//
//   PLUMB_REWRITE=$PWD bazel run //testdata/generator:generator_test
//   PLUMB_GENERATOR_SEEDS=10  more modules of each
#include "testdata/generator/generator.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/session.h"
#include "gtest/gtest.h"
#include "testdata/generator/reached.h"
#include "testdata/module_setting.h"
#include "testdata/number_from_env.h"

namespace plumb::generator {
namespace {

namespace fs = std::filesystem;

constexpr char kUnreached[] = "testdata/generator/unreached.tsv";
constexpr char kTransplant[] = "transplant";
constexpr char kNoRow[] = "no row";

absl::string_view BytesOf(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()),
          words.size() * sizeof(uint32_t)};
}

// Validates a module; nothing must be reported.  Returns what it has.
std::set<Feature> CheckModule(const GeneratedModule& module, TargetEnv env,
                              Session* session) {
  SessionOptions options;
  options.env = env;
  options.format = InputFormat::kBinary;
  session->set_options(std::move(options));
  const auto verdict = session->Run(BytesOf(module.words));
  EXPECT_TRUE(verdict.ok() && *verdict == Verdict::kValid);
  for (const auto& d : session->Report("module").diagnostics) {
    ADD_FAILURE() << d.rule->id << ": " << d.message;
  }
  std::set<Feature> reached = module.constant_enumerants;
  AddReached(session->module(), &reached);
  return reached;
}

// Environments of each API, which differ from number to number.
std::vector<TargetEnv> Environments(size_t number) {
  std::vector<TargetEnv> all[4];
  for (int e = 0; e < kTargetEnvCount; ++e) {
    const auto env = static_cast<TargetEnv>(e);
    all[static_cast<int>(Info(env).api)].push_back(env);
  }
  std::vector<TargetEnv> chosen = {TargetEnv::kSpirv1_6};
  for (Api api : {Api::kNone, Api::kVulkan, Api::kOpenCl}) {
    const auto& of_api = all[static_cast<int>(api)];
    chosen.push_back(of_api[number % of_api.size()]);
  }
  // Some features were removed.
  chosen.push_back(TargetEnv::kSpirv1_3);
  return chosen;
}

// --- The list ---

struct Line {
  std::string kind;
  std::string about;
};

std::map<std::string, Line> ReadList() {
  std::map<std::string, Line> list;
  std::ifstream in(kUnreached);
  for (std::string text; std::getline(in, text);) {
    const std::vector<std::string> cells = absl::StrSplit(text, '\t');
    EXPECT_EQ(cells.size(), 3u) << text;
    if (cells.size() == 3) list[cells[0]] = {cells[1], cells[2]};
  }
  return list;
}

// The valid modules that have certain features, by name.
std::map<std::string, std::string> FindTransplants(
    const std::set<Feature>& wanted) {
  std::map<std::string, std::string> found;
  Session session;
  std::set<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator("testdata/rules")) {
    if (absl::EndsWith(entry.path().string(), ".ok.spvasm")) {
      paths.insert(entry.path());
    }
  }
  for (const fs::path& path : paths) {
    const std::string text = ReadTestFile(path);
    SessionOptions options;
    options.env = ReadModuleSetting(text).options.env;
    options.format = InputFormat::kText;
    options.validate = false;
    session.set_options(std::move(options));
    if (!session.Run(text).ok()) continue;
    std::set<Feature> reached;
    AddReached(session.module(), &reached);
    for (const Feature& feature : reached) {
      if (wanted.contains(feature)) {
        found.emplace(feature.Name(), path.string());
      }
    }
  }
  return found;
}

void CompareWithList(const std::set<Feature>& unreached) {
  const std::map<std::string, Line> list = ReadList();
  const std::map<std::string, std::string> transplants =
      FindTransplants(unreached);
  std::string text;
  std::set<std::string> names;
  for (const Feature& feature : unreached) {
    const std::string name = feature.Name();
    if (!names.insert(name).second) continue;
    const auto transplant = transplants.find(name);
    const auto listed = list.find(name);
    Line line{kNoRow, "-"};
    if (transplant != transplants.end()) {
      line = {kTransplant, transplant->second};
    } else if (listed != list.end() && listed->second.kind != kTransplant) {
      line = listed->second;
    }
    absl::StrAppend(&text, name, "\t", line.kind, "\t", line.about, "\n");
    if (std::getenv("PLUMB_REWRITE") != nullptr) continue;
    if (listed == list.end()) {
      ADD_FAILURE() << name << " is not reached and not listed";
      continue;
    }
    EXPECT_EQ(listed->second.kind, line.kind) << name;
    EXPECT_EQ(listed->second.about, line.about) << name;
  }
  if (const char* const root = std::getenv("PLUMB_REWRITE")) {
    std::ofstream(fs::path(root) / kUnreached, std::ios::binary) << text;
    return;
  }
  for (const auto& [name, line] : list) {
    EXPECT_TRUE(names.contains(name)) << name << " is listed, but reached";
  }
}

TEST(GeneratorTest, EachFeatureIsInAValidModule) {
  const uint32_t seeds = NumberFromEnv("PLUMB_GENERATOR_SEEDS", 1);
  Session session;
  std::set<Feature> unreached;
  size_t modules = 0;
  size_t ops = 0;
  size_t enumerants = 0;
  const std::vector<Feature> features = AllFeatures();
  for (size_t i = 0; i < features.size(); ++i) {
    bool is_reached = false;
    for (const TargetEnv env : Environments(i)) {
      for (uint32_t seed = 1; seed <= seeds; ++seed) {
        Request request;
        request.seed = seed;
        request.env = env;
        request.wanted = features[i];
        const auto module = Generate(request);
        if (!module.ok()) break;
        SCOPED_TRACE(absl::StrCat(features[i].Name(), " --seed ", seed,
                                  " --env ", Info(env).name));
        EXPECT_TRUE(CheckModule(*module, env, &session).contains(features[i]));
        is_reached = true;
        ++modules;
      }
    }
    if (!is_reached) unreached.insert(features[i]);
    if (is_reached) ++(features[i].is_op() ? ops : enumerants);
  }
  std::cout << modules << " modules; " << ops << " of " << grammar::kOpCount
            << " opcodes and " << enumerants << " of "
            << features.size() - grammar::kOpCount << " enumerants\n";
  CompareWithList(unreached);
}

TEST(GeneratorTest, ModulesOfManyRowsAreValid) {
  const uint32_t seeds = 20 * NumberFromEnv("PLUMB_GENERATOR_SEEDS", 1);
  Session session;
  for (int e = 0; e < kTargetEnvCount; ++e) {
    const auto env = static_cast<TargetEnv>(e);
    if (Info(env).api == Api::kOpenGl) continue;
    for (uint32_t seed = 1; seed <= seeds; ++seed) {
      Request request;
      request.seed = seed;
      request.env = env;
      request.row_count = 20;
      const auto module = Generate(request);
      if (!module.ok()) continue;
      SCOPED_TRACE(absl::StrCat("--seed ", seed, " --env ", Info(env).name,
                                " --rows 20"));
      CheckModule(*module, env, &session);
    }
  }
}

TEST(GeneratorTest, TheSeedDeterminesTheWords) {
  std::set<std::vector<uint32_t>> different;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    Request request;
    request.seed = seed;
    const auto first = Generate(request);
    const auto second = Generate(request);
    ASSERT_TRUE(first.ok()) << first.status();
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(first->words, second->words);
    different.insert(first->words);
  }
  EXPECT_EQ(different.size(), 20u);
}

}  // namespace
}  // namespace plumb::generator
