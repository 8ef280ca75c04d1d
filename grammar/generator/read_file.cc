#include "grammar/generator/read_file.h"

#include <fstream>
#include <iterator>
#include <string>

namespace plumb::grammar::generator {

File ReadFile(absl::string_view name, Report* report) {
  File file;
  file.name = std::string(name);
  std::ifstream stream(file.name, std::ios::binary);
  if (!stream) {
    report->Error(file.name, "file", "cannot be read");
    return file;
  }
  file.text.assign(std::istreambuf_iterator<char>(stream), {});
  return file;
}

}  // namespace plumb::grammar::generator
