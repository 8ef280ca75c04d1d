// spvTextToBinary.  Tested by contract_test.sh.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/resolve/diagnostic_resolver.h"
#include "api/resolve/line_table.h"
#include "api/spirv_tools/environment.h"
#include "api/spirv_tools/ext_inst_types.h"
#include "api/spirv_tools/guarded_call.h"
#include "api/spirv_tools/message.h"
#include "core/diagnostic.h"
#include "core/rule_policy.h"
#include "grammar/grammar.h"
#include "parse/text/assembler.h"
#include "parse/text/syntax_rules.h"

namespace plumb::spirv_tools {
namespace {

// SPIRV-Tools' assembler, in the registry of generators.
constexpr uint32_t kGenerator = 7u << 16;

AssembleOptions ConvertOptions(const spv_context_t& context, uint32_t options) {
  AssembleOptions result;
  result.env = EnvironmentOf(context.env);
  // A version that is stated bars no opcode: validation reports those.
  result.version = NewestVersion(context.env);
  result.generator = kGenerator;
  result.preserve_numeric_ids =
      (options & SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS) != 0;
  return result;
}

// Line and column from 0.
spv_position_t PositionAt(absl::string_view text, size_t offset) {
  const LineAndColumn at = LineTable(text).At(offset);
  spv_position_t position = {};
  position.line = at.line - 1;
  position.column = at.column - 1;
  position.index = std::min(offset, text.size());
  return position;
}

Failure TextFailure(absl::string_view text, size_t offset, spv_result_t result,
                    std::string message) {
  Failure failure;
  failure.result = result;
  failure.position = PositionAt(text, offset);
  failure.message = std::move(message);
  failure.is_of_text = true;
  return failure;
}

// An opcode, enumerant or instruction of a set that is not in the grammar.
bool IsLookupError(const Rule& rule) {
  return absl::StartsWith(rule.id, "asm.opcode.unknown");
}

Failure FirstError(const Module& module, const DiagnosticList& diagnostics,
                   absl::string_view text) {
  const Diagnostic& first = diagnostics.diagnostics().front();
  const std::vector<ResolvedDiagnostic> resolved =
      ResolveDiagnostics(module, diagnostics, kDefaultTargetEnv, 1);
  const size_t offset =
      first.place.kind == Place::Kind::kInput ? first.place.begin : 0;
  return TextFailure(text, offset,
                     IsLookupError(*first.rule) ? SPV_ERROR_INVALID_LOOKUP
                                                : SPV_ERROR_INVALID_TEXT,
                     resolved.front().message);
}

// Whether an instruction defines again what SPIRV-Tools' assembler keeps by id:
// a type or an imported set.
bool IsRepeatedFact(const Module& module, InstIndex redefinition) {
  const Op op = module.record(redefinition).op;
  const InstIndex first = module.def(module.record(redefinition).result);
  const Op first_op = module.record(first).op;
  const auto is_type = [](Op declaration) {
    return grammar::Info(declaration).op_class ==
           grammar::Class::kTypeDeclaration;
  };
  return (op == Op::kExtInstImport && first_op == op) ||
         (is_type(op) && is_type(first_op));
}

// Errors of a text that Plumb leaves to its validator.
std::optional<Failure> FindOtherError(const Module& module,
                                      absl::string_view text) {
  for (const InstIndex redefinition : module.redefinitions()) {
    if (!IsRepeatedFact(module, redefinition)) continue;
    return TextFailure(text, module.origin(redefinition),
                       SPV_ERROR_INVALID_TEXT,
                       "the result is defined by an earlier instruction");
  }
  for (const InstIndex import : module.ext_inst_imports()) {
    if (ExtInstTypeOf(module.inst(import)) != SPV_EXT_INST_TYPE_NONE) continue;
    return TextFailure(text, module.origin(import), SPV_ERROR_INVALID_TEXT,
                       "the extended instruction set is unknown");
  }
  return std::nullopt;
}

spv_binary CopyWords(absl::Span<const uint32_t> words) {
  auto copy = std::make_unique<uint32_t[]>(words.size());
  std::copy(words.begin(), words.end(), copy.get());
  auto binary = std::make_unique<spv_binary_t>();
  binary->wordCount = words.size();
  binary->code = copy.release();
  return binary.release();
}

std::optional<Failure> CheckText(const char* text, size_t length) {
  constexpr size_t kMaxLength = std::numeric_limits<int32_t>::max();
  if (text == nullptr) {
    return TextFailure("", 0, SPV_ERROR_INVALID_TEXT, "the text is missing");
  }
  if (length > kMaxLength) {
    return TextFailure("", 0, SPV_ERROR_INVALID_TEXT,
                       absl::StrCat("the text has ", length,
                                    " bytes, which is more than ", kMaxLength));
  }
  return std::nullopt;
}

spv_result_t Assemble(const spv_context_t& context, const char* text,
                      size_t length, uint32_t options, spv_binary* binary,
                      spv_diagnostic* diagnostic) {
  if (binary == nullptr) return SPV_ERROR_INVALID_POINTER;
  std::optional<Failure> failure = CheckText(text, length);
  if (failure.has_value()) return Fail(context, *failure, diagnostic);
  const absl::string_view view(text, length);
  RulePolicy policy;
  policy.disabled.insert(&SyntaxRule("asm.string.utf8"));
  DiagnosticList diagnostics;
  diagnostics.set_policy(&policy);
  Module module;
  Assembler assembler;
  const bool is_read = assembler.Assemble(
      view, ConvertOptions(context, options), &module, &diagnostics);
  if (!is_read) {
    diagnostics.Sort();
    failure = FirstError(module, diagnostics, view);
  } else {
    failure = FindOtherError(module, view);
  }
  if (failure.has_value()) return Fail(context, *failure, diagnostic);
  *binary = CopyWords(module.words());
  return SPV_SUCCESS;
}

}  // namespace
}  // namespace plumb::spirv_tools

spv_result_t spvTextToBinaryWithOptions(const spv_const_context context,
                                        const char* text, const size_t length,
                                        const uint32_t options,
                                        spv_binary* binary,
                                        spv_diagnostic* diagnostic) {
  using namespace plumb::spirv_tools;  // NOLINT
  return GuardedCall(context, diagnostic, [&](const spv_context_t& c) {
    return Assemble(c, text, length, options, binary, diagnostic);
  });
}

spv_result_t spvTextToBinary(const spv_const_context context, const char* text,
                             const size_t length, spv_binary* binary,
                             spv_diagnostic* diagnostic) {
  return spvTextToBinaryWithOptions(context, text, length,
                                    SPV_TEXT_TO_BINARY_OPTION_NONE, binary,
                                    diagnostic);
}

void spvBinaryDestroy(spv_binary binary) {
  if (binary == nullptr) return;
  delete[] binary->code;
  delete binary;
}
