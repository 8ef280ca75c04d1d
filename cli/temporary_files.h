// Temporary files that must not outlive the process.
//
// A file that replaces another one is made under a temporary name.  If a signal
// ends the process before it gets its own name, the handler of that signal
// removes it.
//
// Tested by temporary_files_test.cc and interruption_test.cc.
#ifndef PLUMB_CLI_TEMPORARY_FILES_H_
#define PLUMB_CLI_TEMPORARY_FILES_H_

#include <atomic>
#include <string>

namespace plumb {

// The name of one temporary file.  While it lives, a signal removes the file.
class TemporaryName {
 public:
  TemporaryName() = default;
  // Does not remove the file.
  ~TemporaryName() { Release(); }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  // Takes the name of a file that is about to be made.
  void Set(const std::string& path);
  // Forgets the name, because the file has another one or is gone.
  void Release();

  bool is_set() const { return name_ != nullptr; }
  const char* c_str() const { return name_; }

 private:
  char* name_ = nullptr;  // owned; shared with signal handlers through slot_
  std::atomic<char*>* slot_ = nullptr;  // null: all slots were taken
};

// Removes the file of each TemporaryName that is set.  Signal handlers may call
// it.
void RemoveTemporaryFiles();

}  // namespace plumb

#endif  // PLUMB_CLI_TEMPORARY_FILES_H_
