// See mutations.h.
#include "testdata/mutations.h"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::OperandPattern;

constexpr uint32_t kNoFunction = ~uint32_t{0};

bool SamePatterns(absl::Span<const OperandPattern> a,
                  absl::Span<const OperandPattern> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const OperandPattern& x, const OperandPattern& y) {
                      return x.kind == y.kind && x.quantifier == y.quantifier;
                    });
}

// The opcodes with the same operand layout as `op`, including itself.
std::vector<Op> OpsLike(Op op) {
  std::vector<Op> like;
  const grammar::OpInfo& info = grammar::Info(op);
  for (uint32_t row = 0; row < grammar::kOpCount; ++row) {
    const grammar::OpInfo& other = grammar::Info(static_cast<Op>(row));
    if (SamePatterns(grammar::Operands(info), grammar::Operands(other))) {
      like.push_back(static_cast<Op>(row));
    }
  }
  return like;
}

// A random element of `from`, which must not be empty.
template <typename T>
const T& Pick(absl::Span<const T> from, uint32_t random) {
  return from[random % from.size()];
}

// One mutation in progress.
class Mutator {
 public:
  Mutator(const IdGroups& groups, uint32_t seed)
      : groups_(groups), module_(groups.module()), random_(seed) {}

  Mutation Run();

 private:
  using Words = std::vector<uint32_t>;

  uint32_t Random(uint32_t below) {
    return static_cast<uint32_t>(random_() % below);
  }
  InstIndex AnyInst() { return InstIndex(Random(module_.size())); }
  absl::Span<const uint32_t> WordsOf(InstIndex i) const {
    return module_.inst(i).words();
  }
  std::string Name(InstIndex i) const {
    return absl::StrCat("instruction ", i.value, " (",
                        grammar::NameOf(module_.record(i).op), ")");
  }
  // A word of the mutant that belongs to an instruction.
  uint32_t& WordAt(InstIndex i, uint32_t word) {
    return out_.words[module_.record(i).first_word + word];
  }

  void Drop(InstIndex i);
  void InsertCopy(InstIndex of, InstIndex before);
  void Move(InstIndex i, InstIndex to);
  void Swap(InstIndex a, InstIndex b);
  void ChangeOpcode(InstIndex i);
  void ExchangeIds(InstIndex i);
  void ChangeResultType(InstIndex i);
  void ChangeOperand(InstIndex i);
  void ChangeEnumerant(InstIndex i, uint32_t word, Kind kind);
  void ChangeLiteral(InstIndex i, uint32_t word);
  void Set(InstIndex i, uint32_t word, uint32_t value);

  // One change at or around an instruction, or none.
  void MutateInstruction(InstIndex i);

  const IdGroups& groups_;
  const Module& module_;
  std::mt19937 random_;
  Mutation out_;
};

void Mutator::Drop(InstIndex i) {
  const auto first = out_.words.begin() +
                     static_cast<std::ptrdiff_t>(module_.record(i).first_word);
  out_.words.erase(first,
                   first + static_cast<std::ptrdiff_t>(module_.word_count(i)));
}

void Mutator::InsertCopy(InstIndex of, InstIndex before) {
  const absl::Span<const uint32_t> copy = WordsOf(of);
  out_.words.insert(out_.words.begin() + static_cast<std::ptrdiff_t>(
                                             module_.record(before).first_word),
                    copy.begin(), copy.end());
}

void Mutator::Swap(InstIndex a, InstIndex b) {
  if (b.value < a.value) std::swap(a, b);
  if (a == b) return;
  // From the end, so that earlier places do not move.
  Drop(b);
  InsertCopy(a, b);
  Drop(a);
  InsertCopy(b, a);
  out_.what = absl::StrCat(Name(a), " and ", Name(b), " swapped");
}

void Mutator::Set(InstIndex i, uint32_t word, uint32_t value) {
  uint32_t& place = WordAt(i, word);
  if (place == value) return;
  out_.what =
      absl::StrCat("word ", word, " of ", Name(i), ": ", value, " for ", place);
  place = value;
}

void Mutator::ChangeOpcode(InstIndex i) {
  const std::vector<Op> like = OpsLike(module_.record(i).op);
  const Op op = Pick(absl::MakeConstSpan(like), Random(1u << 31));
  const uint32_t opcode = grammar::Info(op).opcode;
  Set(i, 0, (WordAt(i, 0) & 0xffff0000) | opcode);
}

void Mutator::ExchangeIds(InstIndex i) {
  const Inst inst = module_.inst(i);
  std::vector<uint32_t> words;
  for (const Operand& operand : inst.operands()) {
    if (IsIdKind(operand.kind) && operand.kind != Kind::kIdResult &&
        operand.kind != Kind::kIdResultType) {
      words.push_back(operand.word);
    }
  }
  if (words.size() < 2) return;
  const uint32_t a = Pick(absl::MakeConstSpan(words), Random(1u << 31));
  const uint32_t b = Pick(absl::MakeConstSpan(words), Random(1u << 31));
  if (inst.word(a) == inst.word(b)) return;
  std::swap(WordAt(i, a), WordAt(i, b));
  out_.what =
      absl::StrCat("words ", a, " and ", b, " of ", Name(i), " exchanged");
}

void Mutator::ChangeResultType(InstIndex i) {
  if (module_.inst(i).result_type() == kNoId) return;
  Set(i, 1, groups_.AnyType(Random(1u << 31)).value);
}

void Mutator::ChangeEnumerant(InstIndex i, uint32_t word, Kind kind) {
  const uint32_t value = WordAt(i, word);
  const EnumerantInfo& other =
      Pick(grammar::Enumerants(kind), Random(1u << 31));
  if (grammar::Info(kind).category == Category::kBitEnum) {
    // A bit with parameters would need additional operands.
    if (other.parameter_count == 0) Set(i, word, value ^ other.value);
    return;
  }
  const EnumerantInfo* now = grammar::EnumerantByValue(kind, value);
  if (now != nullptr &&
      SamePatterns(grammar::Parameters(*now), grammar::Parameters(other))) {
    Set(i, word, other.value);
  }
}

void Mutator::ChangeLiteral(InstIndex i, uint32_t word) {
  const uint32_t now = WordAt(i, word);
  const uint32_t values[] = {0, 1, now + 1, now - 1, now * 2, Random(64)};
  Set(i, word, values[Random(std::size(values))]);
}

void Mutator::ChangeOperand(InstIndex i) {
  const Inst inst = module_.inst(i);
  if (inst.operand_count() == 0) return;
  const Operand operand = Pick(inst.operands(), Random(1u << 31));
  if (operand.kind == Kind::kIdResult) return;
  if (IsIdKind(operand.kind)) {
    const Id id(inst.word(operand.word));
    Set(i, operand.word, groups_.ReplacementFor(id, Random(1u << 31)).value);
    return;
  }
  switch (grammar::Info(operand.kind).category) {
    case Category::kValueEnum:
    case Category::kBitEnum:
      return ChangeEnumerant(i, operand.word, operand.kind);
    case Category::kLiteral:
      if (operand.kind != Kind::kLiteralString) ChangeLiteral(i, operand.word);
      return;
    default:
      return;
  }
}

void Mutator::Move(InstIndex i, InstIndex to) {
  if (i == to) return;
  // The later change in the words is made first.
  if (to.value > i.value) InsertCopy(i, to);
  Drop(i);
  if (to.value < i.value) InsertCopy(i, to);
  out_.what = absl::StrCat(Name(i), " moved before ", Name(to));
}

void Mutator::MutateInstruction(InstIndex i) {
  switch (Random(20)) {
    case 0:
      Drop(i);
      out_.what = absl::StrCat(Name(i), " dropped");
      return;
    case 1:
      InsertCopy(i, i);
      out_.what = absl::StrCat(Name(i), " doubled");
      return;
    case 2:
      return Move(i, AnyInst());
    case 3:
      return Swap(i, InstIndex(std::min(i.value + 1, module_.size() - 1)));
    case 4:
      return Swap(i, AnyInst());
    case 5:
    case 6:
      return ChangeOpcode(i);
    case 7:
      return ExchangeIds(i);
    case 8:
    case 9:
      return ChangeResultType(i);
    default:
      return ChangeOperand(i);
  }
}

Mutation Mutator::Run() {
  const absl::Span<const uint32_t> words = module_.words();
  out_.words.assign(words.begin(), words.end());
  constexpr int kTries = 16;
  for (int i = 0; i < kTries && out_.what.empty(); ++i)
    MutateInstruction(AnyInst());
  if (out_.what.empty()) out_.words.clear();
  return std::move(out_);
}

}  // namespace

IdGroups::IdGroups(const Module& module) : module_(&module) {
  const uint32_t bound = module.id_bound();
  function_of_.assign(bound, kNoFunction);
  labels_.resize(module.functions().size());
  for (uint32_t f = 0; f < module.functions().size(); ++f) {
    const FunctionRange& range = module.functions()[f];
    for (uint32_t i = range.first.value; i < range.last.value; ++i) {
      const InstRecord& record = module.record(InstIndex(i));
      if (record.op != Op::kLabel || record.result.value >= bound) continue;
      labels_[f].push_back(record.result);
      function_of_[record.result.value] = f;
    }
  }
  for (uint32_t id = 1; id < bound; ++id) {
    const InstIndex def = module.def(Id(id));
    if (def == kNoInst) continue;
    if (grammar::Is(module.record(def).op, OpTrait::kType)) {
      types_.push_back(Id(id));
    } else if (module.type_of(Id(id)) != kNoId) {
      values_.push_back(Id(id));
    }
  }
  std::stable_sort(values_.begin(), values_.end(), [&module](Id a, Id b) {
    return module.type_of(a).value < module.type_of(b).value;
  });
  first_of_type_.assign(bound + 1, 0);
  for (const Id value : values_) {
    const uint32_t type = module.type_of(value).value;
    if (type < bound) ++first_of_type_[type + 1];
  }
  for (uint32_t type = 0; type < bound; ++type) {
    first_of_type_[type + 1] += first_of_type_[type];
  }
}

absl::Span<const Id> IdGroups::GroupOf(Id id, bool same_type) const {
  const InstIndex def = module_->def(id);
  if (def == kNoInst) return {};
  if (grammar::Is(module_->record(def).op, OpTrait::kType)) return types_;
  const uint32_t function = function_of_[id.value];
  if (function != kNoFunction) return labels_[function];
  const uint32_t type = module_->type_of(id).value;
  if (!same_type || type >= module_->id_bound()) return values_;
  const uint32_t first = first_of_type_[type];
  return absl::MakeConstSpan(values_).subspan(first,
                                              first_of_type_[type + 1] - first);
}

Id IdGroups::ReplacementFor(Id id, uint32_t random) const {
  const absl::Span<const Id> group = GroupOf(id, random % 2 == 0);
  return group.empty() ? id : Pick(group, random / 2);
}

Id IdGroups::AnyType(uint32_t random) const {
  return types_.empty() ? kNoId : Pick(absl::MakeConstSpan(types_), random);
}

Mutation Mutate(const IdGroups& groups, uint32_t seed) {
  return Mutator(groups, seed).Run();
}

}  // namespace plumb
