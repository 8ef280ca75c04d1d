// The files below a folder.
//
// Tested by folder_files_test.cc.
#ifndef PLUMB_CLI_FOLDER_FILES_H_
#define PLUMB_CLI_FOLDER_FILES_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"

namespace plumb {

struct FolderFiles {
  std::vector<std::string> files;    // in order of their paths
  std::vector<std::string> folders;  // that were searched
  struct Error {
    std::string folder;
    int error;  // a value of errno
  };
  std::vector<Error> errors;  // of folders that cannot be read to their ends
};

// The files below `folder` whose paths are wanted.  Searches folders
// recursively, but does not follow links to folders.  A dangling link is taken
// for a file: opening it reports the reason.
FolderFiles FilesBelow(const std::string& folder,
                       absl::FunctionRef<bool(const std::string& path)> filter);

// Whether `path` leads to a folder.
bool IsFolder(const std::string& path);

}  // namespace plumb

#endif  // PLUMB_CLI_FOLDER_FILES_H_
