// See ext_inst_uses.h.
#include "testdata/ext_inst_uses.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "grammar/operands.h"
#include "validate/engine/operand_rule.h"
#include "validate/rules/families.h"

namespace plumb {
namespace {

namespace ext = operand::ExtInst;

constexpr uint32_t kNumbers[] = {1, 0, 2, 3, 4, 8, 16, 5, 99};

absl::string_view BytesOf(absl::Span<const uint32_t> words) {
  return {reinterpret_cast<const char*>(words.data()),
          words.size() * sizeof(uint32_t)};
}

void AddKinds(Kind kind, std::vector<Kind>* kinds) {
  const grammar::KindInfo& info = grammar::Info(kind);
  if (info.category == grammar::Category::kComposite) {
    for (const Kind base : grammar::Bases(info)) kinds->push_back(base);
  } else {
    kinds->push_back(kind);
  }
}

// The operands of an instruction, with pairs split, in all variants of omitted
// and repeated operands; the ones without omissions come first.
std::vector<std::vector<Kind>> LayoutsOf(grammar::ExtInst inst) {
  using grammar::Quantifier;
  constexpr size_t kMaxRepeats = 3;
  const absl::Span<const grammar::OperandPattern> patterns =
      grammar::Operands(grammar::Info(inst));
  std::vector<std::vector<Kind>> layouts;
  for (size_t n = patterns.size();; --n) {
    std::vector<Kind> kinds;
    for (const auto& p : patterns.first(n)) AddKinds(p.kind, &kinds);
    layouts.push_back(kinds);
    const Quantifier last =
        n == 0 ? Quantifier::kOne : patterns[n - 1].quantifier;
    if (last == Quantifier::kOne) return layouts;
    if (last != Quantifier::kAny) continue;
    for (size_t i = 1; i < kMaxRepeats; ++i) {
      AddKinds(patterns[n - 1].kind, &kinds);
      layouts.push_back(kinds);
    }
  }
}

bool IsId(const ExtInstUse& use, OperandIndex at) {
  return at == ext::kResultType ||
         IsIdUse(use.operands[at - ext::kOperands].kind);
}

uint32_t& WordAt(ExtInstUse* use, OperandIndex at) {
  return at == ext::kResultType ? use->type.value
                                : use->operands[at - ext::kOperands].word;
}

// The operands of a use that can be wrong.
std::vector<OperandIndex> OperandsOf(const ExtInstUse& use) {
  std::vector<OperandIndex> all = {ext::kResultType};
  for (size_t i = 0; i < use.operands.size(); ++i) {
    all.push_back(ext::kOperands + i);
  }
  return all;
}

bool IsOperandOf(const ExtInstUse& use, OperandIndex at) {
  return at == ext::kResultType ||
         (at >= ext::kOperands && at < ext::kOperands + use.operands.size());
}

// The type and the operands.
std::vector<uint32_t> WordsOf(const ExtInstUse& use) {
  std::vector<uint32_t> words = {use.type.value};
  for (const ExtInstUse::Operand& o : use.operands) words.push_back(o.word);
  return words;
}

// Whether a rule applies to all instructions.
bool IsGeneral(const Rule& rule) { return absl::StartsWith(rule.id, "ssa."); }

// A key that is equal for ids with the same results: the type, the opcode, and
// the number of an extended instruction.
using Likeness = std::array<uint32_t, 3>;

Likeness LikenessOf(const Module& module, Id id) {
  const Inst inst = module.inst(module.def(id));
  return {module.type_of(id).value, static_cast<uint32_t>(inst.op()),
          inst.op() == Op::kExtInst ? inst.operand_word(ext::kInstruction) : 0};
}

}  // namespace

std::string TextOf(const Palette& palette, const ExtInstUse& use) {
  std::string text = absl::StrCat(palette.NameOf(use.type), " = ",
                                  grammar::Text(grammar::Info(use.inst).name));
  for (size_t i = 0; i < use.operands.size(); ++i) {
    absl::StrAppend(&text, " ", TextOf(palette, use, ext::kOperands + i));
  }
  return text;
}

std::string TextOf(const Palette& palette, const ExtInstUse& use,
                   OperandIndex at) {
  if (at == ext::kResultType) return std::string(palette.NameOf(use.type));
  const ExtInstUse::Operand& o = use.operands[at - ext::kOperands];
  if (IsIdUse(o.kind)) return std::string(palette.NameOf(Id(o.word)));
  const grammar::EnumerantInfo* const enumerant =
      grammar::EnumerantByValue(o.kind, o.word);
  return enumerant != nullptr ? std::string(grammar::Text(enumerant->name))
                              : absl::StrCat(o.word);
}

// --- Checking uses ---

UseChecker::UseChecker(const Palette& palette) : palette_(palette) {
  SessionOptions options;
  options.env = palette.env();
  options.format = InputFormat::kBinary;
  options.max_diagnostics = 0;
  session_.set_options(std::move(options));
}

std::vector<uint32_t> UseChecker::BuildModule(
    absl::Span<const ExtInstUse> uses) const {
  const absl::Span<const uint32_t> all = palette_.module().words();
  if (uses.empty()) return {all.begin(), all.end()};
  const auto at =
      static_cast<std::ptrdiff_t>(palette_.slots()[uses.front().slot].word);
  constexpr size_t kBound = 3;  // the word of the header
  std::vector<uint32_t> words(all.begin(), all.begin() + at);
  for (const ExtInstUse& use : uses) {
    const auto count = static_cast<uint32_t>(5 + use.operands.size());
    words.insert(words.end(),
                 {count << 16 | grammar::Info(Op::kExtInst).opcode,
                  use.type.value, words[kBound]++, palette_.import().value,
                  grammar::Info(use.inst).number});
    for (const ExtInstUse::Operand& o : use.operands) words.push_back(o.word);
  }
  words.insert(words.end(), all.begin() + at, all.end());
  return words;
}

std::vector<UseDiagnostic> UseChecker::RunTogether(
    absl::Span<const ExtInstUse> uses) {
  UseDiagnostic elsewhere;
  return Run(uses, &elsewhere);
}

UseDiagnostic UseChecker::RunSeparately(const ExtInstUse& use) {
  UseDiagnostic elsewhere;
  const UseDiagnostic at = Run({&use, 1}, &elsewhere)[0];
  return at ? at : elsewhere;
}

// The place of a diagnostic, or of its note at one of `count` instructions if
// the diagnostic is at a definition that contradicts all uses.
Place UseChecker::FindPlace(size_t count, InstIndex first,
                            const Diagnostic& d) const {
  const auto is_among = [&](const Place& place) {
    return place.kind == Place::Kind::kInstruction &&
           place.inst.value - first.value < count;
  };
  if (d.place.kind != Place::Kind::kInstruction || is_among(d.place)) {
    return d.place;
  }
  for (const Note& note : session_.diagnostics().notes(d)) {
    if (is_among(note.place)) return note.place;
  }
  return d.place;
}

std::vector<UseDiagnostic> UseChecker::Run(absl::Span<const ExtInstUse> uses,
                                           UseDiagnostic* elsewhere) {
  std::vector<UseDiagnostic> complaints(uses.size());
  if (uses.empty()) return complaints;
  const Palette::Slot& slot = palette_.slots()[uses.front().slot];
  const std::vector<uint32_t> words = BuildModule(uses);
  // All are uses of one instruction, but differ in the number of operands.
  std::vector<uint32_t> begins = {slot.word};
  for (const ExtInstUse& use : uses) {
    begins.push_back(begins.back() + 5 +
                     static_cast<uint32_t>(use.operands.size()));
  }
  if (!session_.Run(BytesOf(words)).ok()) return complaints;
  for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
    if (d.severity != Severity::kError) continue;
    size_t number = uses.size();
    const Place place = FindPlace(uses.size(), slot.before, d);
    OperandIndex at = place.operand;
    if (place.kind == Place::Kind::kInstruction) {
      number = place.inst.value - slot.before.value;
    } else if (d.place.kind == Place::Kind::kInput &&
               d.place.begin >= slot.word) {
      const auto next =
          std::upper_bound(begins.begin(), begins.end(), d.place.begin);
      number = static_cast<size_t>(next - begins.begin()) - 1;
      if (number < uses.size()) at = d.place.begin - begins[number] - 1;
    }
    UseDiagnostic& diagnostic =
        number < uses.size() ? complaints[number] : *elsewhere;
    if (!diagnostic) {
      diagnostic = {d.rule, number < uses.size() ? at : Place::kWhole};
    }
  }
  return complaints;
}

// --- Rows ---

UseRows::UseRows(const Palette& palette)
    : palette_(palette), dispatch_(Families()) {
  options_.env = palette.env();
  context_.Begin(palette.module(), options_, &diagnostics_);
}

std::vector<const Rule*> UseRows::RulesOf(grammar::ExtInst inst) const {
  std::vector<const Rule*> rules;
  const auto add = [&](const Rule* rule) {
    if (rule != nullptr && rule->severity == Severity::kError &&
        context_.Applies(*rule)) {
      rules.push_back(rule);
    }
  };
  for (const BoundSignature& row :
       dispatch_.SignaturesOf(Dispatch::Row(inst))) {
    const Signature* const s = row.signature;
    add(s->result_rule);
    add(s->operand_rule);
    add(s->relation_rule);
  }
  for (const BoundOperandRule& row :
       dispatch_.OperandRulesOf(Dispatch::Row(inst))) {
    add(row.rule->rule);
  }
  return rules;
}

bool UseRows::IsRelation(grammar::ExtInst inst, const Rule* rule) const {
  return absl::c_any_of(dispatch_.SignaturesOf(Dispatch::Row(inst)),
                        [&](const BoundSignature& row) {
                          return rule != nullptr &&
                                 row.signature->relation_rule == rule;
                        });
}

bool UseRows::Accepts(grammar::ExtInst inst, OperandIndex at, Id id) const {
  const bool is_result = at == ext::kResultType;
  const Id type = is_result ? id : palette_.module().type_of(id);
  for (const BoundSignature& row :
       dispatch_.SignaturesOf(Dispatch::Row(inst))) {
    const Signature* const s = row.signature;
    const bool here =
        is_result ? s->result_rule != nullptr
                  : s->operand_rule != nullptr && at >= s->first_operand &&
                        (s->operand_count == 0 ||
                         at < s->first_operand + uint32_t{s->operand_count});
    if (here && (type == kNoId ||
                 !Fits(context_, is_result ? s->result : s->operands, type))) {
      return false;
    }
  }
  return absl::c_all_of(
      dispatch_.OperandRulesOf(Dispatch::Row(inst)),
      [&](const BoundOperandRule& row) {
        return row.operand != at ||
               (type != kNoId && Fits(context_, row.rule->type, type));
      });
}

std::vector<Id> UseRows::Sorted(grammar::ExtInst inst, OperandIndex at,
                                absl::Span<const Id> ids) const {
  std::vector<Id> sorted(ids.begin(), ids.end());
  std::stable_partition(sorted.begin(), sorted.end(),
                        [&](Id id) { return Accepts(inst, at, id); });
  return sorted;
}

// --- Valid uses ---

std::vector<uint32_t> UseFinder::Choices(grammar::ExtInst inst, OperandIndex at,
                                         Kind kind) const {
  std::vector<uint32_t> words;
  if (IsIdUse(kind)) {
    const auto& ids =
        at == ext::kResultType ? palette_.types() : palette_.ids();
    for (const Id id : rows_.Sorted(inst, at, ids)) words.push_back(id.value);
  } else if (grammar::Info(kind).category == grammar::Category::kLiteral) {
    words.assign(std::begin(kNumbers), std::end(kNumbers));
  } else {
    for (const grammar::EnumerantInfo& e : grammar::Enumerants(kind)) {
      words.push_back(e.value);
    }
  }
  return words;
}

ExtInstUse UseFinder::Start(grammar::ExtInst inst, size_t slot,
                            absl::Span<const Kind> kinds) {
  ExtInstUse use{inst, slot, palette_.types().front(), {}};
  for (const Kind kind : kinds) {
    const OperandIndex at = ext::kOperands + use.operands.size();
    use.operands.push_back({kind, Choices(inst, at, kind).front()});
  }
  for (const OperandIndex at : OperandsOf(use)) {
    const std::vector<ExtInstUse> variants = Variants(use, at);
    const std::vector<UseDiagnostic> complaints =
        checker_.RunTogether(variants);
    const auto is_possible = [at](const UseDiagnostic& c) {
      return !c || c.operand != at || !IsGeneral(*c.rule);
    };
    const auto first = absl::c_find_if(complaints, is_possible);
    if (first != complaints.end()) {
      use = variants[static_cast<size_t>(first - complaints.begin())];
    }
  }
  return use;
}

std::vector<ExtInstUse> UseFinder::Variants(const ExtInstUse& use,
                                            OperandIndex at) const {
  const Kind kind = at == ext::kResultType
                        ? Kind::kIdRef
                        : use.operands[at - ext::kOperands].kind;
  std::vector<ExtInstUse> variants;
  for (const uint32_t word : Choices(use.inst, at, kind)) {
    variants.push_back(use);
    WordAt(&variants.back(), at) = word;
  }
  return variants;
}

std::optional<ExtInstUse> UseFinder::FindValidUse(grammar::ExtInst inst) {
  return Find(inst, nullptr);
}

std::optional<ExtInstUse> UseFinder::Find(grammar::ExtInst inst,
                                          const Rule* broken) {
  for (const std::vector<Kind>& layout : LayoutsOf(inst)) {
    for (size_t slot = 0; slot < palette_.slots().size(); ++slot) {
      const ExtInstUse start = Start(inst, slot, layout);
      auto found = Search(Variants(start, ext::kResultType), broken);
      if (found) return found;
    }
  }
  return std::nullopt;
}

// Changes the operand of the complaint; uses in which it is the last operand
// come first.
std::optional<ExtInstUse> UseFinder::Search(std::vector<ExtInstUse> uses,
                                            const Rule* broken,
                                            bool any_result) {
  constexpr size_t kRounds = 400;
  constexpr size_t kUsesInRound = 6;
  constexpr size_t kAlone = 2000;
  struct TriedUse {
    ExtInstUse use;
    OperandIndex wrong;
  };
  std::vector<TriedUse> open;
  std::vector<OperandIndex> changed(
      uses.size(), any_result ? ext::kResultType : Place::kWhole);
  std::set<std::vector<uint32_t>> seen;
  size_t alone = 0;
  for (size_t round = 0; round < kRounds && !(uses.empty() && open.empty());
       ++round) {
    std::vector<UseDiagnostic> complaints = checker_.RunTogether(uses);
    for (size_t i = 0; i < uses.size(); ++i) {
      UseDiagnostic& diagnostic = complaints[i];
      if ((diagnostic.rule == broken ||
           !IsOperandOf(uses[i], diagnostic.operand)) &&
          alone++ < kAlone) {
        diagnostic = checker_.RunSeparately(uses[i]);
        if (diagnostic.rule == broken) return uses[i];
      }
      // If the result does not match operands that match each other, change
      // them: the first, and then those that do not match it.
      if (diagnostic.operand == ext::kResultType &&
          (!any_result || changed[i] == ext::kResultType) &&
          rows_.IsRelation(uses[i].inst, diagnostic.rule)) {
        diagnostic.operand = ext::kOperands;
      }
      // Other values of the changed operand are already being tried.
      if (IsOperandOf(uses[i], diagnostic.operand) &&
          diagnostic.operand != changed[i] &&
          (any_result || diagnostic.operand != ext::kResultType)) {
        open.push_back({std::move(uses[i]), diagnostic.operand});
      }
    }
    // The result type may be checked before or after the operands.
    std::stable_sort(
        open.begin(), open.end(),
        [](const TriedUse& a, const TriedUse& b) { return a.wrong > b.wrong; });
    const size_t first = std::min(kUsesInRound, open.size());
    const size_t last = std::min(kUsesInRound, open.size() - first);
    std::rotate(open.begin() + static_cast<std::ptrdiff_t>(first),
                open.end() - static_cast<std::ptrdiff_t>(last), open.end());
    uses.clear();
    changed.clear();
    const size_t count = first + last;
    for (size_t i = 0; i < count; ++i) {
      for (ExtInstUse& use : Variants(open[i].use, open[i].wrong)) {
        if (!seen.insert(WordsOf(use)).second) continue;
        uses.push_back(std::move(use));
        changed.push_back(open[i].wrong);
      }
    }
    open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return std::nullopt;
}

std::vector<ExtInstUse> UseFinder::FindOtherResults(const ExtInstUse& right) {
  std::vector<ExtInstUse> others;
  for (const ExtInstUse& start : Variants(right, ext::kResultType)) {
    if (start.type == right.type) continue;
    auto found = Search({start}, nullptr, /*any_result=*/false);
    if (found) others.push_back(*std::move(found));
  }
  return others;
}

// --- Wrong uses ---

std::vector<WrongUse> UseFinder::FindWrongUses(const ExtInstUse& right) {
  std::vector<WrongUse> wrong;
  for (const OperandIndex at : OperandsOf(right)) {
    AddWrong(right, at, &wrong);
    if (!IsId(right, at)) AddUnknownEnumerant(right, at, &wrong);
  }
  return wrong;
}

std::vector<std::pair<ExtInstUse, OperandIndex>> UseFinder::FindOtherValidUses(
    const ExtInstUse& right) {
  std::vector<std::pair<ExtInstUse, OperandIndex>> others;
  for (const OperandIndex at : OperandsOf(right)) {
    ExtInstUse copy = right;
    const uint32_t same = WordAt(&copy, at);
    std::vector<ExtInstUse> uses = Variants(right, at);
    const std::vector<UseDiagnostic> complaints = checker_.RunTogether(uses);
    std::set<Likeness> known;
    for (size_t i = 0; i < uses.size(); ++i) {
      const uint32_t word = WordAt(&uses[i], at);
      if (complaints[i] || word == same) continue;
      const Likeness likeness = IsId(right, at) && at != ext::kResultType
                                    ? LikenessOf(palette_.module(), Id(word))
                                    : Likeness{word, 0, 0};
      if (!known.insert(likeness).second || checker_.RunSeparately(uses[i]))
        continue;
      others.emplace_back(std::move(uses[i]), at);
    }
  }
  return others;
}

std::optional<WrongUse> UseFinder::FindUseViolating(grammar::ExtInst inst,
                                                    const Rule& rule) {
  const std::optional<ExtInstUse> use = Find(inst, &rule);
  if (!use) return std::nullopt;
  const UseDiagnostic diagnostic = checker_.RunSeparately(*use);
  return WrongUse{*use, diagnostic.operand, diagnostic};
}

void UseFinder::AddWrong(const ExtInstUse& right, OperandIndex at,
                         std::vector<WrongUse>* wrong) {
  constexpr size_t kAlone = 40;
  const std::vector<ExtInstUse> uses = Variants(right, at);
  const std::vector<UseDiagnostic> complaints = checker_.RunTogether(uses);
  std::set<const Rule*> known;
  const auto add = [&](const ExtInstUse& use) {
    const UseDiagnostic diagnostic = checker_.RunSeparately(use);
    if (diagnostic && !IsGeneral(*diagnostic.rule) &&
        known.insert(diagnostic.rule).second) {
      wrong->push_back({use, at, diagnostic});
    }
  };
  for (size_t i = 0; i < uses.size(); ++i) {
    if (complaints[i] && known.count(complaints[i].rule) == 0) add(uses[i]);
  }
  // The complaint about one use in a module with all of them.
  for (size_t i = uses.size(), tries = 0; i-- > 0 && tries < kAlone;) {
    if (!known.empty()) break;
    if (complaints[i]) continue;
    add(uses[i]);
    ++tries;
  }
}

void UseFinder::AddUnknownEnumerant(const ExtInstUse& right, OperandIndex at,
                                    std::vector<WrongUse>* wrong) {
  const Kind kind = right.operands[at - ext::kOperands].kind;
  const grammar::Category category = grammar::Info(kind).category;
  if (category != grammar::Category::kValueEnum &&
      category != grammar::Category::kBitEnum) {
    return;
  }
  ExtInstUse use = right;
  // All bits set, and a number that is in no enumeration.
  WordAt(&use, at) = 0xffffffff;
  const UseDiagnostic diagnostic = checker_.RunSeparately(use);
  if (diagnostic) wrong->push_back({use, at, diagnostic});
}

}  // namespace plumb
