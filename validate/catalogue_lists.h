// The lists of testdata/catalogue, for coverage_test: tables with tabs between
// the cells, and what the environments of OpenCL and OpenGL ask of modules.
#ifndef PLUMB_VALIDATE_CATALOGUE_LISTS_H_
#define PLUMB_VALIDATE_CATALOGUE_LISTS_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/target_env.h"
#include "gtest/gtest.h"

namespace plumb {

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::vector<std::string>> ReadTable(
    const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  for (absl::string_view line : absl::StrSplit(ReadFile(path), '\n')) {
    if (!line.empty()) rows.push_back(absl::StrSplit(line, '\t'));
  }
  return rows;
}

// --- Environments ---

struct Environment {
  Api api;
  absl::string_view name;  // for people
  absl::string_view file;  // in testdata/catalogue/environments
  // The section of rules that it states.
  absl::string_view section;
};
inline constexpr Environment kEnvironments[] = {
    {Api::kOpenCl, "OpenCL", "opencl.tsv", "OpenCL SPIR-V Environment"},
    {Api::kOpenGl, "OpenGL", "opengl.tsv", "ARB_gl_spirv"},
};

// What an environment asks of modules.
struct Statement {
  std::string section;  // of its document
  std::string text;
  std::string state;  // done, undecidable or pending
  std::string about;  // the rule of what is done, else the reason
};

inline std::vector<Statement> ReadStatements(const Environment& environment) {
  std::vector<Statement> statements;
  const std::filesystem::path path =
      std::filesystem::path("testdata/catalogue/environments") /
      std::string(environment.file);
  for (const std::vector<std::string>& cells : ReadTable(path)) {
    EXPECT_EQ(cells.size(), 4u) << path << ": " << cells.front();
    if (cells.size() != 4) continue;
    statements.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
  return statements;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CATALOGUE_LISTS_H_
