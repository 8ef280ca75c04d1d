// Compares validation by the C interface with validation by Session, on the
// binaries of a workload.  Passes alternate; the fastest of each counts.
//
//   bazel run -c opt //bench:c_interface -- corpus -n 30

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/c/plumb.h"
#include "api/session.h"
#include "bench/options.h"
#include "bench/workload.h"
#include "core/target_env.h"

namespace plumb::bench {
namespace {

struct Input {
  TargetEnv env;
  absl::string_view bytes;
};

// By environment, so that options change rarely.
std::vector<Input> InputsOf(const Workload& workload) {
  std::vector<Input> inputs;
  for (const TimedModule* module : workload.modules) {
    inputs.push_back(
        {module->env,
         absl::string_view(reinterpret_cast<const char*>(module->words.data()),
                           module->words.size() * sizeof(uint32_t))});
  }
  std::stable_sort(
      inputs.begin(), inputs.end(),
      [](const Input& a, const Input& b) { return a.env < b.env; });
  return inputs;
}

double SecondsOf(const auto& pass) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  pass();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

size_t PassOfSession(const std::vector<Input>& inputs, Session* session) {
  size_t valid = 0;
  for (const Input& input : inputs) {
    if (session->options().env != input.env) {
      SessionOptions options;
      options.env = input.env;
      session->set_options(options);
    }
    const absl::StatusOr<Verdict> verdict = session->Run(input.bytes);
    if (verdict.ok() && *verdict == Verdict::kValid) ++valid;
  }
  return valid;
}

size_t PassOfInterface(const std::vector<Input>& inputs, plumb_options* options,
                       plumb_session* session) {
  size_t valid = 0;
  std::optional<TargetEnv> env;
  for (const Input& input : inputs) {
    if (env != input.env) {
      env = input.env;
      plumb_options_set_env(options, std::string(Info(*env).name).c_str());
      plumb_session_set_options(session, options);
    }
    plumb_verdict verdict = PLUMB_MALFORMED;
    if (plumb_session_validate(session, input.bytes.data(), input.bytes.size(),
                               &verdict) == PLUMB_OK &&
        verdict == PLUMB_VALID) {
      ++valid;
    }
  }
  return valid;
}

// Returns false if the two disagree.
bool Compare(const Workload& workload, int passes) {
  const std::vector<Input> inputs = InputsOf(workload);
  Session session;
  plumb_options* options = nullptr;
  plumb_session* c_session = nullptr;
  if (plumb_options_new(&options) != PLUMB_OK ||
      plumb_session_new(nullptr, nullptr, &c_session) != PLUMB_OK) {
    return false;
  }
  double of_session = std::numeric_limits<double>::infinity();
  double of_interface = of_session;
  bool same = true;
  for (int pass = 0; pass < passes; ++pass) {
    size_t valid = 0, c_valid = 0;
    of_session =
        std::min(of_session,
                 SecondsOf([&] { valid = PassOfSession(inputs, &session); }));
    of_interface = std::min(of_interface, SecondsOf([&] {
                              c_valid =
                                  PassOfInterface(inputs, options, c_session);
                            }));
    same &= valid == c_valid;
  }
  plumb_session_free(c_session);
  plumb_options_free(options);
  std::printf("%-24s Session %9.3f ms  plumb.h %9.3f ms  %+.1f %%\n",
              workload.name.c_str(), of_session * 1e3, of_interface * 1e3,
              (of_interface / of_session - 1) * 100);
  return same;
}

int Main(int argc, char** argv) {
  CLI::App app("Compares validation by the C interface and by Session");
  WorkloadOptions options;
  int passes = 10;
  options.AddNamesTo(&app);
  app.add_option("-n", passes, "how many passes");
  options.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  WorkloadSet set;
  const absl::Status loaded = options.Load(&set);
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", std::string(loaded.message()).c_str());
    return 1;
  }
  bool same = true;
  for (const Workload& workload : set.workloads()) {
    if (options.IsSelected(workload)) same &= Compare(workload, passes);
  }
  if (!same) std::fprintf(stderr, "the verdicts differ\n");
  return same ? 0 : 1;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }
