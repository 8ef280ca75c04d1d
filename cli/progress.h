// The progress of a long run, as a line on the terminal:
//
//   1,234 of 3,937 modules, 812/s, 4 s left
//
// Printed only if standard error is a terminal, and after one second.  Not
// thread-safe.
//
// Tested by progress_test.cc.
#ifndef PLUMB_CLI_PROGRESS_H_
#define PLUMB_CLI_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <string>

namespace plumb {

class Progress {
 public:
  void Begin(size_t count);
  // One more is done.
  void Add();
  // Removes the line before something else is printed.
  void Hide();
  void End();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_on_ = false, is_shown_ = false;
  size_t count_ = 0, done_ = 0;
  Clock::time_point start_, next_;
};

// The line, without its end.
std::string ProgressText(size_t done, size_t count, double seconds);

// "1,234".
std::string GroupedNumber(size_t number);

}  // namespace plumb

#endif  // PLUMB_CLI_PROGRESS_H_
