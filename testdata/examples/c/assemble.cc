// Assembles a text with libplumb, and writes the module if it is valid.
//
//   c++ -std=c++17 assemble.cc -l:libplumb.so.1 -o assemble
//   ./assemble shader.spvasm shader.spv
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "plumb.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: assemble IN OUT\n";
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) {
    std::cerr << argv[1] << " cannot be read\n";
    return 2;
  }
  try {
    plumb::Session session;
    const bool is_valid = session.Validate(text) == plumb::Verdict::kValid;
    std::cerr << session.Report(plumb::ReportFormat::kText, argv[1]);
    if (!is_valid) return 1;
    std::ofstream out(argv[2], std::ios::binary);
    out << session.Binary();
    return out.flush() ? 0 : 2;
  } catch (const plumb::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
