#include "cli/result_cache.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/build_id.h"

namespace plumb {
namespace {

using Hash = std::array<unsigned char, crypto_generichash_BYTES>;

absl::string_view BytesOf(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

void Update(absl::string_view bytes, crypto_generichash_state* state) {
  crypto_generichash_update(
      state, reinterpret_cast<const unsigned char*>(bytes.data()),
      bytes.size());
}

// Hashes a part with its size, so that parts are delimited.
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

// The hash of a result and its key: a renamed or damaged file has another one.
Hash HashOf(const ResultCache::Key& key, absl::string_view result) {
  crypto_generichash_state state;
  Start(&state);
  Update(BytesOf(key), &state);
  Update(result, &state);
  return Finish(&state);
}

}  // namespace

absl::Status ResultCache::Open(ResultCacheOptions options,
                               absl::string_view circumstances) {
  if (sodium_init() < 0) {
    return absl::UnavailableError("--cache: libsodium does not initialize");
  }
  if (BuildId().empty()) {
    return absl::FailedPreconditionError(
        "--cache: this program was linked without a build id, which identifies "
        "the results of this build");
  }
  if (absl::Status s = folder_.Open(options.folder); !s.ok()) return s;
  options_ = std::move(options);
  Start(&state_);
  UpdatePart(BuildId(), &state_);
  UpdatePart(circumstances, &state_);
  return absl::OkStatus();
}

std::string ResultCache::Warning() const {
  if (!is_open() || !folder_.IsWritableByOthers()) return "";
  return absl::StrCat("--cache: other users can write to '", options_.folder,
                      "', so its contents cannot be trusted");
}

ResultCache::Key ResultCache::KeyOf(absl::string_view content,
                                    std::optional<TargetEnv> env) const {
  crypto_generichash_state state = state_;
  UpdatePart(env.has_value() ? Info(*env).name : "", &state);
  Update(content, &state);
  return Finish(&state);
}

std::optional<std::string> ResultCache::Find(const Key& key) const {
  std::optional<std::string> bytes = folder_.Read(key, share());
  if (!bytes.has_value() || bytes->size() < sizeof(Hash)) return std::nullopt;
  std::string result = bytes->substr(sizeof(Hash));
  bytes->resize(sizeof(Hash));
  if (*bytes != BytesOf(HashOf(key, result))) return std::nullopt;
  return result;
}

void ResultCache::Store(const Key& key, absl::string_view result) {
  const uint64_t size = sizeof(Hash) + result.size();
  if (size > share()) return;
  const absl::Status written =
      folder_.Write(key, absl::StrCat(BytesOf(HashOf(key, result)), result));
  if (!written.ok()) return Note(written);
  // A file takes at least one block.
  std::atomic<uint64_t>& since = written_[key[0]];
  if ((since += std::max<uint64_t>(size, 4096)) > share() / 8) {
    since = 0;
    // Further than the bound, so that this need not be done again at once.
    folder_.Shrink(key[0], share(), share() / 4 * 3);
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
