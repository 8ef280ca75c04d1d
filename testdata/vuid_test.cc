// Tests that every VUID that testdata/catalogue/vulkan counts as implemented
// is printed for some module of testdata/rules.
//
// A rule has one VUID, and applies in some environments: a VUID in a row of a
// table may never be reported.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "api/resolve/diagnostic_resolver.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/target_env.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "testdata/module_setting.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/validator.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The VUIDs of all lists.
std::set<std::string> ImplementedVuids() {
  std::set<std::string> vuids;
  for (const auto& list : fs::directory_iterator("testdata/catalogue/vulkan")) {
    std::ifstream in(list.path());
    for (std::string line; std::getline(in, line);) {
      const std::vector<std::string> cells = absl::StrSplit(line, '\t');
      if (cells.size() > 1 && cells[1] == "done") vuids.insert(cells[0]);
    }
  }
  return vuids;
}

// Removes from `vuids` those that are printed for a module.  Modules for rules
// of all environments may have no client API: these are validated for Vulkan
// here.
void RemovePrinted(const std::string& text, std::set<std::string>* vuids) {
  ModuleSetting setting = ReadModuleSetting(text);
  if (Info(setting.options.env).api != Api::kVulkan) {
    setting.options.env = TargetEnv::kVulkan1_4;
  }
  Module module;
  DiagnosticList diagnostics;
  Assembler assembler;
  AssembleOptions options;
  options.env = setting.options.env;
  if (!assembler.Assemble(text, options, &module, &diagnostics)) return;
  Validator validator;
  validator.Validate(module, setting.options, &diagnostics);
  if (setting.pipeline) {
    CheckModuleAsPipeline(*setting.pipeline, validator.context(),
                          setting.options, &diagnostics);
  }
  for (const ResolvedDiagnostic& d :
       ResolveDiagnostics(module, diagnostics, setting.options.env)) {
    vuids->erase(std::string(d.vuid));
  }
}

TEST(VuidTest, EachIsPrintedForSomeModule) {
  std::set<std::string> missing = ImplementedVuids();
  ASSERT_GT(missing.size(), 500u);
  for (const auto& entry : fs::recursive_directory_iterator("testdata/rules")) {
    if (entry.path().extension() != ".spvasm") continue;
    RemovePrinted(ReadTestFile(entry.path()), &missing);
  }
  for (const std::string& vuid : missing) {
    ADD_FAILURE() << vuid << " is printed for no module";
  }
}

}  // namespace
}  // namespace plumb
