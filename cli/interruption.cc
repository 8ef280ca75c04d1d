#include "cli/interruption.h"

#include <atomic>

namespace plumb {
namespace {

std::atomic<bool> has_signal_come = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void NoteSignal(int) { has_signal_come = true; }

}  // namespace

Interruption::Interruption(bool is_wanted) : is_wanted_(is_wanted) {
  has_signal_come = false;
  if (!is_wanted_) return;
  struct sigaction action = {};
  action.sa_handler = NoteSignal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
}

Interruption::~Interruption() {
  if (!is_wanted_) return;
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
}

bool Interruption::has_come() const { return has_signal_come; }

}  // namespace plumb
