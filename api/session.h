// The way of a module through Plumb: read, specialized, judged, and given out
// as words, text or diagnostics.
//
//   SessionOptions options;
//   options.env = TargetEnv::kVulkan1_3;
//   Session session(std::move(options));
//   absl::StatusOr<Verdict> verdict = session.Run(bytes);
//   if (verdict.ok() && *verdict == Verdict::kValid) Use(session.Binary());
//   for (const ResolvedDiagnostic& d : session.Report("a.spvasm").diagnostics)
//
// A session touches no file, terminal or signal and nothing that another one
// does: any number of them may be used at a time, each by one thread.  It
// starts threads of its own only for options.validator.jobs > 1.
//
// It serves any number of inputs, one after the other, and keeps its memory
// from one to the next.
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

// How to make a module of a text.
struct TextOptions {
  // The environment to assemble for, if it is not the one to judge by.
  std::optional<TargetEnv> env;
  // The version of the module is the newest of the environment, if one is
  // given, whatever the text says: as assemblers have it.  Otherwise a comment
  // at the start of the text names the version, and without one it is the
  // newest of the environment.
  bool version_of_env = false;
  std::optional<uint32_t> minor_version;  // 1.N: the version, all the same
  // Ids with numbers for names keep them; so does the header what comments at
  // the start of the text say of it, if they say all of it.
  bool preserve_numeric_ids = false;
  // The generator that those comments name, whatever else they say.
  bool keep_generator = false;
  std::optional<uint32_t> generator;  // the word to write instead
  bool extended = false;              // the extended dialect
};

struct SessionOptions {
  // The environment that modules are written for.  Without one they are judged
  // by the newest version of SPIR-V, which takes all older ones.
  std::optional<TargetEnv> env;
  // What inputs are; without it, their content tells.
  std::optional<InputFormat> format;
  TextOptions text;
  // False: a module that is well-formed is valid enough.  Words that a text
  // gives as numbers need not make sense then.
  bool validate = true;
  // But for its env and specialization, which are set here.
  ValidatorOptions validator;
  std::vector<SpecSetting> specialization;
  RulePolicy rules;
  // Whether errors that follow from others are reported, too.
  bool keep_follow_ups = false;
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
  // For the inputs to come.  What is known of the last one is gone.
  void set_options(SessionOptions options);
  // Sets options().env alone, for the inputs to come; what is known of the last
  // one stays.  Costs nothing.
  void set_env(std::optional<TargetEnv> env) { options_.env = env; }

  // Reads and judges an input.  `bytes`, of any alignment, must be there until
  // the next input comes, or as long as the session is asked about this one.
  //
  // Errors that are not the module's, so that there is nothing to ask about:
  //   kInvalidArgument     hexadecimal text with something else in it; the
  //                        message begins with line and column
  //   kFailedPrecondition  the module has not what a setting of
  //                        options().specialization asks for
  absl::StatusOr<Verdict> Run(absl::string_view bytes);

  // --- Of the last input ---

  InputFormat format() const { return format_; }
  // What it was judged by.
  TargetEnv env() const { return env_; }
  // Of a malformed binary, what could be read; of a malformed text, nothing.
  // Valid until the next input comes.
  const Module& module() const { return *module_; }
  const DiagnosticList& diagnostics() const { return diagnostics_; }

  // What was found, in terms of the input.  `file` is what messages call it.
  // Shows no more than `max_shown` diagnostics (0: all that were kept).
  InputReport Report(absl::string_view file, size_t max_shown = 0) const {
    return MakeReport(file, *module_, diagnostics_, env_, max_shown);
  }
  // The bytes of the module as a binary, unless it is malformed.
  std::string Binary(ByteOrder order = ByteOrder::kLittleEndian) const;
  // The module as assembly text: what gives its words back, in so far as the
  // options let it (parse/disassembly/damaged_module.h).  Of a malformed binary
  // what could be read, and the rest as words; empty if there is not even a
  // header.  Empty for a malformed text.
  std::string Text(const DisassemblerOptions& options) const;

 private:
  enum class State : uint8_t { kNothing, kMalformed, kWellFormed };

  void Start(absl::string_view bytes);
  absl::StatusOr<bool> Read(absl::string_view bytes);
  bool Assemble(absl::string_view text);
  AssembleOptions OptionsOfText(absl::string_view text) const;
  absl::Status Specialize();
  void NameForeignInput(absl::string_view bytes);
  bool HasRest() const;
  bool Validate();

  SessionOptions options_;
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
  State state_ = State::kNothing;
};

}  // namespace plumb

#endif  // PLUMB_API_SESSION_H_
