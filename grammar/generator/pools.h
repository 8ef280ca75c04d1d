// Pools that store equal texts and equal lists once.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_POOLS_H_
#define PLUMB_GRAMMAR_GENERATOR_POOLS_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace plumb::grammar::generator {

// A text in a TextPool (grammar.h, Name).
struct TextRef {
  uint32_t offset = 0;
  uint32_t size = 0;
  bool operator<(const TextRef& other) const { return offset < other.offset; }
};

class TextPool {
 public:
  TextRef Add(const std::string& text) {
    const auto size = static_cast<uint32_t>(text.size());
    const auto [it, is_new] =
        refs_.emplace(text, TextRef{static_cast<uint32_t>(text_.size()), size});
    if (is_new) text_ += text;
    return it->second;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::map<std::string, TextRef> refs_;
};

// Lists, one after the other in one flat array.  T needs operator<.
template <typename T>
class ListPool {
 public:
  // Returns the start of the list.  An empty list starts at 0.
  uint32_t Add(const std::vector<T>& list) {
    if (list.empty()) return 0;
    const auto [it, is_new] =
        firsts_.emplace(list, static_cast<uint32_t>(items_.size()));
    if (is_new) items_.insert(items_.end(), list.begin(), list.end());
    return it->second;
  }
  const std::vector<T>& items() const { return items_; }

 private:
  std::vector<T> items_;
  // Not std::less: on big-endian hosts, operator< of vectors of unsigned
  // numbers compares a part of the items only, in libstdc++ 12 (GCC bug
  // 113960).
  struct Less {
    bool operator()(const std::vector<T>& a, const std::vector<T>& b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(),
                                          b.end());
    }
  };
  std::map<std::vector<T>, uint32_t, Less> firsts_;
};

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_POOLS_H_
