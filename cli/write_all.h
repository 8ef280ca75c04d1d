// Writes all bytes to a file descriptor.
//
// Tested by output_file_test.cc.
#ifndef PLUMB_CLI_WRITE_ALL_H_
#define PLUMB_CLI_WRITE_ALL_H_

#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "absl/strings/string_view.h"

namespace plumb {

// Writes all of `bytes`, also through interruptions.  Returns 0 or the value of
// errno.
inline int WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

}  // namespace plumb

#endif  // PLUMB_CLI_WRITE_ALL_H_
