// Results of earlier runs, kept in a folder: found again by what they are the
// results of.
//
//   ResultCache cache;
//   if (absl::Status s = cache.Open({.folder = ".cache"}, options); !s.ok()) …
//   const ResultCache::Key key = cache.KeyOf(file.bytes());
//   std::optional<std::string> result = cache.Find(key);
//   if (!result.has_value()) cache.Store(key, *(result = Judge(file)));
//
// A file for each result, in 256 folders, under the hash of the content, of
// everything else that decides the result, and of the build of Plumb.  Files
// appear whole, so that any number of processes can share a folder; a file that
// is damaged is as good as none, and written anew.  What was not asked for the
// longest goes when the results outgrow their share of the bound.
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
#include "core/target_env.h"

namespace plumb {

struct ResultCacheOptions {
  std::string folder;               // empty: no cache
  uint64_t max_bytes = 1024 << 20;  // that the files take on the disk
};

class ResultCache {
 public:
  using Key = std::array<unsigned char, crypto_generichash_BYTES>;

  ResultCache() = default;
  ResultCache(const ResultCache&) = delete;
  ResultCache& operator=(const ResultCache&) = delete;

  // Makes the folder if there is none.  `circumstances` is what decides results
  // beside the content.  An error if the folder cannot be made or written to.
  absl::Status Open(ResultCacheOptions options,
                    absl::string_view circumstances);
  bool is_open() const { return !options_.folder.empty(); }

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
  static constexpr size_t kShares = 256;

  std::string PathOf(const Key& key) const;
  void Note(const absl::Status& status);
  void Bound(const std::string& folder) const;
  uint64_t share() const { return options_.max_bytes / kShares; }

  ResultCacheOptions options_;
  crypto_generichash_state state_;  // of the hash, before the content
  // Bytes written to each folder since it was last bounded.
  std::array<std::atomic<uint64_t>, kShares> written_ = {};
  mutable std::mutex mutex_;
  absl::Status status_;  // guarded by mutex_
};

}  // namespace plumb

#endif  // PLUMB_CLI_RESULT_CACHE_H_
