// Validates the module on standard input for Vulkan 1.3.
//
//   bazel run //:check < shader.spv
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "api/report/text_report.h"
#include "api/session.h"

int main() {
  const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};

  plumb::SessionOptions options;
  options.env = plumb::TargetEnv::kVulkan1_3;
  plumb::Session session(std::move(options));

  const absl::StatusOr<plumb::Verdict> verdict = session.Run(bytes);
  if (!verdict.ok()) {
    std::cerr << verdict.status().message() << "\n";
    return 2;
  }
  std::string text;
  plumb::TextReport().Add(session.Report("standard input"), &text);
  std::cout << text;
  return *verdict == plumb::Verdict::kValid ? 0 : 1;
}
