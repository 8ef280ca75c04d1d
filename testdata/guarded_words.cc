#include "testdata/guarded_words.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace plumb {

GuardedWords::GuardedWords(absl::Span<const uint32_t> words) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t bytes = words.size() * sizeof(uint32_t);
  const size_t readable = (bytes + page - 1) / page * page;
  size_ = readable + page;
  pages_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages_ == MAP_FAILED) {
    std::perror("mmap");
    std::abort();
  }
  char* const end = static_cast<char*>(pages_) + readable;
  if (mprotect(end, page, PROT_NONE) != 0) {
    std::perror("mprotect");
    std::abort();
  }
  std::memcpy(end - bytes, words.data(), bytes);
  words_ = {reinterpret_cast<const uint32_t*>(end - bytes), words.size()};
}

GuardedWords::~GuardedWords() { munmap(pages_, size_); }

}  // namespace plumb
