#include "cli/interruption.h"

#include <atomic>
#include <cstddef>

#include "cli/temporary_files.h"

namespace plumb {
namespace {

std::atomic<bool> has_signal_come = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Raises the signal again with its default action, which takes effect when the
// handler returns.
extern "C" void EndProcess(int signal_number) {
  RemoveTemporaryFiles();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

extern "C" void NoteSignal(int signal_number) {
  if (has_signal_come.exchange(true)) EndProcess(signal_number);
}

// Keeps ignored signals ignored.  Returns the previous action.
struct sigaction Handle(int signal_number, void (*handler)(int)) {
  struct sigaction old = {};
  sigaction(signal_number, nullptr, &old);
  if (old.sa_handler == SIG_IGN) return old;
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, nullptr);
  return old;
}

}  // namespace

void HandleFatalSignals() {
  for (const int signal_number :
       {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU}) {
    Handle(signal_number, EndProcess);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

Interruption::Interruption(bool is_enabled) : is_enabled_(is_enabled) {
  has_signal_come = false;
  if (!is_enabled_) return;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    old_[i] = Handle(kSignals[i], NoteSignal);
  }
}

Interruption::~Interruption() {
  if (!is_enabled_) return;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &old_[i], nullptr);
  }
}

bool Interruption::has_come() const { return has_signal_come; }

}  // namespace plumb
