// The diagnostics of the interface.  Tested by contract_test.sh.
#include <algorithm>
#include <cstdio>
#include <new>

#include "absl/strings/string_view.h"
#include "api/spirv_tools/include/spirv-tools/libspirv.h"

spv_diagnostic spvDiagnosticCreate(const spv_position position,
                                   const char* message) {
  const absl::string_view text = absl::NullSafeStringView(message);
  char* const copy = new (std::nothrow) char[text.size() + 1];
  if (copy == nullptr) return nullptr;
  *std::copy(text.begin(), text.end(), copy) = '\0';
  const spv_position_t at = position == nullptr ? spv_position_t{} : *position;
  const spv_diagnostic diagnostic =
      new (std::nothrow) spv_diagnostic_t{at, copy, false};
  if (diagnostic == nullptr) delete[] copy;
  return diagnostic;
}

void spvDiagnosticDestroy(spv_diagnostic diagnostic) {
  if (diagnostic == nullptr) return;
  delete[] diagnostic->error;
  delete diagnostic;
}

spv_result_t spvDiagnosticPrint(const spv_diagnostic diagnostic) {
  if (diagnostic == nullptr) return SPV_ERROR_INVALID_DIAGNOSTIC;
  const spv_position_t& at = diagnostic->position;
  const char* const message =
      diagnostic->error == nullptr ? "" : diagnostic->error;
  if (diagnostic->isTextSource) {
    // People count lines and columns from 1.
    std::fprintf(stderr, "error: %zu: %zu: %s\n", at.line + 1, at.column + 1,
                 message);
  } else if (at.index > 0) {
    std::fprintf(stderr, "error: %zu: %s\n", at.index, message);
  } else {
    std::fprintf(stderr, "error: %s\n", message);
  }
  return SPV_SUCCESS;
}
