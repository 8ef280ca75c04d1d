#include "api/text_suppressions.h"

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "api/pipeline/pipeline_description.h"
#include "parse/text/syntax_rules.h"
#include "validate/analysis/entry_point.h"
#include "validate/pipeline/pipeline_context.h"
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
  pipeline_.reset();
  pipeline_error_.clear();
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
  ReadPipeline();
}

void TextSuppressions::ReadPipeline() {
  pipeline_.reset();
  pipeline_error_.clear();
  std::string description;
  bool is_there = false;
  for (const PlumbComment& comment : comments_) {
    if (comment.verb != "pipeline") continue;
    is_there = true;
    absl::StrAppend(&description, comment.rest, "\n");
  }
  if (!is_there) return;
  if (absl::StripAsciiWhitespace(description).empty()) description = "{}";
  absl::StatusOr<PipelineDescription> read =
      ReadPipelineDescription(description);
  if (!read.ok()) {
    pipeline_error_ = std::string(read.status().message());
  } else if (!read->stages.empty()) {
    pipeline_error_ =
        "it must not name stages, which are the entry points of the module";
  } else {
    pipeline_ = std::move(read->pipeline);
  }
}

void TextSuppressions::Resolve(const Module& module,
                               DiagnosticList* diagnostics) {
  CheckStages(module);
  bool is_error_reported = pipeline_error_.empty();
  for (const PlumbComment& comment : comments_) {
    if (comment.verb == "pipeline") {
      if (!is_error_reported) {
        diagnostics->Add(SyntaxRule("asm.comment.pipeline"), PlaceOf(comment),
                         {diagnostics->Keep(pipeline_error_)});
      }
      is_error_reported = true;
    } else if (comment.verb == "env") {
      CheckEnv(comment, diagnostics);
    } else if (comment.verb == "off" && !comment.names.empty()) {
      ResolveRules(comment, module, diagnostics);
    } else {
      diagnostics->Add(SyntaxRule("asm.comment.form"), PlaceOf(comment));
    }
  }
  suppressions_.Sort();
}

// A pipeline has one stage of a kind, but for those of ray tracing.
void TextSuppressions::CheckStages(const Module& module) {
  if (!pipeline_) return;
  ModelSet models;
  for (const InstIndex i : module.entry_points()) {
    const grammar::ExecutionModel model = EntryPoint(module, i).model();
    const bool is_repeated = models.Contains(model);
    if (!kRayModels.Contains(model)) models |= model;
    if (!is_repeated) continue;
    pipeline_error_ =
        absl::StrCat("the module has two ", StageName(model), " entry points");
    pipeline_.reset();
    return;
  }
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
