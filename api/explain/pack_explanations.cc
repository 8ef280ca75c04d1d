// Packs the requirements and the reasons of rules, and the test modules of
// rules, into one text (explanation_texts.h), so that programs can show them:
//
//   pack_explanations OUT GISTS.tsv REASONS.tsv MODULE.spvasm...
//   pack_explanations OUT GISTS.tsv REASONS.tsv @LIST
//
// OUT.cc is a C++ source; any other OUT is the text.  LIST is a file with the
// path of a module on each line.
//
// A line of the .tsv files is a comment, "# ...", or a row: a key, a tab and
// its text.  The modules are similar, so each distinct line is stored once.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Row = std::pair<std::string, std::string>;  // key and text

// Whether the keys are in bytewise order; `path` is for the message.
bool AreSorted(const char* path, const std::vector<Row>& rows) {
  const auto wrong = std::adjacent_find(
      rows.begin(), rows.end(),
      [](const Row& a, const Row& b) { return a.first >= b.first; });
  if (wrong == rows.end()) return true;
  std::fprintf(stderr, "%s: %s must come after %s\n", path,
               wrong->first.c_str(), (wrong + 1)->first.c_str());
  return false;
}

// Whether the file was read and every line has the form of one.
bool ReadTable(const char* path, std::vector<Row>* rows) {
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
  return AreSorted(path, *rows);
}

class ModulePacker {
 public:
  bool Read(const std::string& path) {
    std::ifstream in(path);
    if (!in) {
      std::perror(path.c_str());
      return false;
    }
    const size_t slash = path.rfind('/');
    std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
    name.resize(name.rfind(".spvasm"));
    std::vector<size_t> numbers;
    for (std::string line; std::getline(in, line);) {
      const auto [it, is_new] = numbers_.emplace(line, lines_.size());
      if (is_new) lines_.push_back(line);
      numbers.push_back(it->second);
    }
    examples_.emplace_back(std::move(name), RangesOf(numbers));
    return true;
  }

  // In order; call after the last Read.
  const std::vector<Row>& SortedExamples() {
    std::sort(examples_.begin(), examples_.end());
    return examples_;
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  // "0-4 7 5" for 0, 1, 2, 3, 4, 7, 5.
  static std::string RangesOf(const std::vector<size_t>& numbers) {
    std::string out;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const size_t first = numbers[i];
      while (i + 1 < numbers.size() && numbers[i + 1] == numbers[i] + 1) ++i;
      if (!out.empty()) out += ' ';
      out += std::to_string(first);
      if (numbers[i] != first) out += "-" + std::to_string(numbers[i]);
    }
    return out;
  }

  std::vector<Row> examples_;  // name and line numbers
  std::vector<std::string> lines_;
  std::map<std::string, size_t> numbers_;  // of lines
};

void AppendTable(const char* name, const std::vector<Row>& rows,
                 std::ostream& out) {
  out << name << ' ' << rows.size() << '\n';
  for (const auto& [key, text] : rows) out << key << '\t' << text << '\n';
}

// A string literal of each line of `text`, with a NUL instead of the line feed.
void WriteLiterals(const std::string& text, std::ostream& out) {
  out << "    \"";
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      out << "\\0\"" << (i + 1 < text.size() ? "\n    \"" : "");
    } else if (byte == '"' || byte == '\\' || byte == '?') {
      out << '\\' << text[i];
    } else if (byte < 0x20 || byte >= 0x7f) {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", byte);
      out << octal;
    } else {
      out << text[i];
    }
  }
}

void WriteSource(const std::string& text, std::ostream& out) {
  out << "#include \"absl/strings/string_view.h\"\n"
         "#include \"api/explain/explanation_texts.h\"\n"
         "namespace plumb::internal {\n"
         "namespace {\n"
         "constexpr char kPacked[] =\n";
  WriteLiterals(text, out);
  out << ";\n"
         "}  // namespace\n"
         "const ExplanationTexts& Texts() {\n"
         "  static const ExplanationTexts* const kTexts = [] {\n"
         "    auto* const texts = new ExplanationTexts;\n"
         "    texts->Read(absl::string_view(kPacked, sizeof kPacked - 1));\n"
         "    return texts;\n"
         "  }();\n"
         "  return *kTexts;\n"
         "}\n"
         "}  // namespace plumb::internal\n";
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (path.size() > 3 && path.compare(path.size() - 3, 3, ".cc") == 0) {
    WriteSource(text, out);
  } else {
    out << text;
  }
  if (out.flush().good()) return true;
  std::perror(path.c_str());
  return false;
}

// The modules that the arguments name, directly or in a list.
std::vector<std::string> ModulesOf(int count, char** arguments) {
  std::vector<std::string> modules;
  for (int i = 0; i < count; ++i) {
    if (arguments[i][0] != '@') {
      modules.emplace_back(arguments[i]);
      continue;
    }
    std::ifstream list(arguments[i] + 1);
    for (std::string line; std::getline(list, line);) modules.push_back(line);
  }
  return modules;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fputs(
        "usage: pack_explanations OUT GISTS.tsv REASONS.tsv "
        "(MODULE.spvasm... | @LIST)\n",
        stderr);
    return 1;
  }
  std::vector<Row> gists;
  std::vector<Row> reasons;
  if (!ReadTable(argv[2], &gists) || !ReadTable(argv[3], &reasons)) return 1;
  ModulePacker packer;
  const std::vector<std::string> modules = ModulesOf(argc - 4, argv + 4);
  if (!std::all_of(modules.begin(), modules.end(),
                   [&packer](const auto& path) { return packer.Read(path); })) {
    return 1;
  }
  const std::vector<Row>& examples = packer.SortedExamples();
  if (!AreSorted("the modules", examples)) return 1;

  std::ostringstream out;
  out << "plumb-explanations 1\n";
  AppendTable("gists", gists, out);
  AppendTable("reasons", reasons, out);
  out << "lines " << packer.lines().size() << '\n';
  for (const std::string& line : packer.lines()) out << line << '\n';
  AppendTable("examples", examples, out);
  return WriteFile(argv[1], out.str()) ? 0 : 1;
}
