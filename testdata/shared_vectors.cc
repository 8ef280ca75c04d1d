// See shared_vectors.h.
#include "testdata/shared_vectors.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace plumb {

namespace fs = std::filesystem;

std::string SharedFolder(const std::string& name, const std::string& source) {
  std::vector<fs::path> places;
  if (const char* shared = std::getenv("PLUMB_SHARED")) {
    places.push_back(fs::path(shared));
  }
  if (const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY")) {
    places.push_back(fs::path(workspace) / ".." / "shared");
  }
  // A test sees links to the real source files.
  std::error_code error;
  const fs::path file = fs::canonical(source, error);
  if (!error) {
    const auto depth = std::count(source.begin(), source.end(), '/') + 1;
    fs::path root = file;
    for (auto i = 0; i < depth; ++i) root = root.parent_path();
    places.push_back(root.parent_path() / "shared");
  }
  for (const fs::path& place : places) {
    if (fs::is_directory(place / name, error)) return place / name;
  }
  return {};
}

std::string VectorsFolder(const std::string& source) {
  return SharedFolder("vectors", source);
}

}  // namespace plumb
