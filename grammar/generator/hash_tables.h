// Lays out the open-addressing tables that grammar.cc probes; see
// grammar/hash.h for the hash and the probing order.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_HASH_TABLES_H_
#define PLUMB_GRAMMAR_GENERATOR_HASH_TABLES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/hash.h"

namespace plumb::grammar::generator {

// Slots for entries of (hash, row); at most half are occupied, and at least
// one is empty.
std::vector<NameSlot> LayOut(
    const std::vector<std::pair<uint64_t, uint16_t>>& entries);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_HASH_TABLES_H_
