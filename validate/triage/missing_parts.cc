#include "validate/triage/missing_parts.h"

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "core/diagnostic_place.h"
#include "core/layout_part.h"
#include "core/op_role.h"
#include "core/rule_subject.h"

namespace plumb {
namespace {

using grammar::Op;

// Whether a rule depends neither on capabilities nor on the memory model.
bool IsAboutOrderOrIds(const Rule& rule) {
  return IsAbout(Subject::kOrder, rule) ||
         IsAbout(Subject::kControlFlow, rule) ||
         IsAbout(Subject::kDefinitions, rule);
}

}  // namespace

MissingParts::MissingParts(const Module& module) : module_(module) {
  for (const UnreadInst& unread : module.unread()) Add(unread);
}

void MissingParts::Add(const UnreadInst& unread) {
  any_ = true;
  result_ |= unread.result == kNoId && unread.op != grammar::kNoOp &&
             grammar::Info(unread.op).has_result;
  if (BeginsFunction(unread)) {
    lost_.push_back(
        {unread.before, EndOfFunctionFrom(module_, unread.before), kNoInst});
    return;
  }
  if (FunctionAt(module_, unread.before) != nullptr)
    return AddInFunction(unread);
  // An instruction with an unknown opcode belongs to one of the sections
  // between those of the instructions around it.  With a result it is a type, a
  // constant, a variable...
  LayoutPart first = LayoutPartOf(unread.op);
  LayoutPart last = first;
  if (unread.op == grammar::kNoOp && unread.result == kNoId) {
    const InstIndex next = unread.before;
    first = next == InstIndex(0)
                ? LayoutPart::kRequirements
                : LayoutPartOf(module_.record(InstIndex(next.value - 1)).op);
    if (next < InstIndex(module_.size())) {
      last = LayoutPartOf(module_.record(next).op);
    }
  }
  const auto may_be_in = [&](LayoutPart section) {
    return first <= section && section <= last;
  };
  requirements_ |= may_be_in(LayoutPart::kRequirements);
  memory_model_ |= may_be_in(LayoutPart::kMemoryModel);
  entry_points_ |= may_be_in(LayoutPart::kEntryPoints);
  decorations_ |= may_be_in(LayoutPart::kAnnotations) && unread.target == kNoId;
}

void MissingParts::AddInFunction(const UnreadInst& unread) {
  if (!MayShapeFunction(unread)) return;
  const FunctionRange& function = *FunctionAt(module_, unread.before);
  const InstIndex last = unread.op == Op::kFunctionEnd
                             ? EndOfFunctionFrom(module_, unread.before)
                             : function.last;
  shapeless_.push_back({function.first, last, kNoInst});
}

// An instruction with an unknown opcode between two of a block is one of that
// block, too, and belongs to its shape only as a merge instruction.
bool MissingParts::MayShapeFunction(const UnreadInst& unread) const {
  if (unread.op != grammar::kNoOp) return ShapesFunction(unread.op);
  if (unread.before == InstIndex(0) ||
      unread.before >= InstIndex(module_.size())) {
    return true;
  }
  return ShapesFunction(
             module_.record(InstIndex(unread.before.value - 1)).op) ||
         ShapesFunction(module_.record(unread.before).op);
}

void MissingParts::AddBlockWithoutFunction(InstIndex block) {
  any_ = true;
  const FunctionRange* const before = FunctionBefore(module_, block);
  if (before == nullptr) return;
  shapeless_.push_back(
      {before->first, EndOfFunctionFrom(module_, block), block});
}

void MissingParts::AddMissingBlock(InstIndex branch) {
  const FunctionRange* const function = FunctionAt(module_, branch);
  if (function == nullptr) return;
  any_ = true;
  shapeless_.push_back({function->first, function->last, kNoInst});
}

bool MissingParts::BeginsFunction(const UnreadInst& unread) const {
  if (unread.op == Op::kFunction) return true;
  if (unread.op != grammar::kNoOp ||
      unread.before >= InstIndex(module_.size()) ||
      FunctionAt(module_, unread.before) != nullptr) {
    return false;
  }
  const Op next = module_.record(unread.before).op;
  return next == Op::kLabel || next == Op::kFunctionParameter;
}

bool MissingParts::Explain(const Diagnostic& d) const {
  if (!any_ || d.place.kind == Place::Kind::kInput) return false;
  return ExplainMissing(d) || ExplainPlaceOf(d);
}

bool MissingParts::ExplainMissing(const Diagnostic& d) const {
  const Rule& rule = *d.rule;
  if (requirements_ &&
      (rule.effect == Effect::kLacksRequirement || rule.when.unless ||
       rule.when.unless_extension || IsAbout(Subject::kRequirements, rule))) {
    return true;
  }
  if (memory_model_ &&
      (!IsAboutOrderOrIds(rule) || IsAbout(Subject::kMemoryModel, rule))) {
    return true;
  }
  if (entry_points_ && IsAbout(Subject::kEntryPoints, rule)) return true;
  if (result_ && rule.effect == Effect::kUndefined) return true;
  return decorations_ && absl::c_any_of(rule.relies_on, IsAnnotation);
}

bool MissingParts::ExplainPlaceOf(const Diagnostic& d) const {
  if (d.place.kind != Place::Kind::kInstruction) return false;
  const auto holds = [&](const Range& range) {
    return range.first <= d.place.inst && d.place.inst < range.last &&
           range.cause != d.place.inst;
  };
  return absl::c_any_of(lost_, holds) ||
         (absl::c_any_of(shapeless_, holds) &&
          IsAbout(Subject::kFunctionParts, *d.rule));
}

}  // namespace plumb
