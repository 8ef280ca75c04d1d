#include "cli/graphviz.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/file_descriptor.h"
#include "cli/write_all.h"

namespace plumb {
namespace {

absl::Status Failed(absl::string_view what, int error) {
  return absl::InternalError(
      absl::StrCat("cannot ", what, ": ", std::strerror(error)));
}

// Starts `program` between two files.  Returns 0 or the error.
int Spawn(const std::string& program, const std::string& format, int input,
          int output, pid_t* pid) {
  posix_spawn_file_actions_t actions;
  if (const int error = posix_spawn_file_actions_init(&actions); error != 0) {
    return error;
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  std::string name = program;
  std::string option = absl::StrCat("-T", format);
  char* const argv[] = {name.data(), option.data(), nullptr};
  const int error = posix_spawnp(pid, program.c_str(), &actions,
                                 /*attrp=*/nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

absl::StatusOr<std::string> ReadAll(int fd) {
  std::string bytes;
  char part[1 << 16];
  if (lseek(fd, 0, SEEK_SET) < 0) return Failed("read the picture", errno);
  for (;;) {
    const ssize_t size = read(fd, part, sizeof(part));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return Failed("read the picture", errno);
    if (size == 0) return bytes;
    bytes.append(part, static_cast<size_t>(size));
  }
}

}  // namespace

absl::StatusOr<std::string> RunGraphviz(absl::string_view dot,
                                        const std::string& format,
                                        const std::string& program) {
  return RunGraphviz([dot](WritePart write) { write(dot); }, format, program);
}

absl::StatusOr<std::string> RunGraphviz(MakeParts make_dot,
                                        const std::string& format,
                                        const std::string& program) {
  // Files in memory: with pipes, both sides could wait for each other.
  const FileDescriptor input(memfd_create("dot", MFD_CLOEXEC));
  const FileDescriptor output(memfd_create("picture", MFD_CLOEXEC));
  if (input.get() < 0 || output.get() < 0) {
    return Failed("make a file in memory", errno);
  }
  int write_error = 0;
  make_dot([&](absl::string_view part) {
    if (write_error == 0) write_error = WriteAll(input.get(), part);
  });
  if (write_error != 0) return Failed("write a file in memory", write_error);
  if (lseek(input.get(), 0, SEEK_SET) < 0) {
    return Failed("write a file in memory", errno);
  }
  pid_t pid = 0;
  if (const int error = Spawn(program, format, input.get(), output.get(), &pid);
      error != 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot run '", program, "' of Graphviz, which makes .",
                     format, " files: ", std::strerror(error)));
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return Failed("wait for Graphviz", errno);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return absl::UnavailableError(
        absl::StrCat("'", program, "' of Graphviz failed"));
  }
  return ReadAll(output.get());
}

}  // namespace plumb
