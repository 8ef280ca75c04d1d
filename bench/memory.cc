// See memory.h.  The heap is counted by defining malloc and related functions
// in the program itself, which call glibc's own under the names that it
// exports. The kernel's high-water mark is reset to the present size by
// writing "5" to /proc/self/clear_refs.  Tested by memory_test.cc.

#include "bench/memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PLUMB_BENCH_COUNTS_HEAP 0
#else
#define PLUMB_BENCH_COUNTS_HEAP 1
#endif

namespace plumb::bench {
namespace {

// Constant-initialized, because malloc runs before any constructor does.
std::atomic<bool> counting = false;
std::atomic<ptrdiff_t> live_bytes = 0;
std::atomic<ptrdiff_t> peak_bytes = 0;
std::atomic<size_t> allocations = 0;

#if PLUMB_BENCH_COUNTS_HEAP

void CountAllocation(void* block) {
  if (!counting.load(std::memory_order_relaxed) || block == nullptr) return;
  const auto size = static_cast<ptrdiff_t>(malloc_usable_size(block));
  const ptrdiff_t live =
      live_bytes.fetch_add(size, std::memory_order_relaxed) + size;
  allocations.fetch_add(1, std::memory_order_relaxed);
  ptrdiff_t peak = peak_bytes.load(std::memory_order_relaxed);
  while (live > peak && !peak_bytes.compare_exchange_weak(
                            peak, live, std::memory_order_relaxed)) {
  }
}

void CountRelease(ptrdiff_t size) {
  if (!counting.load(std::memory_order_relaxed)) return;
  live_bytes.fetch_sub(size, std::memory_order_relaxed);
}

// The size to pass to CountRelease(), read while the block still exists.
ptrdiff_t SizeOf(void* block) {
  return block == nullptr || !counting.load(std::memory_order_relaxed)
             ? 0
             : static_cast<ptrdiff_t>(malloc_usable_size(block));
}

#endif  // PLUMB_BENCH_COUNTS_HEAP

// A value of /proc/self/status in bytes; the file has KiB.
std::optional<size_t> StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key + ":", 0) == 0) {
      return std::strtoull(line.c_str() + key.size() + 1, nullptr, 10) * 1024;
    }
  }
  return std::nullopt;
}

bool ResetHighWaterMark() {
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool ok = write(file, "5", 1) == 1;
  return close(file) == 0 && ok;
}

// The message from the child to the parent.
struct MemoryReading {
  bool available = false;
  uint64_t growth = 0;
};

MemoryReading MeasureInChild(absl::FunctionRef<void()> work) {
  // Free blocks left by the parent would hide the need of the work.
  malloc_trim(0);
  const std::optional<size_t> before = StatusBytes("VmRSS");
  if (!ResetHighWaterMark() || !before.has_value()) return {};
  work();
  const std::optional<size_t> peak = StatusBytes("VmHWM");
  if (!peak.has_value()) return {};
  return {true, *peak > *before ? *peak - *before : 0};
}

[[noreturn]] void RunChild(absl::FunctionRef<void()> work, int pipe) {
  const MemoryReading reading = MeasureInChild(work);
  const bool written =
      write(pipe, &reading, sizeof(reading)) == sizeof(reading);
  _exit(written ? 0 : 1);
}

}  // namespace

bool HeapIsCounted() { return PLUMB_BENCH_COUNTS_HEAP != 0; }

HeapUse MeasureHeap(absl::FunctionRef<void()> work) {
  live_bytes = 0;
  peak_bytes = 0;
  allocations = 0;
  counting = true;
  work();
  counting = false;
  HeapUse use;
  use.peak_bytes = static_cast<size_t>(peak_bytes.load());
  use.allocations = allocations;
  use.kept_bytes = live_bytes;
  return use;
}

absl::StatusOr<size_t> MeasureResident(absl::FunctionRef<void()> work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError("cannot make a pipe");
  }
  const pid_t child = fork();
  if (child == 0) RunChild(work, ends[1]);
  close(ends[1]);
  MemoryReading reading;
  ssize_t got = -1;
  if (child > 0) {
    do {
      got = read(ends[0], &reading, sizeof(reading));
    } while (got < 0 && errno == EINTR);
  }
  close(ends[0]);
  if (child < 0) return absl::UnavailableError("cannot fork");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || got != sizeof(reading)) {
    return absl::AbortedError(
        absl::StrCat("the measured work ended with status ", status));
  }
  if (!reading.available) {
    return absl::UnavailableError("/proc does not tell the peak of memory");
  }
  return reading.growth;
}

}  // namespace plumb::bench

#if PLUMB_BENCH_COUNTS_HEAP

// The names are glibc's.  NOLINTBEGIN
extern "C" {

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);

void* malloc(size_t size) {
  void* block = __libc_malloc(size);
  plumb::bench::CountAllocation(block);
  return block;
}

void* calloc(size_t count, size_t size) {
  void* block = __libc_calloc(count, size);
  plumb::bench::CountAllocation(block);
  return block;
}

void* realloc(void* block, size_t size) {
  const ptrdiff_t old_size = plumb::bench::SizeOf(block);
  void* moved = __libc_realloc(block, size);
  // Without a new block the old one still exists, unless size was zero.
  if (moved != nullptr || size == 0) plumb::bench::CountRelease(old_size);
  plumb::bench::CountAllocation(moved);
  return moved;
}

void* memalign(size_t alignment, size_t size) {
  void* block = __libc_memalign(alignment, size);
  plumb::bench::CountAllocation(block);
  return block;
}

void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void** result, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 ||
      (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void* block = memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}

void free(void* block) {
  plumb::bench::CountRelease(plumb::bench::SizeOf(block));
  __libc_free(block);
}

}  // extern "C"
// NOLINTEND

#endif  // PLUMB_BENCH_COUNTS_HEAP
