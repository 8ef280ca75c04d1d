// Control-C as something to ask about.
//
// Tested by interruption_test.cc.
#ifndef PLUMB_CLI_INTERRUPTION_H_
#define PLUMB_CLI_INTERRUPTION_H_

#include <csignal>

namespace plumb {

// While it lives, the first SIGINT or SIGTERM is only noted; the second ends
// the process, as both do otherwise.  One at a time.
class Interruption {
 public:
  // `is_wanted` false: signals are left alone.
  explicit Interruption(bool is_wanted = true);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool has_come() const;

 private:
  const bool is_wanted_;
  struct sigaction old_int_ = {}, old_term_ = {};
};

}  // namespace plumb

#endif  // PLUMB_CLI_INTERRUPTION_H_
