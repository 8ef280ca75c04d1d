// One input on its way through the tools: read, made a module, judged, and
// reported on.
//
//   Run run("spv-val", options);
//   if (run.Open("a.spvasm")) { run.MakeModule(); run.Validate(); run.Report();
//   }
//
// The environment of an input is the one the user chose; without one, a text
// chooses the version that a comment at its start names, and anything else is
// judged by the newest version, which takes all older ones.
//
// Tested by testdata/cli.
#ifndef PLUMB_CLI_RUN_H_
#define PLUMB_CLI_RUN_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/options.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/specialization.h"
#include "core/target_env.h"
#include "parse/binary/binary_reader.h"
#include "parse/input.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb {

// How to make a module of a text.
struct TextOptions {
  // Ids with numbers for names keep them; so does the header what comments at
  // the start of the text say of it, if they say all of it.
  bool preserve_numeric_ids = false;
  // The generator that those comments name, whatever else they say.
  bool keep_generator = false;
  std::optional<uint32_t> generator;  // the word to write instead
  bool extended = false;              // the extended dialect
  // Words that are written as they are need not make sense.
  bool trust_raw_words = false;
};

// Serves any number of inputs, one after the other, and keeps its memory from
// one to the next.
class Run {
 public:
  // Both must outlive this.  `program` is what messages begin with.
  Run(absl::string_view program, const CommonOptions& options)
      : program_(program), options_(options) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Opens a file, or standard input for "-".  If it cannot be read, says so and
  // returns false.
  bool Open(const std::string& path);
  const Input& input() const { return *input_; }

  // Makes a module of the input: assembles a text, decodes anything else.
  // Returns whether it is well-formed.
  bool MakeModule(const TextOptions& options = {});
  // Finds the constants that --spec names in the module; from then on it is
  // validated with their values.  If that is not possible, says so and returns
  // false.
  bool Specialize();
  // Validates the module.  Returns whether it is valid.
  bool Validate();
  // The module of the last MakeModule() that returned true, or what could be
  // read of a binary.
  const Module& module() const { return *module_; }

  const DiagnosticList& diagnostics() const { return diagnostics_; }

  // Prints what was found, in the chosen format.  False if that was not
  // possible, which is said.
  bool Report();

 private:
  TargetEnv Env() const;
  bool Assemble(const TextOptions& text_options);

  absl::string_view program_;
  const CommonOptions& options_;
  std::optional<Input> input_;
  Assembler assembler_;
  BinaryReader reader_;
  Validator validator_;
  Module modules_[2];  // of the text, and of its words where those were needed
  const Module* module_ = &modules_[0];
  DiagnosticList diagnostics_;
  Specialization specialization_;
};

// The files that a path on a command line stands for: itself, or every *.spv
// and *.spvasm file in a folder and the folders in it, in order of their names.
// An error if a folder cannot be read or has no such file.
absl::StatusOr<std::vector<std::string>> ExpandPath(const std::string& path);

}  // namespace plumb

#endif  // PLUMB_CLI_RUN_H_
