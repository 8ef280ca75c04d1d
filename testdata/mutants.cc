// See mutants.h.
#include "testdata/mutants.h"

#include <algorithm>
#include <random>

#include "core/module.h"

namespace plumb {
namespace {

// A wrong value that a word might have.
uint32_t OtherWord(absl::Span<const uint32_t> words, std::mt19937* random) {
  switch ((*random)() % 6) {
    case 0:
      return 0;
    case 1:
      return static_cast<uint32_t>((*random)());
    case 2:
      return static_cast<uint32_t>((*random)() % 500);
    case 3:
      return static_cast<uint32_t>((*random)() % 8192);
    case 4:
      return ~uint32_t{0};
    default:
      return words[(*random)() % words.size()];
  }
}

// Changes one place at or after `first`.
void Change(size_t first, std::vector<uint32_t>* words, std::mt19937* random) {
  const size_t at = first + (*random)() % (words->size() - first);
  uint32_t& word = (*words)[at];
  const auto here = words->begin() + static_cast<std::ptrdiff_t>(at);
  switch ((*random)() % 8) {
    case 0:
    case 1:
    case 2:
      word = OtherWord(*words, random);
      return;
    case 3:
      word ^= uint32_t{1} << (*random)() % 32;
      return;
    case 4:  // possibly another opcode
      word = (word & 0xffff0000) | (*random)() % 400;
      return;
    case 5:  // possibly another word count
      word = (word & 0xffff) | static_cast<uint32_t>((*random)() % 12) << 16;
      return;
    case 6:
      words->erase(here);
      return;
    default:
      words->insert(here, word);
      return;
  }
}

}  // namespace

std::vector<uint32_t> Mutant(absl::Span<const uint32_t> words, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> mutant(words.begin(), words.end());
  if (mutant.size() <= kHeaderWords) return mutant;
  const uint32_t changes = 1 + random() % 4;
  for (uint32_t i = 0; i < changes && mutant.size() > kHeaderWords; ++i) {
    Change(kHeaderWords, &mutant, &random);
  }
  if (random() % 8 == 0) {
    mutant[1 + random() % (kHeaderWords - 1)] = OtherWord(mutant, &random);
  }
  if (random() % 4 == 0) {
    const size_t kept = kHeaderWords + random() % mutant.size();
    mutant.resize(std::min(mutant.size(), kept));
  }
  return mutant;
}

}  // namespace plumb
