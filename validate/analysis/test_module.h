// A module for the tests of this folder, assembled from text.
#ifndef PLUMB_VALIDATE_ANALYSIS_TEST_MODULE_H_
#define PLUMB_VALIDATE_ANALYSIS_TEST_MODULE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {

// Ids keep their numbers: %12 is Id(12).
class TestModule {
 public:
  explicit TestModule(absl::string_view text) : text_(text) {
    AssembleOptions options;
    options.preserve_numeric_ids = true;
    DiagnosticList diagnostics;
    Assembler assembler;
    EXPECT_TRUE(assembler.Assemble(text_, options, &module_, &diagnostics))
        << text_;
  }
  // The module has views of the text.
  TestModule(const TestModule&) = delete;
  TestModule& operator=(const TestModule&) = delete;

  const Module& operator*() const { return module_; }
  const Module* operator->() const { return &module_; }

 private:
  std::string text_;
  Module module_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_TEST_MODULE_H_
