// The generator's command line, called by the build:
//
//   generate --snapshot=F --sets=F --facts=F --classes=F
//            --enums=F --ext_inst_enums=F --trait_bits=F --operand_names=F
//            --operand_classes=F --tables=F
//
// Reads the files of the first line, writes the others.  Exit code 1 and one
// line per error (`file: object: reason`) if an input is malformed.
#include <fstream>
#include <iostream>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grammar/generator/operand_classes.h"
#include "grammar/generator/operand_names.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/reader.h"
#include "grammar/generator/report.h"
#include "grammar/generator/tables.h"
#include "grammar/generator/traits.h"
#include "grammar/generator/write_enums.h"
#include "grammar/generator/write_tables.h"

namespace plumb::grammar::generator {
namespace {

void WriteFile(const std::string& name, const std::string& text,
               Report* report) {
  std::ofstream stream(name, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) report->Error(name, "file", "cannot be written");
}

struct Outputs {
  std::string enums;
  std::string ext_inst_enums;
  std::string trait_bits;
  std::string operand_names;
  std::string operand_classes;
  std::string tables;
};

void ReadArguments(int argc, char** argv, Inputs* inputs, Outputs* outputs,
                   Report* report) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view value = argv[i];
    if (absl::ConsumePrefix(&value, "--snapshot=")) {
      inputs->snapshot = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--sets=")) {
      inputs->sets = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--facts=")) {
      inputs->facts = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--classes=")) {
      inputs->classes = ReadFile(value, report);
    } else if (absl::ConsumePrefix(&value, "--enums=")) {
      outputs->enums = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--ext_inst_enums=")) {
      outputs->ext_inst_enums = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--trait_bits=")) {
      outputs->trait_bits = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--operand_names=")) {
      outputs->operand_names = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--operand_classes=")) {
      outputs->operand_classes = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--tables=")) {
      outputs->tables = std::string(value);
    } else {
      report->Error("command line", value, "unknown argument");
    }
  }
}

void Generate(int argc, char** argv, Report* report) {
  Inputs inputs;
  Outputs outputs;
  ReadArguments(argc, argv, &inputs, &outputs, report);
  if (!report->ok()) return;
  if (inputs.classes.name.empty()) {
    report->Error("command line", "--classes", "is missing");
  }
  const Model model = ReadModel(inputs, report);
  if (!report->ok()) return;
  const Tables tables = BuildTables(model, report);
  const std::string enums = WriteEnums(model, tables, report);
  const std::string ext_inst_enums = WriteExtInstEnums(model, report);
  if (!report->ok()) return;
  WriteFile(outputs.enums, enums, report);
  WriteFile(outputs.ext_inst_enums, ext_inst_enums, report);
  WriteFile(outputs.trait_bits, WriteTraits(model), report);
  WriteFile(outputs.operand_names, WriteOperands(model), report);
  WriteFile(outputs.operand_classes, WriteOperandClasses(model), report);
  WriteFile(outputs.tables, WriteTables(model, tables), report);
}

}  // namespace
}  // namespace plumb::grammar::generator

int main(int argc, char** argv) {
  plumb::grammar::generator::Report report;
  plumb::grammar::generator::Generate(argc, argv, &report);
  for (const std::string& note : report.notes()) std::cerr << note << '\n';
  for (const std::string& error : report.errors()) std::cerr << error << '\n';
  return report.ok() ? 0 : 1;
}
