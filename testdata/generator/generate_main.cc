// Prints generated modules, or checks the rows of the generator:
//
//   bazel run //testdata/generator:generate -- --want OpIAdd --seed 3
//   bazel run //testdata/generator:generate -- --check --seeds 3
//
// --check validates modules of each feature in each environment, and lists
// those that are not valid and the features that no module has.  --write makes
// a corpus of them, for //testdata:differential.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
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
  std::optional<TargetEnv> env;
  std::string want;
  uint32_t seed = 1;
  uint32_t seeds = 1;
  uint32_t rows = 6;
  size_t shown = 3;
  bool check = false;
  std::string only;    // names that contain this
  std::string folder;  // where to write the modules
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
  request.env = options.env.value_or(TargetEnv::kSpirv1_6);
  if (!options.want.empty()) request.wanted = FeatureFromName(options.want);
  const auto module = Generate(request);
  if (!module.ok()) {
    std::printf("%s\n", module.status().ToString().c_str());
    return 1;
  }
  std::printf("; env: %s\n; rows: %s\n%s",
              std::string(Info(request.env).name).c_str(),
              absl::StrJoin(module->places, " ").c_str(), module->text.c_str());
  std::fprintf(stderr, "%s", Validate(*module, request.env).c_str());
  return 0;
}

// Checks modules of all features, and collects what is wrong.
class Checker {
 public:
  explicit Checker(const Options& options) : options_(options) {}

  void CheckAll() {
    for (const Feature& feature : AllFeatures()) {
      const std::string name = feature.Name();
      if (!absl::StrContains(name, options_.only)) continue;
      names_.push_back(name);
      is_possible_ = false;
      why_not_.clear();
      for (int e = 0; e < kTargetEnvCount; ++e) {
        const auto env = static_cast<TargetEnv>(e);
        if (options_.env.value_or(env) != env) continue;
        if (Info(env).api != Api::kOpenGl) CheckFeature(feature, env);
      }
      if (!is_possible_) impossible_[name] = why_not_;
    }
  }

  // Prints the features that no module has, and the failures.  The result is
  // the exit status.
  int Print() const {
    size_t missing = 0;
    for (const std::string& name : names_) {
      if (reached_.contains(name)) continue;
      ++missing;
      const auto why = impossible_.find(name);
      std::printf("%s\t%s\n", name.c_str(),
                  why == impossible_.end() ? "" : why->second.c_str());
    }
    size_t wrong = 0;
    for (const auto& [rule, failures] : invalid_) {
      wrong += failures.count;
      std::printf("%zu %s\n   %s\n", failures.count, rule.c_str(),
                  absl::StrJoin(failures.examples, "\n   ").c_str());
    }
    std::printf("%zu of %zu features, %zu modules, %zu not valid\n",
                names_.size() - missing, names_.size(), module_count_, wrong);
    return wrong == 0 ? 0 : 1;
  }

 private:
  struct Failures {
    size_t count = 0;
    std::vector<std::string> examples;
  };

  void CheckFeature(const Feature& feature, TargetEnv env) {
    for (uint32_t seed = 0; seed < options_.seeds; ++seed) {
      Request request;
      request.seed = options_.seed + seed;
      request.env = env;
      request.wanted = feature;
      request.row_count = options_.rows;
      const auto module = Generate(request);
      if (!module.ok()) {
        if (why_not_.empty() || env == TargetEnv::kSpirv1_6) {
          why_not_ = std::string(module.status().message());
        }
        return;
      }
      ++module_count_;
      const std::string report = Validate(*module, env);
      if (report.empty()) {
        NoteValid(request, *module);
      } else {
        NoteInvalid(request, *module, report);
      }
    }
  }

  void NoteValid(const Request& request, const GeneratedModule& module) {
    is_possible_ = true;
    if (!options_.folder.empty()) Write(request, module);
    SessionOptions options;
    options.format = InputFormat::kBinary;
    options.validate = false;
    Session session(std::move(options));
    if (!session.Run(BytesOf(module.words)).ok()) return;
    std::set<Feature> features;
    AddReached(session.module(), &features);
    features.insert(module.constant_enumerants.begin(),
                    module.constant_enumerants.end());
    for (const Feature& feature : features) reached_.insert(feature.Name());
  }

  void NoteInvalid(const Request& request, const GeneratedModule& module,
                   absl::string_view report) {
    const absl::string_view first = report.substr(0, report.find('\n'));
    Failures& failures =
        invalid_[std::string(first.substr(0, first.find(':')))];
    ++failures.count;
    if (failures.examples.size() == options_.shown) return;
    failures.examples.push_back(
        absl::StrCat(request.wanted->Name(), " seed ", request.seed, " ",
                     Info(request.env).name, " [",
                     absl::StrJoin(module.places, " "), "]: ", first));
  }

  void Write(const Request& request, const GeneratedModule& module) const {
    const std::string folder = absl::StrCat(
        options_.folder, "/", Info(request.env).name, "-generated");
    std::filesystem::create_directories(folder);
    std::ofstream file(absl::StrCat(folder, "/", request.wanted->Name(), ".",
                                    request.seed, ".spv"),
                       std::ios::binary);
    file.exceptions(std::ios::failbit | std::ios::badbit);
    file << BytesOf(module.words);
  }

  const Options& options_;
  std::vector<std::string> names_;  // of the features that are checked
  std::set<std::string> reached_;
  std::map<std::string, std::string> impossible_;  // with the reason
  std::map<std::string, Failures> invalid_;        // by rule
  size_t module_count_ = 0;

  // Of the current feature.
  bool is_possible_ = false;
  std::string why_not_;
};

int Check(const Options& options) {
  Checker checker(options);
  checker.CheckAll();
  return checker.Print();
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Generates modules, or checks the rows of the generator.");
  std::string env;
  app.add_option("--env", env,
                 "The environment (default: spv1.6; of --check: all)");
  app.add_option("--want", options.want, "The opcode or enumerant to have");
  app.add_option("--seed", options.seed, "The seed (default: 1)");
  app.add_option("--rows", options.rows, "How many other rows (default: 6)");
  app.add_flag("--check", options.check, "Check all rows");
  app.add_option("--seeds", options.seeds, "How many seeds to check");
  app.add_option("--shown", options.shown, "Examples of each rule");
  app.add_option("--write", options.folder, "A folder for the checked modules");
  app.add_option("--only", options.only, "Check names that contain this");
  CLI11_PARSE(app, argc, argv);
  if (!env.empty()) {
    options.env = ParseTargetEnv(env);
    if (!options.env) {
      std::fprintf(stderr, "'%s' is not an environment\n", env.c_str());
      return 2;
    }
  }
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
