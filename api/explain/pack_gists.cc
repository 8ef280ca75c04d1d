// Packs the gists of rules into a C++ source, so that programs can show them
// (gists.h):
//
//   pack_gists OUT.cc GISTS.tsv
//
// A line is a comment, "# ...", or a row: a rule's id, a tab and its gist.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Row = std::pair<std::string, std::string>;  // id and gist

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '?') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Whether the file was read and every line has the form of one.
bool Read(const char* path, std::vector<Row>* rows) {
  std::ifstream in(path);
  if (!in) {
    std::perror(path);
    return false;
  }
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line[0] == '#') continue;
    const size_t tab = line.find('\t');
    if (tab == 0 || tab == std::string::npos || tab + 1 == line.size() ||
        line.find('\t', tab + 1) != std::string::npos ||
        line.find('\r') != std::string::npos) {
      std::fprintf(stderr, "%s:%zu: must be an id, a tab and a gist\n", path,
                   number);
      return false;
    }
    rows->emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  const auto wrong = std::adjacent_find(
      rows->begin(), rows->end(),
      [](const Row& a, const Row& b) { return a.first >= b.first; });
  if (wrong == rows->end()) return true;
  std::fprintf(stderr, "%s: %s must come after %s\n", path,
               wrong->first.c_str(), (wrong + 1)->first.c_str());
  return false;
}

bool Write(const char* path, const std::vector<Row>& rows) {
  std::ofstream out(path);
  out << "#include \"api/explain/gists.h\"\n"
         "namespace plumb::internal {\n"
         "const GistRow kGists[] = {\n";
  for (const auto& [id, gist] : rows) {
    out << "{" << Quoted(id) << ", " << Quoted(gist) << "},\n";
  }
  out << "};\nconst size_t kGistCount = " << rows.size() << ";\n}\n";
  return out.flush().good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: pack_gists OUT.cc GISTS.tsv\n", stderr);
    return 1;
  }
  std::vector<Row> rows;
  if (!Read(argv[2], &rows)) return 1;
  if (!Write(argv[1], rows)) {
    std::perror(argv[1]);
    return 1;
  }
  return 0;
}
