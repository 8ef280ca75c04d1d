// Packs the gists and the reasons of rules into a C++ source, so that programs
// can show them (text_table.h):
//
//   pack_texts OUT.cc GISTS.tsv REASONS.tsv
//
// A line is a comment, "# ...", or a row: a key, a tab and its text.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Row = std::pair<std::string, std::string>;  // key and text

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
      std::fprintf(stderr, "%s:%zu: must be a key, a tab and a text\n", path,
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

void WriteTable(const char* name, const std::vector<Row>& rows,
                std::ofstream& out) {
  out << "namespace {\nconstexpr TextRow kRowsOf" << name << "[] = {\n";
  for (const auto& [key, text] : rows) {
    out << "{" << Quoted(key) << ", " << Quoted(text) << "},\n";
  }
  out << "};\n}\nconst TextTable k" << name << "(kRowsOf" << name << ");\n";
}

bool Write(const char* path, const std::vector<Row>& gists,
           const std::vector<Row>& reasons) {
  std::ofstream out(path);
  out << "#include \"api/explain/gists.h\"\n"
         "#include \"api/explain/reasons.h\"\n"
         "namespace plumb::internal {\n";
  WriteTable("Gists", gists, out);
  WriteTable("Reasons", reasons, out);
  out << "}\n";
  return out.flush().good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: pack_texts OUT.cc GISTS.tsv REASONS.tsv\n", stderr);
    return 1;
  }
  std::vector<Row> gists;
  std::vector<Row> reasons;
  if (!Read(argv[2], &gists) || !Read(argv[3], &reasons)) return 1;
  if (!Write(argv[1], gists, reasons)) {
    std::perror(argv[1]);
    return 1;
  }
  return 0;
}
