// SPIRV-Tools as the peer, for benchmarks and differential tests.  A thin
// wrapper of its C interface that owns the returned objects.
//
// The context and the validator's options are made once and reused, and
// results stay in the peer's own memory, so a benchmark times the peer without
// copies.
//
// Tested by peer_test.cc.

#ifndef PLUMB_BENCH_PEER_H_
#define PLUMB_BENCH_PEER_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "spirv-tools/libspirv.h"

namespace plumb::bench {

// A module that the peer assembled.
class PeerBinary {
 public:
  // Takes ownership; `binary` is not null.
  explicit PeerBinary(spv_binary binary) : binary_(binary) {}
  // The words, header included, in the byte order of this machine.
  absl::Span<const uint32_t> words() const {
    return {binary_->code, binary_->wordCount};
  }

 private:
  struct Destroy {
    void operator()(spv_binary binary) const { spvBinaryDestroy(binary); }
  };
  std::unique_ptr<spv_binary_t, Destroy> binary_;
};

// A text that the peer disassembled.
class PeerText {
 public:
  // Takes ownership; `text` is not null.
  explicit PeerText(spv_text text) : text_(text) {}
  absl::string_view text() const { return {text_->str, text_->length}; }

 private:
  struct Destroy {
    void operator()(spv_text text) const { spvTextDestroy(text); }
  };
  std::unique_ptr<spv_text_t, Destroy> text_;
};

enum class PeerIds {
  kRenumber,  // spirv-as: ids are numbered in order of appearance
  kPreserve,  // spirv-as --preserve-numeric-ids: %7 is id 7
};

enum class PeerNames {
  kFriendly,  // spirv-dis and spirv-val without options: %main, %v4float
  kNumbers,   // spirv-dis --raw-id: %4
};

// The format of the disassembler's text, by the options of spirv-dis.
struct PeerTextOptions {
  bool header = true;          // not --no-header
  bool indent = true;          // not --no-indent
  bool friendly_names = true;  // not --raw-id
  bool offsets = false;
  bool comment = false;
  bool color = false;
};

// The calls are const and may be made by several threads at once.
class Peer {
 public:
  // `target_env` as for spirv-val --target-env ("spv1.3", "vulkan1.2").
  // `names` determines how the validator names ids in messages: it makes
  // friendly names for the whole module even if it reports nothing.  Fails
  // with kInvalidArgument on an unknown environment.
  static absl::StatusOr<Peer> Create(absl::string_view target_env,
                                     PeerNames names = PeerNames::kFriendly);

  // Fails with kInvalidArgument and "LINE:COLUMN: message", counted from 1.
  absl::StatusOr<PeerBinary> Assemble(absl::string_view text,
                                      PeerIds ids = PeerIds::kRenumber) const;

  // `words` must include the header.  Fails with kInvalidArgument and "N:
  // message": N is the number of the instruction, or the word offset if the
  // binary itself cannot be read.
  absl::Status Validate(absl::Span<const uint32_t> words) const;

  // The text without a header comment, indented like spirv-dis.  Fails like
  // Validate().
  absl::StatusOr<PeerText> Disassemble(
      absl::Span<const uint32_t> words,
      PeerNames names = PeerNames::kFriendly) const;
  absl::StatusOr<PeerText> Disassemble(absl::Span<const uint32_t> words,
                                       const PeerTextOptions& options) const;

 private:
  struct DestroyContext {
    void operator()(spv_context context) const { spvContextDestroy(context); }
  };
  struct DestroyOptions {
    void operator()(spv_validator_options options) const {
      spvValidatorOptionsDestroy(options);
    }
  };

  Peer(spv_target_env env, PeerNames names);

  std::unique_ptr<spv_context_t, DestroyContext> context_;
  std::unique_ptr<spv_validator_options_t, DestroyOptions> options_;
};

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_PEER_H_
