// See racer.h.  Tested by racer_test.cc.

#include "bench/racer.h"

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/peer.h"
#include "bench/workload.h"
#include "core/options.h"
#include "core/target_env.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"

namespace plumb::bench {

bool PlumbRacer::Assemble(const TimedModule& module) {
  AssembleOptions options;
  options.env = module.env;
  diagnostics_.Clear();
  return assembler_.Assemble(module.text, options, &module_, &diagnostics_);
}

bool PlumbRacer::Validate(const TimedModule& module) {
  ValidatorOptions options;
  options.env = module.env;
  diagnostics_.Clear();
  return reader_.Read(module.words, &module_, &diagnostics_) &&
         validator_.Validate(module_, options, &diagnostics_);
}

bool PlumbRacer::Disassemble(const TimedModule& module) {
  diagnostics_.Clear();
  if (!reader_.Read(module.words, &module_, &diagnostics_)) return false;
  DisassemblerOptions options;
  options.header = false;
  return !Disassembler(module_, options).Disassemble().empty();
}

const Peer& PeerRacer::PeerFor(TargetEnv env) {
  std::optional<Peer>& peer = peers_[static_cast<size_t>(env)];
  if (!peer.has_value()) {
    absl::StatusOr<Peer> made = Peer::Create(Info(env).name);
    // If the environment is newer than the peer, use its newest one.
    if (!made.ok()) made = Peer::Create("spv1.6");
    peer = *std::move(made);
  }
  return *peer;
}

bool PeerRacer::Assemble(const TimedModule& module) {
  const absl::StatusOr<PeerBinary> binary =
      PeerFor(module.env).Assemble(module.text);
  status_ = binary.status();
  return binary.ok();
}

bool PeerRacer::Validate(const TimedModule& module) {
  status_ = PeerFor(module.env).Validate(module.words);
  return status_.ok();
}

bool PeerRacer::Disassemble(const TimedModule& module) {
  const absl::StatusOr<PeerText> text =
      PeerFor(module.env).Disassemble(module.words);
  status_ = text.status();
  return text.ok();
}

absl::string_view NameOf(Stage stage) {
  constexpr absl::string_view kNames[] = {"assemble", "validate",
                                          "disassemble"};
  return kNames[static_cast<size_t>(stage)];
}

}  // namespace plumb::bench
