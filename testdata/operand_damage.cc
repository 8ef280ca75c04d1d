#include "testdata/operand_damage.h"

#include <algorithm>
#include <random>
#include <utility>

#include "core/literal_string.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "grammar/operand_counts.h"

namespace plumb {
namespace {

using Instruction = std::vector<uint32_t>;

Op OpOf(const Instruction& inst) {
  return grammar::OpFromOpcode(inst[0] & 0xffff);
}

void SetWordCount(Instruction* inst) {
  (*inst)[0] = ((*inst)[0] & 0xffff) | static_cast<uint32_t>(inst->size())
                                           << 16;
}

std::vector<Instruction> Split(absl::Span<const uint32_t> words) {
  std::vector<Instruction> all;
  for (size_t at = kHeaderWords; at < words.size();) {
    const uint32_t count = words[at] >> 16;
    const absl::Span<const uint32_t> inst = words.subspan(at, count);
    all.emplace_back(inst.begin(), inst.end());
    at += count;
  }
  return all;
}

bool IsImport(const Instruction& inst) {
  return OpOf(inst) == Op::kExtInstImport;
}

// An import of "OpenCL.std" or, if that is the set, of "GLSL.std.450".
Instruction OtherImport(const Instruction& import) {
  const Instruction open_cl = {0x5006000b, import[1], 0x6e65704f, 0x732e4c43,
                               0x00006474};
  const Instruction glsl = {0x6000000b, import[1],  0x4c534c47,
                            0x6474732e, 0x3035342e, 0};
  Instruction other = import[2] == open_cl[2] ? glsl : open_cl;
  SetWordCount(&other);
  return other;
}

void RedefineImports(std::vector<Instruction>* all) {
  for (size_t i = 0; i < all->size(); ++i) {
    if (!IsImport((*all)[i])) continue;
    Instruction other = OtherImport((*all)[i]);
    all->insert(all->begin() + static_cast<std::ptrdiff_t>(i),
                std::move(other));
    ++i;
  }
}

// The sets imported in a binary, by id.
class Sets {
 public:
  explicit Sets(const std::vector<Instruction>& all) {
    for (const Instruction& inst : all) {
      if (!IsImport(inst)) continue;
      const LiteralString name(absl::MakeConstSpan(inst).subspan(2));
      sets_.emplace_back(inst[1], grammar::ExtInstSetFromName(name.text()));
    }
  }

  // kNone for an id that does not import a known set.
  ExtInstSet Find(uint32_t id) const {
    for (const auto& [import, set] : sets_) {
      if (import == id) return set;
    }
    return ExtInstSet::kNone;
  }

 private:
  std::vector<std::pair<uint32_t, ExtInstSet>> sets_;
};

// The minimum number of words of an instruction, by its opcode and, for an
// extended instruction, its number.  A string counts as one.
size_t GetMinWords(const Instruction& inst, const Sets& sets) {
  const size_t min = grammar::Info(OpOf(inst)).min_words;
  if (OpOf(inst) != Op::kExtInst) return min;
  const ExtInstSet set = sets.Find(inst[3]);
  if (set == ExtInstSet::kNone) return min;
  const grammar::OperandCounts counts = grammar::OperandCountsOf(set, inst[4]);
  return std::min<size_t>(1 + size_t{counts.min}, inst.size());
}

bool MayBeLonger(const Instruction& inst) {
  return !grammar::Info(OpOf(inst)).fixed_layout;
}

void Minimize(const Sets& sets, Instruction* inst) {
  if (!MayBeLonger(*inst) || IsImport(*inst)) return;
  inst->resize(std::min(inst->size(), GetMinWords(*inst, sets)));
  SetWordCount(inst);
}

void Shorten(const Sets& sets, Instruction* inst) {
  if (inst->size() <= GetMinWords(*inst, sets) || IsImport(*inst)) return;
  inst->pop_back();
  SetWordCount(inst);
}

void Lengthen(Instruction* inst) {
  if (!MayBeLonger(*inst) || IsImport(*inst)) return;
  inst->push_back(inst->back());
  SetWordCount(inst);
}

void Cut(Instruction* inst, std::mt19937* random) {
  inst->resize(1 + (*random)() % inst->size());
  SetWordCount(inst);
}

void Grow(Instruction* inst, std::mt19937* random) {
  const uint32_t count = 1 + (*random)() % 4;
  for (uint32_t i = 0; i < count; ++i) {
    inst->push_back((*inst)[1 + (*random)() % (inst->size() - 1)]);
  }
  SetWordCount(inst);
}

// Gives an instruction another opcode whose instructions can have its length.
void Replace(Instruction* inst, std::mt19937* random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const Op op = static_cast<Op>((*random)() % grammar::kOpCount);
    const grammar::OpInfo& info = grammar::Info(op);
    if (info.min_words > inst->size() ||
        (info.fixed_layout && info.min_words != inst->size())) {
      continue;
    }
    (*inst)[0] = ((*inst)[0] & 0xffff0000) | info.opcode;
    return;
  }
}

// Changes the order of instructions, or their number.
void Reorder(Damage damage, std::mt19937* random,
             std::vector<Instruction>* all) {
  const auto any = [&] { return (*random)() % all->size(); };
  switch (damage) {
    case Damage::kImportsLast:
    case Damage::kBareImportsLast:
      std::stable_partition(all->begin(), all->end(),
                            [](const Instruction& i) { return !IsImport(i); });
      return;
    case Damage::kImportsRedefine:
      return RedefineImports(all);
    case Damage::kReversed:
      return std::reverse(all->begin(), all->end());
    case Damage::kRotated:
      std::rotate(all->begin(),
                  all->begin() + static_cast<std::ptrdiff_t>(any()),
                  all->end());
      return;
    case Damage::kSwapped:
      return std::swap((*all)[any()], (*all)[any()]);
    default:
      return;
  }
}

// Changes the length of instructions in place.
void Resize(Damage damage, const Sets& sets, std::mt19937* random,
            std::vector<Instruction>* all) {
  Instruction& one = (*all)[(*random)() % all->size()];
  switch (damage) {
    case Damage::kBareImportsLast:
      for (Instruction& inst : *all) {
        if (OpOf(inst) == Op::kExtInst) Minimize(Sets({}), &inst);
      }
      return;
    case Damage::kMinimal:
      for (Instruction& inst : *all) Minimize(sets, &inst);
      return;
    case Damage::kShortened:
      for (Instruction& inst : *all) Shorten(sets, &inst);
      return;
    case Damage::kLengthened:
      for (Instruction& inst : *all) Lengthen(&inst);
      return;
    case Damage::kCut:
      return Cut(&one, random);
    case Damage::kGrown:
      if (one.size() > 1) Grow(&one, random);
      return;
    case Damage::kReplaced:
      return Replace(&one, random);
    default:
      return;
  }
}

}  // namespace

absl::string_view NameOf(Damage damage) {
  switch (damage) {
    case Damage::kNone:
      return "none";
    case Damage::kImportsLast:
      return "imports last";
    case Damage::kBareImportsLast:
      return "bare, imports last";
    case Damage::kImportsRedefine:
      return "imports redefine";
    case Damage::kReversed:
      return "reversed";
    case Damage::kRotated:
      return "rotated";
    case Damage::kSwapped:
      return "swapped";
    case Damage::kMinimal:
      return "minimal";
    case Damage::kShortened:
      return "shortened";
    case Damage::kLengthened:
      return "lengthened";
    case Damage::kCut:
      return "cut";
    case Damage::kGrown:
      return "grown";
    case Damage::kReplaced:
      return "replaced";
  }
  return "";
}

std::vector<uint32_t> MakeDamaged(absl::Span<const uint32_t> words,
                                  Damage damage, uint32_t seed) {
  std::mt19937 random(seed * kDamages.size() + static_cast<uint32_t>(damage));
  std::vector<Instruction> all = Split(words);
  const Sets sets(all);
  if (!all.empty()) {
    Reorder(damage, &random, &all);
    Resize(damage, sets, &random, &all);
  }
  std::vector<uint32_t> damaged(words.begin(), words.begin() + kHeaderWords);
  for (const Instruction& inst : all) {
    damaged.insert(damaged.end(), inst.begin(), inst.end());
  }
  return damaged;
}

}  // namespace plumb
