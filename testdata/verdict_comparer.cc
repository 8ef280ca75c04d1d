// See verdict_comparer.h.
#include "testdata/verdict_comparer.h"

#include <algorithm>

#include "core/target_env.h"
#include "re2/re2.h"

namespace plumb {
namespace {

absl::string_view BytesOf(absl::Span<const uint32_t> words) {
  return {reinterpret_cast<const char*>(words.data()),
          words.size() * sizeof(uint32_t)};
}

// Removes as many instructions of a module as possible.
class Minimizer {
 public:
  Minimizer(absl::Span<const uint32_t> words, VerdictComparer* comparer,
            size_t max_tries)
      : words_(words.begin(), words.end()),
        comparer_(comparer),
        tries_left_(max_tries),
        original_verdicts_(comparer->Compare(words)) {
    FindStarts();
  }

  std::vector<uint32_t> Run() {
    size_t chunk = std::max<size_t>(starts_.size() / 4, 1);
    for (;;) {
      const bool smaller = RemoveChunks(chunk);
      if (tries_left_ == 0 || (chunk == 1 && !smaller)) return words_;
      chunk = std::max<size_t>(chunk / 2, 1);
    }
  }

 private:
  void FindStarts() {
    starts_.clear();
    for (size_t at = kHeaderWords; at < words_.size();) {
      starts_.push_back(at);
      at += std::max<size_t>(words_[at] >> 16, 1);
    }
    starts_.push_back(words_.size());
  }

  bool KeepsVerdicts(absl::Span<const uint32_t> words) {
    --tries_left_;
    const Verdicts now = comparer_->Compare(words);
    return now.plumb_accepts == original_verdicts_.plumb_accepts &&
           now.peer_accepts == original_verdicts_.peer_accepts &&
           now.reason() == original_verdicts_.reason();
  }

  // From the end, where instructions depend on earlier ones.
  bool RemoveChunks(size_t chunk) {
    bool any = false;
    for (size_t end = starts_.size() - 1; end > 0 && tries_left_ > 0;) {
      const size_t first = end > chunk ? end - chunk : 0;
      std::vector<uint32_t> fewer(words_);
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(starts_[first]),
                  fewer.begin() + static_cast<std::ptrdiff_t>(starts_[end]));
      if (KeepsVerdicts(fewer)) {
        words_ = std::move(fewer);
        FindStarts();
        any = true;
      }
      end = first;
    }
    return any;
  }

  std::vector<uint32_t> words_;
  std::vector<size_t> starts_;  // of instructions, and the end
  VerdictComparer* comparer_;
  size_t tries_left_;
  const Verdicts original_verdicts_;
};

}  // namespace

std::string ReasonOf(absl::string_view message) {
  static const RE2* const kPlace = new RE2("^[0-9]+: ");
  static const RE2* const kQuoted = new RE2("'[^']*'");
  static const RE2* const kNamedId = new RE2("%?[0-9]+\\[%[^\\]]*\\]");
  static const RE2* const kId = new RE2("%[A-Za-z0-9_]+");
  static const RE2* const kNumber = new RE2("\\b[0-9]+\\b");
  static const RE2* const kType = new RE2("\\(OpType[A-Za-z]+\\)");
  static const RE2* const kFound = new RE2("Found OpType[A-Za-z]+");
  std::string reason(message.substr(0, message.find('\n')));
  RE2::Replace(&reason, *kPlace, "");
  RE2::GlobalReplace(&reason, *kQuoted, "<id>");
  RE2::GlobalReplace(&reason, *kNamedId, "<id>");
  RE2::GlobalReplace(&reason, *kId, "<id>");
  RE2::GlobalReplace(&reason, *kType, "(<type>)");
  RE2::GlobalReplace(&reason, *kFound, "Found <type>");
  // The numbers of VUIDs are kept, because they identify the reason.
  if (reason.find("VUID") == std::string::npos) {
    RE2::GlobalReplace(&reason, *kNumber, "N");
  }
  return reason;
}

std::unique_ptr<VerdictComparer> VerdictComparer::Create(
    absl::string_view target_env) {
  const std::optional<TargetEnv> env = ParseTargetEnv(target_env);
  absl::StatusOr<bench::Peer> peer =
      bench::Peer::Create(target_env, bench::PeerNames::kNumbers);
  if (!env.has_value() || !peer.ok()) return nullptr;
  SessionOptions options;
  options.env = *env;
  options.format = InputFormat::kBinary;
  return std::unique_ptr<VerdictComparer>(
      new VerdictComparer(*std::move(peer), std::move(options)));
}

Verdicts VerdictComparer::Compare(absl::Span<const uint32_t> words) {
  Verdicts verdicts;
  const absl::StatusOr<Verdict> verdict = session_.Run(BytesOf(words));
  verdicts.plumb_accepts = verdict.ok() && *verdict == Verdict::kValid;
  if (!verdicts.plumb_accepts) {
    verdicts.plumb_reason = "not read";
    for (const ResolvedDiagnostic& d : session_.Report("").diagnostics) {
      if (d.severity != Severity::kError) continue;
      verdicts.plumb_reason = std::string(d.rule->id);
      verdicts.plumb_message = d.message;
      break;
    }
  }
  const absl::Status peer = peer_.Validate(words);
  verdicts.peer_accepts = peer.ok();
  if (!peer.ok()) {
    verdicts.peer_message = std::string(peer.message());
    verdicts.peer_reason = ReasonOf(peer.message());
  }
  return verdicts;
}

std::vector<uint32_t> Minimize(absl::Span<const uint32_t> words,
                               VerdictComparer* comparer, size_t max_tries) {
  return Minimizer(words, comparer, max_tries).Run();
}

}  // namespace plumb
