// Reads the generator's input files.
#ifndef PLUMB_GRAMMAR_GENERATOR_READ_FILE_H_
#define PLUMB_GRAMMAR_GENERATOR_READ_FILE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

// A file's name, shown in messages, and its content.
struct File {
  std::string name;
  std::string text;
};

// The file, without text (and with an error) if it cannot be read.
File ReadFile(absl::string_view name, Report* report);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_READ_FILE_H_
