// See explanations.h.
#include "bindings/npm/native/explanations.h"

#include <algorithm>
#include <utility>

#include "api/explain/explanation_texts.h"

namespace plumb {
namespace {

struct Explanations {
  std::string packed;
  internal::ExplanationTexts texts;  // in `packed`
};

Explanations& TheExplanations() {
  static Explanations& explanations = *new Explanations;
  return explanations;
}

}  // namespace

namespace internal {

const ExplanationTexts& Texts() { return TheExplanations().texts; }

}  // namespace internal

namespace js {

bool SetExplanations(std::string packed) {
  Explanations& explanations = TheExplanations();
  std::replace(packed.begin(), packed.end(), '\n', '\0');
  explanations.packed = std::move(packed);
  return explanations.texts.Read(explanations.packed);
}

}  // namespace js
}  // namespace plumb
