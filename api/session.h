// Runs one module at a time through the pipeline: parse, specialize, validate,
// and emit a binary, text or diagnostics.
//
//   SessionOptions options;
//   options.env = TargetEnv::kVulkan1_3;
//   Session session(std::move(options));
//   absl::StatusOr<Verdict> verdict = session.Run(bytes);
//   if (verdict.ok() && *verdict == Verdict::kValid) Use(session.Binary());
//   for (const ResolvedDiagnostic& d : session.Report("a.spvasm").diagnostics)
//
// A session uses no files, terminals, signals or state shared with other
// sessions: any number of them may run in parallel, each in one thread.  It
// starts threads of its own only for options.validator.jobs > 1.
//
// It processes any number of inputs, one after the other, and reuses its
// memory.
//
// Tested by session_test.cc.
#ifndef PLUMB_API_SESSION_H_
#define PLUMB_API_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/input_format.h"
#include "api/report/report_writer.h"
#include "api/spec_setting.h"
#include "api/text_suppressions.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "core/rule_policy.h"
#include "core/specialization.h"
#include "core/target_env.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_writer.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb {

// How to assemble a text.
struct TextOptions {
  // The environment to assemble for, if it differs from the target environment.
  std::optional<TargetEnv> env;
  // Use the newest version of the environment, if one is given, whatever the
  // text states.  Otherwise a comment at the start of the text names the
  // version, and without one it is the newest of the environment.
  bool version_of_env = false;
  std::optional<uint32_t> minor_version;  // 1.N: the version, all the same
  // Ids whose names are numbers keep their numbers, and the header keeps what
  // the comments at the start of the text state, if they state all of it.
  bool preserve_numeric_ids = false;
  // Keep the generator that those comments name, even if they are incomplete.
  bool keep_generator = false;
  std::optional<uint32_t> generator;  // the word to write instead
  bool extended = false;              // the extended dialect
  // Whether its comments for the validator count (text_suppressions.h).
  bool has_suppressions = true;
  // Whether comments that describe a pipeline count.
  bool has_pipeline = true;
};

struct SessionOptions {
  // The target environment.  Without one, modules are validated for the newest
  // version of SPIR-V, which accepts all older ones.
  std::optional<TargetEnv> env;
  // The format of inputs; without it, their content is examined.
  std::optional<InputFormat> format;
  TextOptions text;
  // False: only the form of a module is checked, and raw words of a text need
  // not be valid.
  bool validate = true;
  // But for its env and specialization, which are set here.
  ValidatorOptions validator;
  std::vector<SpecSetting> specialization;
  RulePolicy rules;
  // Whether errors that follow from others are reported, too.
  bool keep_follow_ups = false;
  // Whether reports have only fixes that were tried.
  bool checks_fixes = true;
  // Diagnostics to keep of one input, all others are counted; 0: all.
  size_t max_diagnostics = DiagnosticList::kDefaultCapacity;
};

enum class Verdict : uint8_t {
  kValid,
  kInvalid,    // well-formed, but it breaks a rule of severity error
  kMalformed,  // not a module: not validated
};

class Session {
 public:
  explicit Session(SessionOptions options = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const SessionOptions& options() const { return options_; }
  // Sets the options for further inputs and discards the results of the last
  // one.
  void set_options(SessionOptions options);
  // Sets only options().env, for further inputs; results of the last one stay
  // valid.  O(1).
  void set_env(std::optional<TargetEnv> env) { options_.env = env; }

  // Reads and validates an input.  `bytes`, of any alignment, must stay valid
  // until the next input, or as long as results of this one are used.
  //
  // Errors that do not concern the module, after which there are no results:
  //   kInvalidArgument     hexadecimal text with other characters; the message
  //                        begins with line and column
  //   kFailedPrecondition  the module lacks a constant that
  //                        options().specialization names
  absl::StatusOr<Verdict> Run(absl::string_view bytes);

  // --- Of the last input ---

  InputFormat format() const { return format_; }
  // The environment that the input was validated for: that of the options, or
  // else that of a comment in the text.
  TargetEnv env() const { return env_; }
  // Of a malformed input the readable part: of a binary, what precedes the
  // first damage; of a text, the instructions without an error.  Valid until
  // the next input.
  const Module& module() const { return *module_; }
  const DiagnosticList& diagnostics() const { return diagnostics_; }
  // What the validator found out about the module; for rules about pipelines.
  // Valid after a validation, until the next input.
  const ModuleContext& context() const { return validator_.context(); }

  // The diagnostics in terms of the input.  `file` is its name in messages.
  // Contains at most `max_shown` diagnostics (0: all that were kept).
  // Fixes were tried (fix_check.h).
  InputReport Report(absl::string_view file, size_t max_shown = 0) const;
  // The bytes of the module as a binary, unless it is malformed.
  std::string Binary(ByteOrder order = ByteOrder::kLittleEndian) const;
  // The module as assembly text, which assembles to the same words as far as
  // the options allow (parse/disassembly/damaged_module.h).  Of a malformed
  // binary, the readable part, and the rest as words; empty if it has no
  // header. Empty for a malformed text.
  std::string Text(const DisassemblerOptions& options) const;
  // The same text in parts of whole lines, so that memory does not hold it as
  // far as that is possible.
  void WriteText(const DisassemblerOptions& options,
                 Disassembler::WritePart write) const;

 private:
  enum class State : uint8_t { kNothing, kMalformed, kWellFormed };

  void Start(absl::string_view bytes);
  absl::StatusOr<bool> Read(absl::string_view bytes);
  bool Assemble(absl::string_view text);
  AssembleOptions OptionsOfText(absl::string_view text) const;
  absl::Status Specialize();
  void NameForeignInput(absl::string_view bytes);
  bool HasEnoughToValidate() const;
  bool Validate();

  SessionOptions options_;
  TextSuppressions suppressions_;
  Assembler assembler_;
  BinaryReader reader_;
  Validator validator_;
  std::vector<uint32_t> hex_words_;
  Module modules_[2];  // of the text, and of its words where those were needed
  const Module* module_ = &modules_[0];
  DiagnosticList diagnostics_;
  InputFormat format_ = InputFormat::kText;
  TargetEnv env_ = kDefaultTargetEnv;
  Specialization specialization_;
  ValidatorOptions validated_with_;  // context() refers to them
  State state_ = State::kNothing;
};

}  // namespace plumb

#endif  // PLUMB_API_SESSION_H_
