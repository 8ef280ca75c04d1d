// spvValidate and its variants.  Tested by contract_test.sh and
// validation_test.cc.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "api/resolve/diagnostic_resolver.h"
#include "api/spirv_tools/binary_input.h"
#include "api/spirv_tools/environment.h"
#include "api/spirv_tools/guarded_call.h"
#include "api/spirv_tools/rule_results.h"
#include "api/spirv_tools/validator_options.h"
#include "core/diagnostic.h"
#include "core/rule_policy.h"
#include "parse/binary/binary_reader.h"
#include "parse/disassembly/disassembler.h"
#include "validate/validator.h"

namespace plumb::spirv_tools {
namespace {

// The line after a message: the instruction with names, as programs print it.
std::string InstructionText(const Module& module, InstIndex inst) {
  DisassemblerOptions options;
  options.indent = false;
  std::string text = "\n  ";
  Disassembler(module, options).AppendInstruction(inst, &text);
  text.push_back('\n');
  return text;
}

// "[VUID-...] message [rule]".
std::string MessageText(const ResolvedDiagnostic& resolved) {
  std::string text;
  if (!resolved.vuid.empty()) absl::StrAppend(&text, "[", resolved.vuid, "] ");
  absl::StrAppend(&text, resolved.message, " [", resolved.rule->id, "]");
  return text;
}

Failure FirstError(const Module& module, absl::Span<const uint32_t> words,
                   const DiagnosticList& diagnostics, TargetEnv env) {
  const Diagnostic* first = nullptr;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    if (d.severity != Severity::kError) continue;
    first = &d;
    break;
  }
  // Errors are resolved before warnings.
  const std::vector<ResolvedDiagnostic> resolved =
      ResolveDiagnostics(module, diagnostics, env, 1);
  Failure failure =
      BinaryFailure(ResultOf(*first), 0, MessageText(resolved.front()));
  if (first->place.kind == Place::Kind::kInput) {
    failure.position.index = InstructionNumber(words, first->place.begin);
  } else if (first->place.kind == Place::Kind::kInstruction) {
    failure.position.index = first->place.inst.value + 1;
    failure.message += InstructionText(module, first->place.inst);
  }
  return failure;
}

// The first error of a module, if it has one.
std::optional<Failure> FindError(const spv_context_t& context,
                                 spv_const_validator_options options,
                                 const uint32_t* words, size_t count) {
  std::optional<Failure> failure = CheckWords(words, count);
  if (failure.has_value()) return failure;
  ValidatorOptions converted = spirv_tools::ConvertOptions(options);
  converted.env = EnvironmentOf(context.env);
  const RulePolicy policy;
  DiagnosticList diagnostics;
  diagnostics.set_policy(&policy);
  const absl::Span<const uint32_t> view = absl::MakeConstSpan(words, count);
  Module module;
  BinaryReader reader;
  const bool is_read = reader.Read(view, &module, &diagnostics);
  diagnostics.Sort();
  if (is_read) {
    Validator validator;
    if (validator.Validate(module, converted, &diagnostics)) {
      return std::nullopt;
    }
  }
  return FirstError(module, module.words().empty() ? view : module.words(),
                    diagnostics, converted.env);
}

spv_result_t Validate(spv_const_context context,
                      spv_const_validator_options options,
                      const uint32_t* words, size_t count,
                      spv_diagnostic* diagnostic) {
  return GuardedCall(context, diagnostic, [&](const spv_context_t& c) {
    const std::optional<Failure> failure = FindError(c, options, words, count);
    return failure.has_value() ? Fail(c, *failure, diagnostic) : SPV_SUCCESS;
  });
}

}  // namespace
}  // namespace plumb::spirv_tools

spv_result_t spvValidateWithOptions(const spv_const_context context,
                                    const spv_const_validator_options options,
                                    const spv_const_binary binary,
                                    spv_diagnostic* diagnostic) {
  const uint32_t* const words = binary == nullptr ? nullptr : binary->code;
  const size_t count = binary == nullptr ? 0 : binary->wordCount;
  return plumb::spirv_tools::Validate(context, options, words, count,
                                      diagnostic);
}

spv_result_t spvValidate(const spv_const_context context,
                         const spv_const_binary binary,
                         spv_diagnostic* diagnostic) {
  return spvValidateWithOptions(context, nullptr, binary, diagnostic);
}

spv_result_t spvValidateBinary(const spv_const_context context,
                               const uint32_t* words, const size_t num_words,
                               spv_diagnostic* diagnostic) {
  return plumb::spirv_tools::Validate(context, nullptr, words, num_words,
                                      diagnostic);
}
