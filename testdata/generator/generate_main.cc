// Prints generated modules, or checks the rows of the generator:
//
//   bazel run //testdata/generator:generate -- --want OpIAdd --seed 3
//   bazel run //testdata/generator:generate -- --check --seeds 3
//
// --check validates modules of each feature in each environment, and lists
// those that are not valid and the features that no module has.  --write makes
// a corpus of them, for //testdata:differential.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "api/session.h"
#include "core/target_env.h"
#include "testdata/generator/generator.h"
#include "testdata/generator/reached.h"

namespace plumb::generator {
namespace {

struct Options {
  std::string env = "spv1.6";
  std::string want;
  uint32_t seed = 1;
  uint32_t seeds = 1;
  uint32_t rows = 6;
  size_t shown = 3;
  bool check = false;
  std::string only;  // names that contain this
  std::string dump;  // where to write the modules
};

absl::string_view BytesOf(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

// The diagnostics of a module, one a line.
std::string Validate(const GeneratedModule& module, TargetEnv env) {
  SessionOptions options;
  options.env = env;
  options.format = InputFormat::kBinary;
  Session session(std::move(options));
  const auto verdict = session.Run(BytesOf(module.words));
  std::string text;
  for (const auto& d : session.Report("module").diagnostics) {
    absl::StrAppend(&text, "  ", d.rule->id, ": ", d.message, "\n");
  }
  return text;
}

int Print(const Options& options) {
  Request request;
  request.seed = options.seed;
  request.row_count = options.rows;
  const auto env = ParseTargetEnv(options.env);
  if (!env) return 2;
  request.env = *env;
  if (!options.want.empty()) request.wanted = FeatureFromName(options.want);
  const auto module = Generate(request);
  if (!module.ok()) {
    std::printf("%s\n", module.status().ToString().c_str());
    return 1;
  }
  std::printf("; env: %s\n; rows: %s\n%s", options.env.c_str(),
              absl::StrJoin(module->places, " ").c_str(), module->text.c_str());
  std::fprintf(stderr, "%s", Validate(*module, request.env).c_str());
  return 0;
}

struct Failures {
  size_t count = 0;
  std::vector<std::string> examples;
};

int Check(const Options& options) {
  std::set<Feature> reached;
  std::map<std::string, Failures> invalid;
  std::map<std::string, std::string> impossible;
  size_t modules = 0;
  for (const Feature& feature : AllFeatures()) {
    const std::string name = feature.Name();
    if (name.find(options.only) == std::string::npos) continue;
    std::string why;
    bool is_possible = false;
    for (int e = 0; e < kTargetEnvCount; ++e) {
      const auto env = static_cast<TargetEnv>(e);
      if (Info(env).api == Api::kOpenGl) continue;
      for (uint32_t seed = 0; seed < options.seeds; ++seed) {
        Request request;
        request.seed = options.seed + seed;
        request.env = env;
        request.wanted = feature;
        request.row_count = options.rows;
        const auto module = Generate(request);
        if (!module.ok()) {
          if (why.empty() || env == TargetEnv::kSpirv1_6) {
            why = std::string(module.status().message());
          }
          break;
        }
        ++modules;
        const std::string report = Validate(*module, env);
        if (!report.empty()) {
          const std::string key = report.substr(0, report.find('\n'));
          Failures& failures = invalid[key.substr(0, key.find(':'))];
          ++failures.count;
          if (failures.examples.size() < options.shown) {
            failures.examples.push_back(absl::StrCat(
                name, " seed ", request.seed, " ", Info(env).name, " [",
                absl::StrJoin(module->places, " "), "]: ", key));
          }
          continue;
        }
        is_possible = true;
        if (!options.dump.empty()) {
          const std::string folder =
              absl::StrCat(options.dump, "/", Info(env).name, "-generated");
          std::filesystem::create_directories(folder);
          std::ofstream(
              absl::StrCat(folder, "/", name, ".", request.seed, ".spv"),
              std::ios::binary)
              << BytesOf(module->words);
        }
        SessionOptions for_binary;
        for_binary.format = InputFormat::kBinary;
        for_binary.validate = false;
        Session session(std::move(for_binary));
        if (!session.Run(BytesOf(module->words)).ok()) continue;
        AddReached(session.module(), &reached);
        reached.insert(module->constant_enumerants.begin(),
                       module->constant_enumerants.end());
      }
    }
    if (!is_possible && !why.empty()) impossible[name] = why;
  }
  size_t total = 0;
  size_t count = 0;
  std::string missing;
  for (const Feature& feature : AllFeatures()) {
    if (feature.Name().find(options.only) == std::string::npos) continue;
    ++total;
    if (reached.contains(feature)) {
      ++count;
      continue;
    }
    absl::StrAppend(&missing, feature.Name(), "\t", impossible[feature.Name()],
                    "\n");
  }
  std::printf("%s", missing.c_str());
  size_t wrong = 0;
  for (const auto& [key, failures] : invalid) {
    wrong += failures.count;
    std::printf("%zu %s\n   %s\n", failures.count, key.c_str(),
                absl::StrJoin(failures.examples, "\n   ").c_str());
  }
  std::printf("%zu of %zu features, %zu modules, %zu not valid\n", count, total,
              modules, wrong);
  return wrong == 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Generates modules, or checks the rows of the generator.");
  app.add_option("--env", options.env, "The environment (default: spv1.6)");
  app.add_option("--want", options.want, "The opcode or enumerant to have");
  app.add_option("--seed", options.seed, "The seed (default: 1)");
  app.add_option("--rows", options.rows, "How many other rows (default: 6)");
  app.add_flag("--check", options.check, "Check all rows");
  app.add_option("--seeds", options.seeds, "How many seeds to check");
  app.add_option("--shown", options.shown, "Examples of each rule");
  app.add_option("--write", options.dump, "A folder for the checked modules");
  app.add_option("--only", options.only, "Check names that contain this");
  CLI11_PARSE(app, argc, argv);
  return options.check ? Check(options) : Print(options);
}

}  // namespace
}  // namespace plumb::generator

int main(int argc, char** argv) {
  try {
    return plumb::generator::Main(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
