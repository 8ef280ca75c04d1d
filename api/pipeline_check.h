// Whether entry points of validated modules fit together as stages of a
// pipeline, and fit the pipeline's state.
//
//   PipelineCheck check(rules, max_diagnostics);
//   const uint16_t vertex = check.AddModule(session, "a.vert");
//   absl::Status added = check.AddStages({.module = vertex});
//   bool is_valid = check.Run(pipeline, options);
//
// Tested by pipeline_session_test.cc.
#ifndef PLUMB_API_PIPELINE_CHECK_H_
#define PLUMB_API_PIPELINE_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/resolve/resolved_diagnostic.h"
#include "api/session.h"
#include "core/diagnostic.h"
#include "core/execution_models.h"
#include "core/options.h"
#include "core/pipeline/pipeline.h"
#include "core/rule.h"
#include "core/target_env.h"
#include "validate/pipeline/stage.h"

namespace plumb {

class PipelineCheck {
 public:
  // The most modules and stages of a pipeline.  Stages share functions, so
  // their number bounds the time.
  static constexpr size_t kMaxModules = 65535;
  static constexpr size_t kMaxStages = 4096;

  // Entry points of a module.
  struct StageChoice {
    uint16_t module = 0;
    absl::string_view entry_point = {};  // its name; empty: any
    ModelSet models = ModelSet::All();
  };

  // `rules` must outlive this.  Keeps at most `max_diagnostics`; 0: all.
  PipelineCheck(const RulePolicy& rules, size_t max_diagnostics);

  // Adds the module that `session` has validated last, under a name for
  // messages, and returns its number.  The session must outlive this, and
  // validate nothing else meanwhile.  There must be less than kMaxModules.
  uint16_t AddModule(const Session& session, absl::string_view file);

  // Adds the chosen entry points as stages.  kInvalidArgument if there is none,
  // or if there are more than kMaxStages then.
  absl::Status AddStages(const StageChoice& choice);

  // kInvalidArgument if the stages are not of one pipeline: two vertex stages.
  absl::Status CheckModels() const;

  // Checks the stages against each other and against `pipeline`.  False if an
  // error was found.
  bool Run(const Pipeline& pipeline, const ValidatorOptions& options);

  absl::Span<const std::unique_ptr<const Stage>> stages() const {
    return stages_;
  }
  // What Run() found, in the order in which it was found.
  std::vector<ResolvedDiagnostic> Diagnostics(TargetEnv env) const;

 private:
  struct NamedSession {
    const Session* session;
    std::string file;
  };

  std::vector<NamedSession> modules_;
  std::vector<std::unique_ptr<const Stage>> stages_;
  DiagnosticList diagnostics_;
};

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_CHECK_H_
