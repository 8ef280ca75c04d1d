// Signals that end the process.
//
// Tested by interruption_test.cc.
#ifndef PLUMB_CLI_INTERRUPTION_H_
#define PLUMB_CLI_INTERRUPTION_H_

#include <array>
#include <csignal>

namespace plumb {

// Makes fatal signals remove temporary files first (temporary_files.h).  A file
// that grows too large causes a write error (EFBIG) instead of a signal.
// Ignored signals stay ignored, as under nohup.  Must be called once, at the
// start of a program.
void HandleFatalSignals();

// While it lives, the first SIGINT, SIGTERM or SIGHUP is only noted; the second
// ends the process, as all do otherwise.  One at a time.
class Interruption {
 public:
  // With `is_enabled` false, signals are not handled.
  explicit Interruption(bool is_enabled = true);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool has_come() const;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

  const bool is_enabled_;
  std::array<struct sigaction, kSignals.size()> old_ = {};
};

}  // namespace plumb

#endif  // PLUMB_CLI_INTERRUPTION_H_
