#include "core/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/module.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

Args ToArgs(std::initializer_list<Arg> list) {
  Args args;
  std::copy_n(list.begin(), std::min(list.size(), args.size()), args.begin());
  return args;
}

// Module-wide first, then form errors, then instructions in module order; the
// two last never occur together in one run.
auto SortKey(const Diagnostic& d) {
  const int kind = d.place.kind == Place::Kind::kModule  ? 0
                   : d.place.kind == Place::Kind::kInput ? 1
                                                         : 2;
  return std::make_tuple(d.place.module, kind, d.place.inst.value,
                         d.place.begin, d.place.operand.value + 1, d.rule->id);
}

}  // namespace

Arg Arg::Operand(const Inst& inst, uint32_t operand) {
  namespace ext_inst = grammar::operand::ExtInst;
  if (IsExtInst(inst.op()) && operand >= ext_inst::kOperands) {
    const grammar::ExtInst row = inst.ext_inst();
    if (row != grammar::ExtInst::kNone) return Operand(row, operand);
  }
  return Operand(inst.op(), operand);
}

DiagnosticList::AddResult DiagnosticList::Add(const Rule& rule, Place place,
                                              std::initializer_list<Arg> args,
                                              bool is_follow_up) {
  left_out_ = policy_ != nullptr && policy_->IsOff(rule);
  if (left_out_) return AddResult::kLeftOut;
  left_out_ = IsSuppressed(rule, place);
  if (left_out_) return AddResult::kLeftOut;
  const Severity severity =
      policy_ == nullptr ? rule.severity : policy_->SeverityOf(rule);
  const bool is_error = severity == Severity::kError;
  if (is_error) last_error_inst_ = place.inst;
  left_out_ = is_follow_up && !keep_follow_ups_;
  if (left_out_) {
    if (is_error) ++hidden_count_;
    return is_error ? AddResult::kHiddenError : AddResult::kHiddenWarning;
  }
  if (capacity_ != 0 && diagnostics_.size() >= 2 * capacity_) Shrink();
  ++total_count_;
  diagnostics_.push_back({&rule, severity, place, ToArgs(args),
                          static_cast<uint32_t>(notes_.size()), 0,
                          is_follow_up});
  if (is_error) ++error_count_;
  if (severity == Severity::kPedantic) ++pedantic_count_;
  return is_error ? AddResult::kError : AddResult::kWarning;
}

// Counts the diagnostic if it is.
bool DiagnosticList::IsSuppressed(const Rule& rule, Place place) {
  if (suppressions_ == nullptr || suppressions_->empty()) return false;
  const size_t number = suppressions_->Find(rule, place.inst);
  if (number == Suppressions::kNone) return false;
  suppressed_.resize(suppressions_->size());
  ++suppressed_[number];
  ++suppressed_count_;
  return true;
}

void DiagnosticList::AddNote(absl::string_view text, Place place,
                             std::initializer_list<Arg> args) {
  if (left_out_) return;
  notes_.push_back({text, place, ToArgs(args)});
  ++diagnostics_.back().note_count;
}

void DiagnosticList::AddNoteTo(size_t index, absl::string_view text,
                               Place place, std::initializer_list<Arg> args) {
  Diagnostic& d = diagnostics_[index];
  // Notes of one diagnostic are contiguous, so these move to the end.
  const auto first = static_cast<uint32_t>(notes_.size());
  for (uint32_t i = 0; i < d.note_count; ++i) {
    notes_.push_back(notes_[d.first_note + i]);
  }
  d.first_note = first;
  ++d.note_count;
  notes_.push_back({text, place, ToArgs(args)});
}

void DiagnosticList::AddFix(absl::string_view text, Place place,
                            std::initializer_list<Arg> args) {
  AddNote(text, place, args);
  if (!left_out_) notes_.back().is_fix = true;
}

void DiagnosticList::AddGuess(absl::string_view text, Place place,
                              std::initializer_list<Arg> args) {
  AddFix(text, place, args);
  if (!left_out_) notes_.back().is_guess = true;
}

absl::string_view DiagnosticList::Keep(std::string text) {
  const auto kept = kept_texts_.find(text);
  if (kept != kept_texts_.end()) return *kept;
  return *kept_texts_.insert(texts_.emplace_front(std::move(text))).first;
}

void DiagnosticList::Append(DiagnosticList&& other) {
  const uint32_t shift = static_cast<uint32_t>(notes_.size());
  for (Diagnostic d : other.diagnostics_) {
    d.first_note += shift;
    diagnostics_.push_back(d);
  }
  notes_.insert(notes_.end(), other.notes_.begin(), other.notes_.end());
  texts_.splice_after(texts_.before_begin(), other.texts_);
  kept_texts_.insert(other.kept_texts_.begin(), other.kept_texts_.end());
  total_count_ += other.total_count_;
  error_count_ += other.error_count_;
  hidden_count_ += other.hidden_count_;
  pedantic_count_ += other.pedantic_count_;
  suppressed_count_ += other.suppressed_count_;
  suppressed_.resize(std::max(suppressed_.size(), other.suppressed_.size()));
  for (size_t i = 0; i < other.suppressed_.size(); ++i) {
    suppressed_[i] += other.suppressed_[i];
  }
  other.Clear();
  if (capacity_ != 0 && diagnostics_.size() >= 2 * capacity_) Shrink();
}

// The sort is stable, so the diagnostics that are kept do not depend on when
// the list shrinks.
void DiagnosticList::Shrink() {
  if (capacity_ == 0 || diagnostics_.size() <= capacity_) return;
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     if (a.severity != b.severity) {
                       return a.severity > b.severity;
                     }
                     return SortKey(a) < SortKey(b);
                   });
  diagnostics_.resize(capacity_);
  DropUnusedNotes();
}

void DiagnosticList::HideFollowUps() {
  if (keep_follow_ups_) return;
  for (const Diagnostic& d : diagnostics_) {
    if (!d.is_follow_up) continue;
    --total_count_;
    if (d.severity == Severity::kPedantic) --pedantic_count_;
    if (d.severity != Severity::kError) continue;
    --error_count_;
    ++hidden_count_;
  }
  std::erase_if(diagnostics_,
                [](const Diagnostic& d) { return d.is_follow_up; });
}

void DiagnosticList::DropUnusedNotes() {
  std::vector<Note> kept;
  for (Diagnostic& d : diagnostics_) {
    const absl::Span<const Note> mine = notes(d);
    d.first_note = static_cast<uint32_t>(kept.size());
    kept.insert(kept.end(), mine.begin(), mine.end());
  }
  notes_ = std::move(kept);
}

void DiagnosticList::Sort() {
  Shrink();
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return SortKey(a) < SortKey(b);
                   });
}

void DiagnosticList::Clear() {
  diagnostics_.clear();
  notes_.clear();
  kept_texts_.clear();
  texts_.clear();
  total_count_ = 0;
  error_count_ = 0;
  hidden_count_ = 0;
  last_error_inst_ = kNoInst;
  pedantic_count_ = 0;
  left_out_ = false;
  suppressed_.clear();
  suppressed_count_ = 0;
}

}  // namespace plumb
