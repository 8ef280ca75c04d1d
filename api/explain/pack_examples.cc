// Packs the test modules of rules into a C++ source, so that programs can show
// them (rule_examples.h):
//
//   pack_examples OUT.cc MODULE.spvasm...
//   pack_examples OUT.cc @LIST
//
// LIST is a file with the path of a module on each line.
//
// The modules are similar, so each distinct line is stored once.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

struct Example {
  std::string file;           // the name without its extension
  std::vector<size_t> lines;  // their numbers
};

class Packer {
 public:
  bool Read(const std::string& path) {
    std::ifstream in(path);
    if (!in) return false;
    const size_t slash = path.rfind('/');
    Example& example = examples_.emplace_back();
    example.file = path.substr(slash == std::string::npos ? 0 : slash + 1);
    example.file.resize(example.file.rfind(".spvasm"));
    for (std::string line; std::getline(in, line);) {
      const auto [it, is_new] = numbers_.emplace(line, lines_.size());
      if (is_new) lines_.push_back(line);
      example.lines.push_back(it->second);
    }
    return true;
  }

  bool Write(const std::string& path) {
    std::sort(
        examples_.begin(), examples_.end(),
        [](const Example& a, const Example& b) { return a.file < b.file; });
    std::ofstream out(path);
    out << "#include \"api/explain/rule_examples.h\"\n"
           "namespace plumb::internal {\n"
           "const char* const kExampleLines[] = {\n";
    for (const std::string& line : lines_) out << Quoted(line) << ",\n";
    out << "};\nconst uint16_t kExampleLineNumbers[] = {";
    for (const Example& example : examples_) {
      for (size_t line : example.lines) out << line << ',';
      out << '\n';
    }
    out << "};\nconst PackedExample kExamples[] = {\n";
    size_t first = 0;
    for (const Example& example : examples_) {
      out << "{" << Quoted(example.file) << ", " << first << ", "
          << example.lines.size() << "},\n";
      first += example.lines.size();
    }
    out << "};\nconst size_t kExampleCount = " << examples_.size() << ";\n}\n";
    return out.flush().good() && lines_.size() < 65536;
  }

 private:
  static std::string Quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\' || c == '?') {
        out += {'\\', c};
      } else if (byte < 0x20 || byte >= 0x7f) {
        char octal[5];
        std::snprintf(octal, sizeof octal, "\\%03o", byte);
        out += octal;
      } else {
        out += c;
      }
    }
    return out + "\"";
  }

  std::vector<Example> examples_;
  std::vector<std::string> lines_;
  std::map<std::string, size_t> numbers_;
};

// The modules that the command line names, directly or in a list.
std::vector<std::string> ModulesOf(int argc, char** argv) {
  std::vector<std::string> modules;
  for (int i = 2; i < argc; ++i) {
    if (argv[i][0] != '@') {
      modules.emplace_back(argv[i]);
      continue;
    }
    std::ifstream list(argv[i] + 1);
    for (std::string line; std::getline(list, line);) modules.push_back(line);
  }
  return modules;
}

}  // namespace

int main(int argc, char** argv) {
  Packer packer;
  const std::vector<std::string> modules = ModulesOf(argc, argv);
  for (const std::string& module : modules) {
    if (!packer.Read(module)) {
      std::perror(module.c_str());
      return 1;
    }
  }
  if (modules.empty() || !packer.Write(argv[1])) {
    std::fputs("usage: pack_examples OUT.cc (MODULE.spvasm... | @LIST)\n",
               stderr);
    return 1;
  }
  return 0;
}
