#include "validate/pipeline/component_words.h"

#include <algorithm>

#include "validate/facts/object_types.h"

namespace plumb {
namespace {

namespace tt = type_trait;

// Walks the parts of a type depth first, with the location at hand.
class WordWalk {
 public:
  WordWalk(const ModuleContext& context, uint32_t location, uint32_t component,
           std::vector<ComponentWord>* words)
      : context_(context),
        types_(context.types()),
        location_(location),
        component_(component),
        limit_(words->size() + kMaxComponentWords),
        words_(words) {}

  bool Walk(Id type) {
    pending_.push_back({type, 1});
    // A part without words, as an empty structure, still takes a step.
    for (size_t steps = 0; !pending_.empty(); ++steps) {
      if (steps > kMaxComponentWords || words_->size() > limit_) return false;
      Part& part = pending_.back();
      const Id at_hand = part.type;
      if (--part.count == 0) pending_.pop_back();
      Take(at_hand);
    }
    return words_->size() <= limit_;
  }

 private:
  // Equal parts in a row.
  struct Part {
    Id type;
    uint64_t count;
  };

  void Take(Id type) {
    const TypeInfo& info = types_.Get(type);
    if (info.unknown()) return;
    if (info.Is(tt::kScalar | tt::kVector)) {
      TakeVector(info);
    } else if (info.Is(tt::kMatrix)) {
      Push(info.element, info.count);
    } else if (info.Is(tt::kArray)) {
      const ScalarConstant length = LengthOf(context_, type);
      Push(info.element, length.known ? static_cast<uint64_t>(
                                            std::max<int64_t>(length.value, 0))
                                      : 1);
    } else if (info.Is(tt::kStruct)) {
      for (uint32_t m = std::min<uint32_t>(info.count, kMaxComponentWords);
           m-- > 0;) {
        Push(types_.MemberOf(context_.module(), type, m), 1);
      }
    }
  }

  void Push(Id type, uint64_t count) {
    if (count > 0) pending_.push_back({type, count});
  }

  void TakeVector(const TypeInfo& info) {
    ComponentWord word;
    word.width = static_cast<uint8_t>(std::min(info.width, 255u));
    word.kind = info.traits & (tt::kFloat | tt::kInt | tt::kSigned | tt::kBool);
    const uint32_t per_scalar = info.width == 64 ? 2 : 1;
    const uint32_t count =
        per_scalar * (info.Is(tt::kScalar) ? 1 : std::min(info.count, 32u));
    for (uint32_t n = 0; n < count; ++n) {
      word.location = location_ + (component_ + n) / 4;
      word.component = static_cast<uint8_t>((component_ + n) % 4);
      words_->push_back(word);
    }
    location_ += std::max(1u, (component_ + count + 3) / 4);
  }

  const ModuleContext& context_;
  const TypeTable& types_;
  uint32_t location_;
  const uint32_t component_;  // of each element
  const size_t limit_;
  std::vector<ComponentWord>* words_;
  std::vector<Part> pending_;
};

}  // namespace

bool AppendComponentWords(const ModuleContext& context, Id type,
                          uint32_t location, uint32_t component,
                          std::vector<ComponentWord>* words) {
  return WordWalk(context, location, component, words).Walk(type);
}

NumericType NumericTypeOf(const ComponentWord& word) {
  if ((word.kind & tt::kFloat) != 0) return NumericType::kFloat;
  return (word.kind & tt::kSigned) != 0 ? NumericType::kSignedInt
                                        : NumericType::kUnsignedInt;
}

}  // namespace plumb
