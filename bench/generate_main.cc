// Writes a generated module, as assembly text, to a file or to the standard
// output, for a profiler or another tool.

#include <cstdio>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "bench/generate.h"

namespace plumb::bench {
namespace {

std::string ListOfAxes() {
  std::string list = "Axes (largest size):\n";
  for (const Axis& axis : Axes()) {
    absl::StrAppend(&list, "  ", axis.name, " (", axis.largest,
                    "): ", axis.grows, "\n");
  }
  return list;
}

bool Write(const std::string& text, const std::string& path) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  bool ok = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  ok = std::fflush(file) == 0 && ok;
  if (file != stdout) ok = std::fclose(file) == 0 && ok;
  return ok;
}

int Main(int argc, char** argv) {
  CLI::App app("Writes a SPIR-V module that is large along one axis");
  app.footer(ListOfAxes());
  std::string name, output = "-";
  int n = 0;
  app.add_option("AXIS", name, "what grows")->required();
  app.add_option("SIZE", n, "how far")->required();
  app.add_option("-o", output, "output file (default: standard output)");
  CLI11_PARSE(app, argc, argv);

  const Axis* axis = FindAxis(name);
  if (axis == nullptr) {
    std::fprintf(stderr, "no axis %s\n%s", name.c_str(), ListOfAxes().c_str());
    return 2;
  }
  if (n < 1 || n > axis->largest) {
    std::fprintf(stderr, "the size of %s is 1 to %d\n", name.c_str(),
                 axis->largest);
    return 2;
  }
  if (!Write(axis->generate(n), output)) {
    std::perror(output.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }
