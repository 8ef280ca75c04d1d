// The files of a cache: a folder that holds nothing else.
//
// An entry is a regular file whose name is 62 hexadecimal digits, in one of 256
// folders that two more digits name.  Nothing else is ever opened, replaced or
// removed, and no symbolic link below the folder is followed, so that neither a
// mistyped name nor what others put into the folder costs other files.
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
  // What names an entry: its first byte is the number of its part.
  using Key = std::array<unsigned char, 32>;

  // Makes the folder, for its owner alone, if it does not exist.  An error if
  // it cannot be made or read, or if it has files but not the CACHEDIR.TAG that
  // this class writes into a folder of its own.
  absl::Status Open(const std::string& path);
  bool is_open() const { return root_.is_open(); }
  // Whether users other than this one and root can write to the folder: they
  // can forge entries.
  bool IsWritableByOthers() const;

  // An entry of at most `max_size` bytes; nothing if there is none.  An entry
  // that was not read for an hour is marked as used now.
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
