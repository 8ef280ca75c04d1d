#include "cli/result_cache.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "cli/build_id.h"
#include "cli/input_file.h"
#include "cli/output_file.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

using Hash = std::array<unsigned char, crypto_generichash_BYTES>;

// When a file was used last is worth a write to the disk only this often.
constexpr time_t kSecondsBetweenMarks = 3600;

absl::string_view BytesOf(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

void Update(absl::string_view bytes, crypto_generichash_state* state) {
  crypto_generichash_update(
      state, reinterpret_cast<const unsigned char*>(bytes.data()),
      bytes.size());
}

// A part of what is hashed that says where it ends.
void UpdatePart(absl::string_view bytes, crypto_generichash_state* state) {
  Update(absl::StrCat(bytes.size(), ":"), state);
  Update(bytes, state);
}

void Start(crypto_generichash_state* state) {
  crypto_generichash_init(state, nullptr, 0, crypto_generichash_BYTES);
}

Hash Finish(crypto_generichash_state* state) {
  Hash hash;
  crypto_generichash_final(state, hash.data(), hash.size());
  return hash;
}

// Of a result under its key: a file of another name, or with other bytes, has
// another one.
Hash HashOf(const ResultCache::Key& key, absl::string_view result) {
  crypto_generichash_state state;
  Start(&state);
  Update(BytesOf(key), &state);
  Update(result, &state);
  return Finish(&state);
}

// Marks the file as used now.
void Touch(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return;
  if (time(nullptr) - info.st_mtime < kSecondsBetweenMarks) return;
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

// What is kept in a folder, as files on the disk.
struct Kept {
  fs::path path;
  timespec used = {};  // a second can see all files of a folder come
  uint64_t bytes = 0;
};

bool IsUsedBefore(const Kept& a, const Kept& b) {
  return std::tie(a.used.tv_sec, a.used.tv_nsec) <
         std::tie(b.used.tv_sec, b.used.tv_nsec);
}

std::vector<Kept> FilesIn(const std::string& folder) {
  std::vector<Kept> files;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    struct stat info;
    if (lstat(entry->path().c_str(), &info) != 0) continue;  // gone by now
    files.push_back({entry->path(), info.st_mtim,
                     uint64_t{512} * static_cast<uint64_t>(info.st_blocks)});
  }
  return files;
}

}  // namespace

absl::Status ResultCache::Open(ResultCacheOptions options,
                               absl::string_view circumstances) {
  if (sodium_init() < 0) {
    return absl::UnavailableError("--cache: libsodium does not start");
  }
  if (BuildId().empty()) {
    return absl::FailedPreconditionError(
        "--cache: this program was linked without a build id, so that nobody "
        "could tell whose results there are");
  }
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat(
        "--cache: cannot make '", options.folder, "': ", error.message()));
  }
  // As other caches do, for programs that make backups.
  const std::string tag = absl::StrCat(options.folder, "/CACHEDIR.TAG");
  if (!fs::exists(tag, error)) {
    absl::Status written = WriteFileAtomically(
        tag,
        "Signature: 8a477f597d28d172789f06886806bc55\n"
        "# Results of spv-val: can be removed at any time.\n");
    if (!written.ok()) return written;
  }
  options_ = std::move(options);
  Start(&state_);
  UpdatePart(BuildId(), &state_);
  UpdatePart(circumstances, &state_);
  return absl::OkStatus();
}

ResultCache::Key ResultCache::KeyOf(absl::string_view content,
                                    std::optional<TargetEnv> env) const {
  crypto_generichash_state state = state_;
  UpdatePart(env.has_value() ? Info(*env).name : "", &state);
  Update(content, &state);
  return Finish(&state);
}

std::string ResultCache::PathOf(const Key& key) const {
  const std::string name = absl::BytesToHexString(BytesOf(key));
  return absl::StrCat(options_.folder, "/", name.substr(0, 2), "/",
                      name.substr(2));
}

std::optional<std::string> ResultCache::Find(const Key& key) const {
  const absl::StatusOr<InputFile> file = InputFile::Open(PathOf(key));
  if (!file.ok() || file->bytes().size() < sizeof(Hash)) return std::nullopt;
  const absl::string_view result = file->bytes().substr(sizeof(Hash));
  if (file->bytes().substr(0, sizeof(Hash)) != BytesOf(HashOf(key, result))) {
    return std::nullopt;
  }
  Touch(file->name());
  return std::string(result);
}

void ResultCache::Store(const Key& key, absl::string_view result) {
  const uint64_t size = sizeof(Hash) + result.size();
  if (size > share()) return;
  const std::string path = PathOf(key);
  const std::string folder = fs::path(path).parent_path().string();
  const std::string bytes = absl::StrCat(BytesOf(HashOf(key, result)), result);
  absl::Status written = WriteFileAtomically(path, bytes);
  if (!written.ok()) {
    // The folder may not be there yet, or not any more.
    std::error_code error;
    fs::create_directory(folder, error);
    written = WriteFileAtomically(path, bytes);
  }
  if (!written.ok()) return Note(written);
  // A file takes a block at least.
  std::atomic<uint64_t>& since = written_[key[0]];
  if ((since += std::max<uint64_t>(size, 4096)) > share() / 8) {
    since = 0;
    Bound(folder);
  }
}

// Removes the files that were not used the longest, down to three quarters of
// the share, so that this need not be done again at once.
void ResultCache::Bound(const std::string& folder) const {
  std::vector<Kept> files = FilesIn(folder);
  uint64_t bytes = 0;
  for (const Kept& file : files) bytes += file.bytes;
  if (bytes <= share()) return;
  std::sort(files.begin(), files.end(), IsUsedBefore);
  for (const Kept& file : files) {
    if (bytes <= share() / 4 * 3) break;
    std::error_code error;  // another process may have been quicker
    fs::remove(file.path, error);
    bytes -= file.bytes;
  }
}

void ResultCache::Note(const absl::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  status_.Update(status);
}

absl::Status ResultCache::status() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return status_;
}

}  // namespace plumb
