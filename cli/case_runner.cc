// See case_runner.h.
#include "cli/case_runner.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// Makes `fd` of this process the file at `path`.
void Redirect(int fd, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0 || dup2(file, fd) < 0) _exit(126);
}

// Drops the privileges that let root read locked folders.
void DropPrivileges() {
  for (const uint64_t right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH}) {
    prctl(PR_CAPBSET_DROP, right, 0, 0, 0);  // fails for others than root
  }
}

// Ends a text with a line feed.
std::string WholeLines(std::string text) {
  if (!text.empty() && text.back() != '\n') text += "\n";
  return text;
}

std::string ListFiles(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder);
    lines.push_back(entry.is_directory()
                        ? absl::StrCat(name, "/\n")
                        : absl::StrCat(name, " ", entry.file_size(), "\n"));
  }
  std::sort(lines.begin(), lines.end());
  std::string list;
  for (const std::string& line : lines) absl::StrAppend(&list, line);
  return list;
}

void MakeFiles(const CliCase& c, const fs::path& folder) {
  for (const CliCase::File& file : c.files) {
    const fs::path path = folder / file.name;
    if (file.form == "dir") {
      fs::create_directories(path);
    } else if (file.form == "locked") {
      fs::permissions(path, fs::perms::none);
    } else if (file.form == "copy") {
      ASSERT_TRUE(fs::exists(file.contents)) << file.contents;
      WriteFile(path, ReadFile(file.contents));
    } else {
      const absl::StatusOr<std::string> bytes = FileBytes(file);
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      WriteFile(path, *bytes);
    }
  }
}

// Makes locked folders readable again.
bool Unlock(const CliCase& c, const fs::path& folder) {
  bool any = false;
  for (const CliCase::File& file : c.files) {
    if (file.form != "locked") continue;
    any = true;
    std::error_code error;  // of a folder that is not there
    fs::permissions(folder / file.name, fs::perms::owner_all, error);
  }
  return any;
}

}  // namespace

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  return buffer.str();
}

void WriteFile(const fs::path& path, const std::string& contents) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << contents;
}

int RunCommand(const std::string& command, const CaseFolders& place) {
  std::vector<std::string> words =
      absl::StrSplit(command, ' ', absl::SkipEmpty());
  std::string out = place.out;
  if (absl::StartsWith(words.back(), ">")) {
    out = words.back().substr(1);
    words.pop_back();
  }
  // "spirv-as" is spv-as, called by that name (compat_name.h).
  const std::string program =
      place.programs / absl::StrReplaceAll(words[0], {{"spirv-", "spv-"}});
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    if (word == "''") word.clear();
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    if (chdir(place.work.c_str()) != 0) _exit(126);
    Redirect(STDIN_FILENO, place.input, O_RDONLY);
    Redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_APPEND);
    Redirect(STDERR_FILENO, place.err, O_WRONLY | O_CREAT | O_APPEND);
    if (place.drops_privileges) DropPrivileges();
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

CliCase::Result RunCase(const CliCase& c, const fs::path& folder) {
  CaseFolders place = {fs::absolute("cli"), folder / "work", folder / "input",
                       folder / "out", folder / "err"};
  place.drops_privileges = Unlock(c, place.work);
  fs::remove_all(folder);
  fs::create_directories(place.work);
  MakeFiles(c, place.work);
  WriteFile(place.input, c.input);
  WriteFile(place.out, "");
  WriteFile(place.err, "");
  CliCase::Result result;
  for (const std::string& command : c.commands) {
    absl::StrAppend(&result.exit, RunCommand(command, place), "\n");
  }
  Unlock(c, place.work);
  result.out = WholeLines(ReadFile(place.out));
  result.err = WholeLines(ReadFile(place.err));
  result.files = ListFiles(place.work);
  for (const auto& [name, contents] : c.expected.texts) {
    result.texts.push_back({name, WholeLines(ReadFile(place.work / name))});
  }
  fs::remove_all(folder);
  return result;
}

}  // namespace plumb
