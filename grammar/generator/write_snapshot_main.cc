// Writes a snapshot of the grammar; called by tools/update_grammar, and by the
// build if SPIRV_HEADERS names a tree:
//
//   write_snapshot --core=F --ext_inst=F... --release=NAME [--not_older_than=F]
//                  --output=F
//
// Exit code 1, one line per mistake (`file: object: reason`) and no output if
// an input is malformed, or older than the snapshot that --not_older_than
// names.
#include <fstream>
#include <iostream>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"
#include "grammar/generator/snapshot_writer.h"

namespace plumb::grammar::generator {
namespace {

void Run(int argc, char** argv, Report* report) {
  JsonGrammar grammar;
  File baseline;
  std::string release;
  std::string output;
  for (int i = 1; i < argc; ++i) {
    absl::string_view value = argv[i];
    if (absl::ConsumePrefix(&value, "--core=")) {
      grammar.core = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--ext_inst=")) {
      grammar.ext_inst.push_back(ReadFile(value, report));
    } else if (absl::ConsumePrefix(&value, "--not_older_than=")) {
      baseline = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--release=")) {
      release = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--output=")) {
      output = std::string(value);
    } else {
      report->Error("command line", value, "unknown argument");
    }
  }
  if (release.empty()) report->Error("command line", "--release", "is missing");
  if (output.empty()) report->Error("command line", "--output", "is missing");
  if (!report->ok()) return;
  const File snapshot = {grammar.core.name,
                         WriteSnapshot(grammar, release, report)};
  if (report->ok()) CheckNothingIsLost(baseline, snapshot, report);
  if (!report->ok()) return;
  std::ofstream stream(output, std::ios::binary);
  stream << snapshot.text;
  stream.close();
  if (!stream) report->Error(output, "file", "cannot be written");
}

}  // namespace
}  // namespace plumb::grammar::generator

int main(int argc, char** argv) {
  plumb::grammar::generator::Report report;
  plumb::grammar::generator::Run(argc, argv, &report);
  for (const std::string& error : report.errors()) std::cerr << error << '\n';
  return report.ok() ? 0 : 1;
}
