// The racers: Plumb and the peer behind the same two calls, each with objects
// that are made once and reused for all modules, as in a driver.
//
// The timed work is the same for both:
//  - assembling: from the text in memory to the words of the binary;
//  - validating: from the words in memory to the result.  For Plumb that
//    includes reading the binary;
//  - disassembling: from the words in memory to the text, with friendly names
//    and without the header.
//
// Tested by racer_test.cc.

#ifndef PLUMB_BENCH_RACER_H_
#define PLUMB_BENCH_RACER_H_

#include <array>
#include <optional>

#include "absl/status/status.h"
#include "bench/peer.h"
#include "bench/workload.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "core/target_env.h"
#include "parse/binary/binary_reader.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb::bench {

class PlumbRacer {
 public:
  // Each returns whether the module is valid.
  bool Assemble(const TimedModule& module);
  bool Validate(const TimedModule& module);
  bool Disassemble(const TimedModule& module);

  // The result of the last call.
  const DiagnosticList& diagnostics() const { return diagnostics_; }
  const Module& module() const { return module_; }

 private:
  Assembler assembler_;
  BinaryReader reader_;
  Validator validator_;
  Module module_;
  DiagnosticList diagnostics_;
};

class PeerRacer {
 public:
  bool Assemble(const TimedModule& module);
  bool Validate(const TimedModule& module);
  bool Disassemble(const TimedModule& module);

  // The result of the last call.
  const absl::Status& status() const { return status_; }

 private:
  const Peer& PeerFor(TargetEnv env);

  std::array<std::optional<Peer>, kTargetEnvCount> peers_;
  absl::Status status_;
};

// The stages, for code that handles all of them.
enum class Stage { kAssemble, kValidate, kDisassemble };
inline constexpr Stage kStages[] = {Stage::kAssemble, Stage::kValidate,
                                    Stage::kDisassemble};
inline constexpr size_t kStageCount = 3;
absl::string_view NameOf(Stage stage);

template <typename Racer>
bool RunStage(Stage stage, const TimedModule& module, Racer* racer) {
  switch (stage) {
    case Stage::kAssemble:
      return racer->Assemble(module);
    case Stage::kValidate:
      return racer->Validate(module);
    case Stage::kDisassemble:
      break;
  }
  return racer->Disassemble(module);
}

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_RACER_H_
