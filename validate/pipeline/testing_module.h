// A validated module for the tests of this folder, assembled from text.
#ifndef PLUMB_VALIDATE_PIPELINE_TESTING_MODULE_H_
#define PLUMB_VALIDATE_PIPELINE_TESTING_MODULE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/engine/module_context.h"
#include "validate/validator.h"

namespace plumb {

// Ids keep their numbers: %12 is Id(12).
class ValidatedModule {
 public:
  explicit ValidatedModule(absl::string_view text) : text_(text) {
    options_.env = TargetEnv::kVulkan1_4;
    AssembleOptions options;
    options.preserve_numeric_ids = true;
    EXPECT_TRUE(Assembler().Assemble(text_, options, &module_, &diagnostics_));
    validator_.Validate(module_, options_, &diagnostics_);
  }
  // The module has views of the text.
  ValidatedModule(const ValidatedModule&) = delete;
  ValidatedModule& operator=(const ValidatedModule&) = delete;

  const ModuleContext& context() const { return validator_.context(); }

 private:
  std::string text_;
  ValidatorOptions options_;
  Module module_;
  DiagnosticList diagnostics_;
  Validator validator_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_TESTING_MODULE_H_
