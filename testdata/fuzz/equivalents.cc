#include "testdata/fuzz/equivalents.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <random>
#include <utility>

#include "absl/types/span.h"
#include "core/op_role.h"
#include "grammar/grammar.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

using grammar::Op;

constexpr uint32_t kBoundWord = 3;

// A permutation of the ids below the bound; 0 stays.
std::vector<uint32_t> OtherNumbers(uint32_t bound, uint32_t seed) {
  std::vector<uint32_t> numbers(bound);
  std::iota(numbers.begin(), numbers.end(), 0u);
  if (bound > 2) {
    std::shuffle(numbers.begin() + 1, numbers.end(), std::mt19937(seed));
  }
  return numbers;
}

// The section of an instruction; of those that have none of their own, the
// functions.
Section SectionOf(Op op) {
  const Placement placement = PlacementOf(op);
  return IsSectionOnly(placement) ? static_cast<Section>(placement)
                                  : Section::kFunction;
}

// Whether an instruction may be followed by one that means nothing: within a
// block, but not at its end.
bool MayPrecedeIdle(Op op) {
  return op != Op::kFunction && op != Op::kFunctionParameter &&
         RoleOf(op) != OpRole::kFunctionEnd &&
         RoleOf(op) != OpRole::kSelectionMerge &&
         RoleOf(op) != OpRole::kLoopMerge && op != Op::kLoopControlINTEL &&
         !IsTerminator(op);
}

// Whether a block has ended before an instruction.
bool EndsBlock(Op op) {
  return RoleOf(op) == OpRole::kLabel || op == Op::kFunction ||
         RoleOf(op) == OpRole::kFunctionEnd;
}

// Copies a module and adds instructions.
class IdleWriter {
 public:
  IdleWriter(const Module& module, uint32_t seed)
      : module_(module), random_(seed) {
    const auto header = module.words().first(kHeaderWords);
    out_.words.assign(header.begin(), header.end());
    out_.words[kBoundWord] = module.header().bound + 1;
  }

  EquivalentModule Write() {
    for (uint32_t i = 0; i < module_.size(); ++i) {
      const Op op = module_.record(InstIndex(i)).op;
      AddDebugBefore(SectionOf(op));
      if (!EndsBlock(op)) AddIdle();
      Copy(InstIndex(i));
      if (RoleOf(op) == OpRole::kLabel) {
        in_block_ = true;
        in_body_ = false;
        continue;
      }
      in_block_ = in_block_ && MayPrecedeIdle(op);
      // Variables and phis come first in their blocks, but for lines.
      in_body_ = in_block_ && RoleOf(op) != OpRole::kVariable &&
                 RoleOf(op) != OpRole::kPhi && op != Op::kLine &&
                 op != Op::kNoLine && !IsExtInst(op);
    }
    return std::move(out_);
  }

 private:
  bool Chance() { return random_() % 4 == 0; }
  Id file() const { return Id(module_.header().bound); }

  // Adds what may be between two instructions of a block.
  void AddIdle() {
    if (in_block_ && has_file_ && Chance()) {
      Add(Op::kLine, {file().value, 7, 1});
    }
    if (in_body_ && Chance()) Add(Op::kNop, {});
  }

  // Adds a file before the first section behind that of strings, and names of
  // results before the first one behind that of names.
  void AddDebugBefore(Section section) {
    if (section > Section::kSource && !has_file_) {
      Add(Op::kString, {file().value, 'f'});
      has_file_ = true;
    }
    if (section > Section::kName && !has_name_) {
      has_name_ = true;
      for (int i = 0; i < 4; ++i) {
        // Names of variables tell which of two built-ins is wrong.
        const InstIndex at(random_() % module_.size());
        if (at < module_.global_end()) continue;
        const Id id = module_.record(at).result;
        if (id != kNoId) Add(Op::kName, {id.value, 'n'});
      }
    }
  }

  void Add(Op op, std::initializer_list<uint32_t> operands) {
    const auto count = static_cast<uint32_t>(operands.size() + 1);
    out_.words.push_back(count << 16 | grammar::Info(op).opcode);
    out_.words.insert(out_.words.end(), operands);
    out_.origins.push_back(EquivalentModule::kNoOrigin);
  }

  void Copy(InstIndex i) {
    const absl::Span<const uint32_t> words = module_.inst(i).words();
    out_.words.insert(out_.words.end(), words.begin(), words.end());
    out_.origins.push_back(i.value);
  }

  const Module& module_;
  std::mt19937 random_;
  EquivalentModule out_;
  bool has_file_ = false, has_name_ = false;
  bool in_block_ = false, in_body_ = false;
};

}  // namespace

EquivalentModule WithOtherIds(const Module& module, uint32_t seed) {
  const std::vector<uint32_t> numbers =
      OtherNumbers(module.header().bound, seed);
  EquivalentModule out;
  out.words.assign(module.words().begin(), module.words().end());
  for (uint32_t i = 0; i < module.size(); ++i) {
    out.origins.push_back(i);
    const uint32_t first = module.record(InstIndex(i)).first_word;
    for (const Operand& operand : module.operands(InstIndex(i))) {
      if (!IsIdKind(operand.kind)) continue;
      uint32_t& word = out.words[first + operand.word];
      if (word < numbers.size()) word = numbers[word];
    }
  }
  return out;
}

EquivalentModule WithIdleInstructions(const Module& module, uint32_t seed) {
  return IdleWriter(module, seed).Write();
}

}  // namespace plumb
