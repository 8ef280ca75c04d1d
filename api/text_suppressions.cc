#include "api/text_suppressions.h"

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "parse/text/syntax_rules.h"
#include "validate/registry.h"

namespace plumb {
namespace {

// A part of the text.
Place PlaceOf(absl::string_view part, absl::string_view text) {
  const auto begin = static_cast<uint32_t>(part.data() - text.data());
  return Place::Input(begin, begin + static_cast<uint32_t>(part.size()));
}

Place PlaceOf(const PlumbComment& comment) {
  return Place::Input(static_cast<uint32_t>(comment.begin),
                      static_cast<uint32_t>(comment.end));
}

// The instruction that a comment is about; kNoInst for the whole module, and
// the number of instructions if none follows.
InstIndex InstOf(const PlumbComment& comment, const Module& module) {
  if (!comment.is_after_token_of_text) return kNoInst;
  const InstIndex before =
      module.InstAtOrigin(static_cast<uint32_t>(comment.begin));
  if (comment.is_after_token_of_line && before != kNoInst) return before;
  return before == kNoInst ? InstIndex(0) : InstIndex(before.value + 1);
}

}  // namespace

void TextSuppressions::Clear() {
  text_ = {};
  comments_.clear();
  env_.reset();
  suppressions_.Clear();
  names_.clear();
}

void TextSuppressions::Read(absl::string_view text) {
  text_ = text;
  comments_ = ReadPlumbComments(text);
  for (const PlumbComment& comment : comments_) {
    if (comment.verb == "env" && !comment.is_after_token_of_text &&
        comment.names.size() == 1 && !env_.has_value()) {
      env_ = ParseTargetEnv(comment.names[0]);
    }
  }
}

void TextSuppressions::Resolve(const Module& module,
                               DiagnosticList* diagnostics) {
  for (const PlumbComment& comment : comments_) {
    if (comment.verb == "env") {
      CheckEnv(comment, diagnostics);
    } else if (comment.verb == "off" && !comment.names.empty()) {
      ResolveRules(comment, module, diagnostics);
    } else {
      diagnostics->Add(SyntaxRule("asm.comment.form"), PlaceOf(comment));
    }
  }
  suppressions_.Sort();
}

void TextSuppressions::CheckEnv(const PlumbComment& comment,
                                DiagnosticList* diagnostics) const {
  if (comment.names.size() != 1) {
    diagnostics->Add(SyntaxRule("asm.comment.form"), PlaceOf(comment));
  } else if (!ParseTargetEnv(comment.names[0]).has_value()) {
    diagnostics->Add(SyntaxRule("asm.comment.env"),
                     PlaceOf(comment.names[0], text_));
  } else if (comment.is_after_token_of_text) {
    diagnostics->Add(SyntaxRule("asm.comment.late-env"), PlaceOf(comment));
  }
}

void TextSuppressions::ResolveRules(const PlumbComment& comment,
                                    const Module& module,
                                    DiagnosticList* diagnostics) {
  const InstIndex inst = InstOf(comment, module);
  for (absl::string_view text : comment.names) {
    Name name = {text, PlaceOf(text, text_), suppressions_.size(),
                 FindRules(text)};
    std::erase_if(name.rules, [](const Rule* r) { return !CanBeDisabled(*r); });
    if (name.rules.empty()) {
      diagnostics->Add(SyntaxRule("asm.comment.rule"), name.place);
      continue;
    }
    for (const Rule* rule : name.rules) suppressions_.Add(rule, inst);
    names_.push_back(std::move(name));
  }
}

void TextSuppressions::ReportUnused(DiagnosticList* diagnostics) const {
  const RulePolicy* const policy = diagnostics->policy();
  for (const Name& name : names_) {
    bool is_used = false;
    for (size_t i = 0; i < name.rules.size(); ++i) {
      const bool is_off = policy != nullptr && policy->IsOff(*name.rules[i]);
      is_used =
          is_used || is_off || diagnostics->IsSuppressionUsed(name.first + i);
    }
    if (is_used) continue;
    diagnostics->Add(SyntaxRule("asm.comment.unused"), name.place);
  }
}

}  // namespace plumb
