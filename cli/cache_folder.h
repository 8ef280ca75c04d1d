// The files of a cache folder, which contains nothing else.
//
// An entry is a regular file named by 62 hexadecimal digits, in one of 256
// folders named by two more digits.  No other file is ever opened, replaced or
// removed, and no symbolic link below the folder is followed, so that neither a
// mistyped name nor foreign files in the folder endanger other files.
//
// Tested by cache_folder_test.cc.
#ifndef PLUMB_CLI_CACHE_FOLDER_H_
#define PLUMB_CLI_CACHE_FOLDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/file_descriptor.h"

namespace plumb {

// After Open(), any number of threads and processes may use one folder.
class CacheFolder {
 public:
  static constexpr size_t kParts = 256;
  // The name of an entry: its first byte is the number of its part.
  using Key = std::array<unsigned char, 32>;

  // Creates the folder, accessible only to its owner, if it does not exist.  An
  // error if it cannot be created or read, or if it has files but not the
  // CACHEDIR.TAG that this class writes.
  absl::Status Open(const std::string& path);
  bool is_open() const { return root_.is_open(); }
  // Whether users other than this one and root can write to the folder: they
  // can forge entries.
  bool IsWritableByOthers() const;

  // An entry of at most `max_size` bytes; nullopt if there is none.  Marks an
  // entry as used if that is older than an hour.
  std::optional<std::string> Read(const Key& key, size_t max_size) const;
  // Makes or replaces an entry.  It appears whole or not at all.
  absl::Status Write(const Key& key, absl::string_view bytes) const;
  // If the entries of a part take more than `max_bytes` on the disk, removes
  // those that were not used for the longest time, until they take
  // `target_bytes`.
  void Shrink(uint8_t part, uint64_t max_bytes, uint64_t target_bytes) const;

 private:
  absl::Status CheckTag(const std::string& path) const;
  FileDescriptor OpenPart(uint8_t part) const;

  FileDescriptor root_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_CACHE_FOLDER_H_
