// See process_time.h.  Tested by process_time_test.cc.

#include "bench/process_time.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace plumb::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Opens /dev/null for the child's input and output.
class NullStreams {
 public:
  NullStreams() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
  }
  ~NullStreams() { posix_spawn_file_actions_destroy(&actions_); }
  NullStreams(const NullStreams&) = delete;
  NullStreams& operator=(const NullStreams&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

absl::StatusOr<double> RunOnce(const Command& command,
                               const NullStreams& streams) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  pid_t child = 0;
  const Clock::time_point start = Clock::now();
  const int error = posix_spawn(&child, argv[0], streams.get(), nullptr,
                                argv.data(), environ);
  if (error != 0) {
    return absl::NotFoundError(absl::StrCat("cannot start ", command[0]));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return absl::AbortedError(
        absl::StrCat(command[0], " ended with status ", status));
  }
  return elapsed.count();
}

ProcessTime Summary(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front()};
}

}  // namespace

absl::StatusOr<std::vector<ProcessTime>> MeasureProcesses(
    absl::Span<const Command> commands, int runs) {
  if (runs <= 0) return absl::InvalidArgumentError("no runs");
  const NullStreams streams;
  std::vector<std::vector<double>> seconds(commands.size());
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < commands.size(); ++i) {
      const absl::StatusOr<double> time = RunOnce(commands[i], streams);
      if (!time.ok()) return time.status();
      seconds[i].push_back(*time);
    }
  }
  std::vector<ProcessTime> times;
  times.reserve(seconds.size());
  for (std::vector<double>& of_command : seconds) {
    times.push_back(Summary(std::move(of_command)));
  }
  return times;
}

}  // namespace plumb::bench
