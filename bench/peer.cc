// See peer.h.  Tested by peer_test.cc.

#include "bench/peer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "spirv-tools/libspirv.h"

namespace plumb::bench {
namespace {

struct DestroyDiagnostic {
  void operator()(spv_diagnostic diagnostic) const {
    spvDiagnosticDestroy(diagnostic);
  }
};
using Diagnostic = std::unique_ptr<spv_diagnostic_t, DestroyDiagnostic>;

// The error of a call that returned `result`; `diagnostic` may be null.
absl::Status ErrorOf(spv_result_t result, const spv_diagnostic_t* diagnostic) {
  if (diagnostic == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("0: no message, result ", static_cast<int>(result)));
  }
  const spv_position_t& at = diagnostic->position;
  return absl::InvalidArgumentError(
      diagnostic->isTextSource
          ? absl::StrCat(at.line + 1, ":", at.column + 1, ": ",
                         diagnostic->error)
          : absl::StrCat(at.index, ": ", diagnostic->error));
}

}  // namespace

Peer::Peer(spv_target_env env, PeerNames names)
    : context_(spvContextCreate(env)), options_(spvValidatorOptionsCreate()) {
  spvValidatorOptionsSetFriendlyNames(options_.get(),
                                      names == PeerNames::kFriendly);
}

absl::StatusOr<Peer> Peer::Create(absl::string_view target_env,
                                  PeerNames names) {
  const std::string env_name(target_env);
  spv_target_env env = SPV_ENV_UNIVERSAL_1_0;
  if (!spvParseTargetEnv(env_name.c_str(), &env)) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown target environment ", target_env));
  }
  Peer peer(env, names);
  if (peer.context_ == nullptr) {
    return absl::InternalError("the peer makes no context");
  }
  return peer;
}

absl::StatusOr<PeerBinary> Peer::Assemble(absl::string_view text,
                                          PeerIds ids) const {
  const uint32_t options = ids == PeerIds::kPreserve
                               ? SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS
                               : SPV_TEXT_TO_BINARY_OPTION_NONE;
  spv_binary binary = nullptr;
  spv_diagnostic raw = nullptr;
  const spv_result_t result = spvTextToBinaryWithOptions(
      context_.get(), text.data(), text.size(), options, &binary, &raw);
  const Diagnostic diagnostic(raw);
  if (result != SPV_SUCCESS) {
    spvBinaryDestroy(binary);
    return ErrorOf(result, diagnostic.get());
  }
  return PeerBinary(binary);
}

absl::Status Peer::Validate(absl::Span<const uint32_t> words) const {
  spv_const_binary_t binary = {words.data(), words.size()};
  spv_diagnostic raw = nullptr;
  const spv_result_t result =
      spvValidateWithOptions(context_.get(), options_.get(), &binary, &raw);
  const Diagnostic diagnostic(raw);  // it may contain a warning
  return result == SPV_SUCCESS ? absl::OkStatus()
                               : ErrorOf(result, diagnostic.get());
}

absl::StatusOr<PeerText> Peer::Disassemble(absl::Span<const uint32_t> words,
                                           PeerNames names) const {
  PeerTextOptions options;
  options.header = false;
  options.friendly_names = names == PeerNames::kFriendly;
  return Disassemble(words, options);
}

absl::StatusOr<PeerText> Peer::Disassemble(
    absl::Span<const uint32_t> words, const PeerTextOptions& options) const {
  uint32_t bits = SPV_BINARY_TO_TEXT_OPTION_NONE;
  const auto set = [&bits](bool on, uint32_t bit) {
    if (on) bits |= bit;
  };
  set(!options.header, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
  set(options.indent, SPV_BINARY_TO_TEXT_OPTION_INDENT);
  set(options.friendly_names, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
  set(options.offsets, SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET);
  set(options.comment, SPV_BINARY_TO_TEXT_OPTION_COMMENT);
  set(options.color, SPV_BINARY_TO_TEXT_OPTION_COLOR);
  spv_text text = nullptr;
  spv_diagnostic raw = nullptr;
  const spv_result_t result = spvBinaryToText(context_.get(), words.data(),
                                              words.size(), bits, &text, &raw);
  const Diagnostic diagnostic(raw);
  if (result != SPV_SUCCESS) {
    spvTextDestroy(text);
    return ErrorOf(result, diagnostic.get());
  }
  return PeerText(text);
}

}  // namespace plumb::bench
