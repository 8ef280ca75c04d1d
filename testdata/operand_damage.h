// Changes the places of instructions in a binary and their numbers of
// operands. The change depends only on the module and the seed.
//
// Used by operand_bounds_test.cc.
#ifndef PLUMB_TESTDATA_OPERAND_DAMAGE_H_
#define PLUMB_TESTDATA_OPERAND_DAMAGE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb {

enum class Damage : uint8_t {
  kNone,
  kImportsLast,      // each OpExtInstImport follows all other instructions
  kBareImportsLast,  // … and extended instructions have no operands
  kImportsRedefine,  // each import's id is an import of another set before it
  kReversed,         // the instructions are in reverse order
  kRotated,          // some instructions from the start are at the end
  kSwapped,          // two instructions are exchanged
  kMinimal,          // every instruction has only its mandatory operands
  kShortened,        // every longer one has one word less
  kLengthened,       // every one that may have more words repeats its last one
  kCut,              // the last words of one instruction are removed
  kGrown,            // one instruction has up to four more words
  kReplaced,         // one instruction has the opcode of another
};
inline constexpr std::array kDamages = {
    Damage::kNone,     Damage::kImportsLast,     Damage::kBareImportsLast,
    Damage::kReversed, Damage::kImportsRedefine, Damage::kRotated,
    Damage::kSwapped,  Damage::kMinimal,         Damage::kShortened,
    Damage::kCut,      Damage::kLengthened,      Damage::kGrown,
    Damage::kReplaced,
};

absl::string_view NameOf(Damage damage);

// A damaged copy of a binary that a reader accepts.
std::vector<uint32_t> MakeDamaged(absl::Span<const uint32_t> words,
                                  Damage damage, uint32_t seed);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_OPERAND_DAMAGE_H_
