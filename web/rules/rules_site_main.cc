// Writes the reference of rules (rules_site.h) into a folder:
//
//   rules_site [--playground ADDRESS] FOLDER
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "web/rules/rules_site.h"

namespace {

int Write(const char* playground, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const plumb::SiteFile& file : plumb::RulesSite(playground)) {
    const std::filesystem::path path = folder / file.name;
    std::ofstream out(path, std::ios::binary);
    out << file.content;
    if (!out.flush()) {
      std::perror(path.c_str());
      return 1;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool has_playground =
      argc == 4 && std::strcmp(argv[1], "--playground") == 0;
  if (argc != 2 && !has_playground) {
    std::fputs("usage: rules_site [--playground ADDRESS] FOLDER\n", stderr);
    return 2;
  }
  try {
    return Write(has_playground ? argv[2] : "", argv[argc - 1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rules_site: %s\n", error.what());
    return 1;
  }
}
