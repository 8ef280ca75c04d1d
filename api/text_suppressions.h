// The comments of a text for the validator (parse/text/plumb_comment.h): its
// environment, the pipeline of its entry points, and the diagnostics that it
// suppresses.
//
//   ; plumb: off RULE, RULE... -- reason
//
// suppresses the diagnostics of rules, named as for --explain, at the
// instruction on its line, or, on a line of its own, at the next instruction.
// Before the first instruction, it applies to the whole module.
//
// Tested by text_suppressions_test.cc and testdata/cli/val_suppressions.case.
#ifndef PLUMB_API_TEXT_SUPPRESSIONS_H_
#define PLUMB_API_TEXT_SUPPRESSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/pipeline/pipeline.h"
#include "core/suppression.h"
#include "core/target_env.h"
#include "parse/text/plumb_comment.h"

namespace plumb {

class TextSuppressions {
 public:
  // Reads the comments of the next text, which must outlive their use.
  void Read(absl::string_view text);
  void Clear();
  // Whether the text has no such comments.
  bool empty() const { return comments_.empty(); }

  // The environment of a comment before the first instruction; nullopt if none
  // states one that exists.
  std::optional<TargetEnv> env() const { return env_; }

  // The description of a pipeline whose stages are the entry points of the
  // module: that of the comments
  //
  //   ; plumb: pipeline {"topology": "TRIANGLE_LIST"}
  //
  // whose parts are joined; nullopt if there is none, or it cannot be read.
  const std::optional<Pipeline>& pipeline() const { return pipeline_; }

  // Finds the instructions of the module that the text was assembled to, and
  // the rules.  Adds diagnostics of comments with other words.
  void Resolve(const Module& module, DiagnosticList* diagnostics);
  // Valid after Resolve().
  const Suppressions& suppressions() const { return suppressions_; }

  // Adds warnings of the suppressions that no diagnostic of a complete
  // validation matched.
  void ReportUnused(DiagnosticList* diagnostics) const;

 private:
  // A name in a comment; the suppressions of its rules have successive numbers.
  struct Name {
    absl::string_view text;
    Place place;
    size_t first = 0;
    std::vector<const Rule*> rules;
  };

  void ResolveRules(const PlumbComment& comment, const Module& module,
                    DiagnosticList* diagnostics);
  void ReadPipeline();
  void CheckStages(const Module& module);
  void CheckEnv(const PlumbComment& comment, DiagnosticList* diagnostics) const;

  absl::string_view text_;
  std::vector<PlumbComment> comments_;
  std::optional<TargetEnv> env_;
  std::optional<Pipeline> pipeline_;
  std::string pipeline_error_;  // of its first comment
  Suppressions suppressions_;
  std::vector<Name> names_;
};

}  // namespace plumb

#endif  // PLUMB_API_TEXT_SUPPRESSIONS_H_
