// Results of earlier runs, kept in a folder: found again by what they are the
// results of.
//
//   ResultCache cache;
//   if (absl::Status s = cache.Open({.folder = ".cache"}, options); !s.ok()) …
//   const ResultCache::Key key = cache.KeyOf(file.bytes());
//   std::optional<std::string> result = cache.Find(key);
//   if (!result.has_value()) cache.Store(key, *(result = Judge(file)));
//
// Each result is an entry of a cache folder (cache_folder.h) under the hash of
// the content, of everything else that decides the result, and of the build of
// Plumb.  A damaged entry is ignored and replaced.  Results that were not used
// for the longest time are removed when a part of the folder outgrows its share
// of the bound.
//
// The hash has no secret: whoever can write to the folder can forge results.
//
// From the second line on, by any thread.
//
// Tested by result_cache_test.cc and testdata/cli/batch_cache.case.
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

  // Of a content that is judged by an environment, or by none.
  Key KeyOf(absl::string_view content,
            std::optional<TargetEnv> env = std::nullopt) const;
  std::optional<std::string> Find(const Key& key) const;
  // A result that is too large for its share is not kept.
  void Store(const Key& key, absl::string_view result);
  // The first thing that went wrong in Store(), if any: results are right all
  // the same.
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
