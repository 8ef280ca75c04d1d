// See programs.h.

#include "bench/programs.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/peer.h"
#include "bench/process_time.h"
#include "bench/report.h"

namespace plumb::bench {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kOneFunction =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main \"main\"\n"
    "OpExecutionMode %main LocalSize 1 1 1\n"
    "%void = OpTypeVoid\n"
    "%type = OpTypeFunction %void\n"
    "%main = OpFunction %void None %type\n"
    "%entry = OpLabel\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

// A folder with the module in both forms, removed in the destructor.
class SampleFiles {
 public:
  absl::Status Write() {
    std::string name = (fs::temp_directory_path() / "plumb_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      return absl::UnavailableError("cannot make a folder for samples");
    }
    folder_ = name;
    const absl::StatusOr<Peer> peer = Peer::Create("spv1.5");
    if (!peer.ok()) return peer.status();
    const absl::StatusOr<PeerBinary> binary = peer->Assemble(kOneFunction);
    if (!binary.ok()) return binary.status();
    std::ofstream(text(), std::ios::binary)
        .write(kOneFunction.data(),
               static_cast<std::streamsize>(kOneFunction.size()));
    std::ofstream(words(), std::ios::binary)
        .write(reinterpret_cast<const char*>(binary->words().data()),
               static_cast<std::streamsize>(binary->words().size() *
                                            sizeof(uint32_t)));
    return absl::OkStatus();
  }
  ~SampleFiles() {
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }
  std::string text() const { return (folder_ / "one.spvasm").string(); }
  std::string words() const { return (folder_ / "one.spv").string(); }

 private:
  fs::path folder_;
};

}  // namespace

void ProgramOptions::AddTo(CLI::App* app) {
  app->add_option("--bin", bin, "the folder of spv-as and spv-val")
      ->capture_default_str();
  app->add_option("--peer-bin", peer_bin, "the folder of spirv-as, spirv-val")
      ->capture_default_str();
  app->add_option("--process-runs", runs,
                  "how often each program is run as a whole; 0: not at all")
      ->capture_default_str();
}

absl::StatusOr<std::vector<ProgramFigures>> MeasurePrograms(
    const ProgramOptions& options) {
  if (options.runs == 0) return std::vector<ProgramFigures>();
  const fs::path bin = options.bin;
  const fs::path peer_bin = options.peer_bin;
  if (!fs::exists(bin / "spv-as") || !fs::exists(bin / "spv-val")) {
    std::fprintf(stderr, "no spv-as and spv-val in %s\n", options.bin.c_str());
    return std::vector<ProgramFigures>();
  }
  SampleFiles files;
  absl::Status written = files.Write();
  if (!written.ok()) return written;
  const Command commands[] = {
      {(bin / "spv-as").string(), files.text(), "-o", "/dev/null"},
      {(peer_bin / "spirv-as").string(), files.text(), "-o", "/dev/null"},
      {(bin / "spv-val").string(), files.words()},
      {(peer_bin / "spirv-val").string(), files.words()},
  };
  const auto times = MeasureProcesses(commands, options.runs);
  if (!times.ok()) return times.status();
  return std::vector<ProgramFigures>{
      {"spv-as", (*times)[0].median_seconds, (*times)[1].median_seconds},
      {"spv-val", (*times)[2].median_seconds, (*times)[3].median_seconds}};
}

}  // namespace plumb::bench
