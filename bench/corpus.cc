// See corpus.h.  Tested by corpus_test.cc.

#include "bench/corpus.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace plumb::bench {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<std::string> ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? std::streamoff{file.tellg()} : -1;
  if (size < 0) return absl::DataLossError("cannot open " + path.string());
  std::string content(static_cast<size_t>(size), '\0');
  file.seekg(0);
  if (!file.read(content.data(), size)) {
    return absl::DataLossError("cannot read " + path.string());
  }
  return content;
}

absl::Status AddBinary(const fs::path& path, CorpusModule* module) {
  const absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) return content.status();
  if (content->size() % sizeof(uint32_t) != 0) {
    return absl::DataLossError(
        absl::StrCat(path.string(), " has ", content->size(), " bytes"));
  }
  module->words.resize(content->size() / sizeof(uint32_t));
  if (!content->empty()) {
    std::memcpy(module->words.data(), content->data(), content->size());
  }
  return absl::OkStatus();
}

absl::Status AddText(const fs::path& path, CorpusModule* module) {
  absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) return content.status();
  module->text = *std::move(content);
  return absl::OkStatus();
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

absl::StatusOr<Corpus> LoadCorpus(const std::string& folder) {
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  if (error) {
    return absl::NotFoundError(
        absl::StrCat("no corpus in ", folder, ": ", error.message()));
  }
  std::map<std::string, CorpusModule> by_path;  // sorts by path, merges pairs
  for (; entries != fs::recursive_directory_iterator();
       entries.increment(error)) {
    const fs::path& file = entries->path();
    const bool binary = file.extension() == ".spv";
    if (!entries->is_regular_file(error)) continue;
    if (!binary && file.extension() != ".spvasm") continue;
    const std::string path =
        file.lexically_relative(folder).replace_extension().generic_string();
    CorpusModule& module = by_path[path];
    absl::Status added =
        binary ? AddBinary(file, &module) : AddText(file, &module);
    if (!added.ok()) return added;
  }
  if (error) {
    return absl::DataLossError(
        absl::StrCat("cannot list ", folder, ": ", error.message()));
  }
  Corpus corpus;
  corpus.modules.reserve(by_path.size());
  for (auto& [path, module] : by_path) {
    module.path = path;
    module.target_env = std::string(TargetEnvOf(path));
    corpus.word_count += module.words.size();
    corpus.text_bytes += module.text.size();
    corpus.modules.push_back(std::move(module));
  }
  return corpus;
}

absl::string_view TargetEnvOf(absl::string_view path) {
  const size_t slash = path.find('/');
  if (slash == absl::string_view::npos) return "spv1.6";
  const absl::string_view folder = path.substr(0, slash);
  return folder.substr(0, folder.find('-'));
}

std::string DefaultCorpusFolder() {
  std::string cache = Variable("PLUMB_CACHE");
  if (cache.empty()) {
    std::string parent = Variable("XDG_CACHE_HOME");
    if (parent.empty()) {
      const std::string home = Variable("HOME");
      parent = (home.empty() ? "/root" : home) + "/.cache";
    }
    cache = parent + "/plumb";
  }
  return cache + "/corpus";
}

}  // namespace plumb::bench
