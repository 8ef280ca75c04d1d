#include "api/resolve/source_text.h"

#include <algorithm>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "grammar/ext_inst_enums.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

namespace ext_inst = grammar::operand::ExtInst;
namespace shader = grammar::ext_operand::NonSemanticShaderDebugInfo;
namespace source = grammar::operand::Source;
using grammar::ExtInstSet;
using grammar::Op;
// OpenCL.DebugInfo.100 has a subset of these instructions, with the same
// numbers.
using Debug = grammar::NonSemanticShaderDebugInfo;

bool IsDebugInfo(ExtInstSet set) {
  return set == ExtInstSet::kNonSemanticShaderDebugInfo ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo100 ||
         set == ExtInstSet::kOpenClDebugInfo100;
}

bool IsDebug(const Inst& inst, Debug number) {
  return inst.op() == Op::kExtInst && IsDebugInfo(inst.ext_inst_set()) &&
         inst.operand_count() > ext_inst::kInstruction &&
         Debug{inst.operand_word(ext_inst::kInstruction)} == number;
}

// The operand, which a module that is not valid can lack.
std::optional<OperandIndex> FindMandatory(const Inst& inst,
                                          OperandIndex operand) {
  if (operand >= inst.operand_count()) return std::nullopt;
  return operand;
}

// What follows "#line" in a line: the number of the next line, and the file, if
// one is named.
struct LineDirective {
  uint32_t number = 0;
  absl::string_view file;
};

bool ReadDirective(absl::string_view line, LineDirective* directive) {
  line = absl::StripLeadingAsciiWhitespace(line);
  if (!absl::ConsumePrefix(&line, "#")) return false;
  line = absl::StripLeadingAsciiWhitespace(line);
  if (!absl::ConsumePrefix(&line, "line")) return false;
  line = absl::StripAsciiWhitespace(line);
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  if (!absl::SimpleAtoi(line.substr(0, end), &directive->number)) return false;
  absl::string_view file = absl::StripAsciiWhitespace(line.substr(end));
  if (absl::ConsumePrefix(&file, "\"")) absl::ConsumeSuffix(&file, "\"");
  directive->file = file;
  return true;
}

// Calls `add(number, line)` for each line of the file `name`.
template <typename Add>
void ForEachLine(absl::string_view name, absl::string_view text,
                 const Add& add) {
  uint32_t number = 1;
  bool is_of_file = true;  // rather than of one that is included
  while (!text.empty()) {
    const size_t end = text.find('\n');
    absl::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    absl::ConsumeSuffix(&line, "\r");
    LineDirective directive;
    if (ReadDirective(line, &directive)) {
      number = directive.number;
      is_of_file = directive.file.empty() || directive.file == name;
      continue;
    }
    if (is_of_file) add(number, line);
    ++number;
  }
}

}  // namespace

absl::string_view SourceText::Line(absl::string_view file, uint32_t line) {
  if (!is_built_) Build();
  const auto found = files_.find(file);
  if (found == files_.end()) return "";
  const auto at = found->second.lines.find(line);
  return at == found->second.lines.end() ? absl::string_view() : at->second;
}

void SourceText::Build() {
  is_built_ = true;
  const InstIndex end = module_.functions().empty()
                            ? InstIndex(module_.size())
                            : module_.functions()[0].first;
  for (const bool is_reading : {false, true}) {
    // The first pass makes the files, because views must stay valid.
    File* current = nullptr;
    for (InstIndex i(0); i < end; ++i) {
      const Inst inst = module_.inst(i);
      if (is_reading) {
        ReadPart(inst, &current);
      } else {
        ReadSource(inst);
      }
    }
  }
  for (auto& [name, file] : files_) {
    auto& lines = file.lines;  // Clang 14 does not capture a binding
    ForEachLine(name, file.text, [&](uint32_t number, absl::string_view line) {
      // A preamble of the compiler ends with "#line 1": the last one counts.
      lines[number] = line;
    });
  }
}

SourceText::File* SourceText::ReadSource(const Inst& inst) {
  std::optional<OperandIndex> file;
  if (inst.op() == Op::kSource) {
    file = inst.Find(source::kFile);
  } else if (IsDebug(inst, Debug::kDebugSource)) {
    file = FindMandatory(inst, shader::DebugSource::kFile);
  }
  if (!file.has_value()) return nullptr;
  const absl::string_view name = String(inst.id(*file));
  return name.empty() ? nullptr : &files_[name];
}

void SourceText::ReadPart(const Inst& inst, File** current) {
  File* const begun = ReadSource(inst);
  if (begun != nullptr) *current = begun;
  if (*current == nullptr) return;
  std::string* const text = &(*current)->text;
  if (inst.op() == Op::kSource) {
    const auto part = inst.Find(source::kSource);
    if (part.has_value()) text->append(std::string(inst.string(*part)));
  } else if (inst.op() == Op::kSourceContinued) {
    text->append(std::string(
        inst.string(grammar::operand::SourceContinued::kContinuedSource)));
  } else if (IsDebug(inst, Debug::kDebugSource)) {
    const auto part = inst.Find(shader::DebugSource::kText);
    if (part.has_value()) text->append(std::string(String(inst.id(*part))));
  } else if (IsDebug(inst, Debug::kDebugSourceContinued)) {
    const auto part = FindMandatory(inst, shader::DebugSourceContinued::kText);
    if (part.has_value()) text->append(std::string(String(inst.id(*part))));
  }
}

absl::string_view SourceText::String(Id id) const {
  const InstIndex def = module_.def(id);
  if (def == kNoInst || module_.record(def).op != Op::kString) return "";
  return module_.inst(def).string(grammar::operand::String::kString);
}

}  // namespace plumb
