#include "cli/temporary_files.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

namespace plumb {
namespace {

// More than the number of threads that write files in parallel.
std::array<std::atomic<char*>, 2048> slots = {};
static_assert(std::atomic<char*>::is_always_lock_free);

std::atomic<char*>* ClaimSlot(char* name) {
  for (std::atomic<char*>& slot : slots) {
    char* expected = nullptr;
    if (slot.compare_exchange_strong(expected, name)) return &slot;
  }
  return nullptr;
}

}  // namespace

void TemporaryName::Set(const std::string& path) {
  Release();
  name_ = strdup(path.c_str());
  if (name_ == nullptr) throw std::bad_alloc();
  slot_ = ClaimSlot(name_);
}

void TemporaryName::Release() {
  // A handler that has taken the name may still read it.
  const bool is_own = slot_ == nullptr || slot_->exchange(nullptr) == name_;
  if (is_own) std::free(name_);
  name_ = nullptr;
  slot_ = nullptr;
}

void RemoveTemporaryFiles() {
  for (std::atomic<char*>& slot : slots) {
    const char* const name = slot.exchange(nullptr);
    if (name != nullptr) unlink(name);
  }
}

}  // namespace plumb
