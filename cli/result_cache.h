// Results of earlier runs, kept in a folder and found by their inputs.
//
//   ResultCache cache;
//   if (absl::Status s = cache.Open({.folder = ".cache"}, options); !s.ok()) …
//   const ResultCache::Key key = cache.KeyOf(file.bytes());
//   std::optional<std::string> result = cache.Find(key);
//   if (!result.has_value()) cache.Store(key, *(result = Validate(file)));
//
// Each result is an entry of a cache folder (cache_folder.h) under the hash of
// the content, of everything else that affects the result, and of the build of
// Plumb.  A damaged entry is ignored and replaced.  The least recently used
// results are removed when a part of the folder exceeds its share of the size.
//
// The hash is not secret: writers of the folder can forge results.
//
// Thread-safe after Open().
//
// Tested by result_cache_test.cc and cache_test.sh.
#ifndef PLUMB_CLI_RESULT_CACHE_H_
#define PLUMB_CLI_RESULT_CACHE_H_

#include <sodium.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/cache_folder.h"
#include "core/target_env.h"

namespace plumb {

struct ResultCacheOptions {
  std::string folder;               // empty: no cache
  uint64_t max_bytes = 1024 << 20;  // that the files take on the disk
};

class ResultCache {
 public:
  using Key = CacheFolder::Key;
  static_assert(sizeof(Key) == crypto_generichash_BYTES);

  ResultCache() = default;
  ResultCache(const ResultCache&) = delete;
  ResultCache& operator=(const ResultCache&) = delete;

  // Opens the folder as CacheFolder::Open() does.  `circumstances` is what
  // decides results beside the content.
  absl::Status Open(ResultCacheOptions options,
                    absl::string_view circumstances);
  bool is_open() const { return folder_.is_open(); }
  // A warning that users who are not trusted can forge results, or empty.
  std::string Warning() const;

  // The key of a content that is validated for an environment, or for the
  // default.
  Key KeyOf(absl::string_view content,
            std::optional<TargetEnv> env = std::nullopt) const;
  std::optional<std::string> Find(const Key& key) const;
  // A result that is too large for its share is not kept.
  void Store(const Key& key, absl::string_view result);
  // The first error of Store(), if any; results are right nevertheless.
  absl::Status status() const;

 private:
  void Note(const absl::Status& status);
  uint64_t share() const { return options_.max_bytes / CacheFolder::kParts; }

  ResultCacheOptions options_;
  CacheFolder folder_;
  crypto_generichash_state state_;  // of the hash, before the content
  // Bytes written to each part since it was last bounded.
  std::array<std::atomic<uint64_t>, CacheFolder::kParts> written_ = {};
  mutable std::mutex mutex_;
  absl::Status status_;  // guarded by mutex_
};

}  // namespace plumb

#endif  // PLUMB_CLI_RESULT_CACHE_H_
