// The work of the language server for a key: an edit of a generated text, up to
// its diagnostics, and what an editor asks for next.
//
//   bazel run -c opt //bench:edits
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "bench/generate.h"
#include "benchmark/benchmark.h"
#include "cli/lsp/annotations.h"
#include "cli/lsp/diagnostics.h"
#include "cli/lsp/document.h"
#include "cli/lsp/hover.h"

namespace plumb::bench {
namespace {

using lsp::Document;

// A valid text of at least so many bytes: functions as shaders have them.
std::string TextOf(size_t size) {
  const Axis& axis = *FindAxis("bodies");
  int n = 1;
  std::string text = axis.generate(n);
  while (text.size() < size && 2 * n <= axis.largest) {
    n *= 2;
    text = axis.generate(n);
  }
  return text;
}

// One edit in the middle of a line of the text: a blank comes or goes.
class Typist {
 public:
  explicit Typist(Document* document) : document_(document) {}

  void Type() {
    at_ = (at_ + 104729) % document_->text().size();
    at_ = document_->text().find('\n', at_) % document_->text().size();
    document_->Edit(at_, at_, " ");
    document_->Edit(at_, at_ + 1, "");
  }

 private:
  Document* const document_;
  size_t at_ = 0;
};

void SetBytes(const Document& document, benchmark::State* state) {
  state->SetLabel(absl::StrCat(document.text().size(), " bytes"));
}

void EditToDiagnostics(benchmark::State& state) {
  Document document("file:///a", TextOf(static_cast<size_t>(state.range(0))), 1,
                    lsp::PositionEncoding::kUtf16);
  Typist typist(&document);
  for (auto _ : state) {
    typist.Type();
    benchmark::DoNotOptimize(lsp::DiagnosticsJson(&document));
  }
  SetBytes(document, &state);
}

void EditToHover(benchmark::State& state) {
  Document document("file:///a", TextOf(static_cast<size_t>(state.range(0))), 1,
                    lsp::PositionEncoding::kUtf16);
  Typist typist(&document);
  for (auto _ : state) {
    typist.Type();
    benchmark::DoNotOptimize(
        lsp::HoverJson(&document, document.text().size() / 2));
  }
  SetBytes(document, &state);
}

void EditToColors(benchmark::State& state) {
  Document document("file:///a", TextOf(static_cast<size_t>(state.range(0))), 1,
                    lsp::PositionEncoding::kUtf16);
  Typist typist(&document);
  for (auto _ : state) {
    typist.Type();
    benchmark::DoNotOptimize(lsp::SemanticTokensJson(
        &document,
        {document.text().size() / 2, document.text().size() / 2 + 4000}));
  }
  SetBytes(document, &state);
}

BENCHMARK(EditToDiagnostics)->Arg(40'000)->Arg(1'000'000)->Arg(4'000'000);
BENCHMARK(EditToHover)->Arg(40'000)->Arg(1'000'000);
BENCHMARK(EditToColors)->Arg(40'000)->Arg(1'000'000);

}  // namespace
}  // namespace plumb::bench

BENCHMARK_MAIN();
