// Writes overlay/operands.json: the operand names of the newest SPIRV-Headers
// that the oldest supported one does not have.
//
//   newer_operands --sets=F --names=F --facts=F
//                  --older=FOLDER --newer=FOLDER > operands.json
//
// Both folders must have spirv.core.grammar.json and the extinst files.
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grammar/generator/operand_names.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/reader.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {
namespace {

Inputs ReadTree(absl::string_view folder, Report* report) {
  Inputs inputs;
  const std::filesystem::path path{std::string(folder)};
  inputs.core = ReadFile((path / "spirv.core.grammar.json").string(), report);
  inputs.operands = {"operands", "{}"};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (absl::StartsWith(name, "extinst.") &&
        absl::EndsWith(name, ".grammar.json")) {
      inputs.ext_inst.push_back(ReadFile(entry.path().string(), report));
    }
  }
  return inputs;
}

void Write(int argc, char** argv, Report* report) {
  Inputs overlay;
  Inputs older;
  Inputs newer;
  for (int i = 1; i < argc; ++i) {
    absl::string_view value = argv[i];
    if (absl::ConsumePrefix(&value, "--sets=")) {
      overlay.sets = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--names=")) {
      overlay.names = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--facts=")) {
      overlay.facts = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--older=")) {
      older = ReadTree(value, report);
    } else if (absl::ConsumePrefix(&value, "--newer=")) {
      newer = ReadTree(value, report);
    } else {
      report->Error("command line", value, "unknown argument");
    }
  }
  for (Inputs* inputs : {&older, &newer}) {
    inputs->sets = overlay.sets;
    inputs->names = overlay.names;
    inputs->facts = overlay.facts;
  }
  if (!report->ok()) return;
  const Model old_model = ReadModel(older, report);
  const Model new_model = ReadModel(newer, report);
  if (report->ok()) std::cout << WriteOperandOverlay(old_model, new_model);
}

}  // namespace
}  // namespace plumb::grammar::generator

int main(int argc, char** argv) {
  plumb::grammar::generator::Report report;
  plumb::grammar::generator::Write(argc, argv, &report);
  for (const std::string& error : report.errors()) std::cerr << error << '\n';
  return report.ok() ? 0 : 1;
}
