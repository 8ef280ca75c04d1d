// A readable name for every id: from OpName, from the type or constant, or
// from the built-in of the variable; otherwise the number.
//
// Names are those of spirv-dis: made in one pass over the module in order, so
// that a type is named after the names that its parts have by then, and a name
// in use gets the first free suffix (_0, _1, ...).  The pass goes only as far
// as needed for the requested ids, and omits types and constants if only
// numbers are requested.  Names are cut off at kMaxNameSize bytes.  A derived
// name that would be longer, or made from names that are nested deeper than
// kMaxNesting, is replaced by the number: text grows with the module, and not
// with the depth of its types.
//
// Tested by friendly_names_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_
#define PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/buffer.h"
#include "core/module.h"

namespace plumb {

class FriendlyNames {
 public:
  static constexpr size_t kMaxNameSize = 1024;
  static constexpr uint32_t kMaxNesting = 16;

  // Names the ids of `module`.  Linear in the module's size for all ids;
  // allocates nothing per id.
  explicit FriendlyNames(const Module& module);

  // The name of `id`, without the percent sign.
  std::string Name(Id id);

  // "%name"; empty if the id has no name except its number.  Valid until the
  // next call for another id.
  absl::string_view TextOf(Id id) {
    if (id.value >= names_.size()) return {};
    if (names_[id.value].size == 0) NameInstructionsUntil(id);
    return ViewOf(names_[id.value]);
  }

 private:
  // A part of text_, including the percent sign.  Size 1: the id's number; 0:
  // not named yet.
  struct Range {
    uint64_t begin : 43 = 0;
    uint64_t nesting : 5 = 0;  // of a derived name
    uint64_t size : 16 = 0;
  };
  static_assert(sizeof(Range) == 8);
  // An entry of the table of names in use.
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = 0;           // 0: free
    uint32_t next_suffix = 0;  // the first that may be free for this name
  };

  absl::string_view ViewOf(Range range) const {
    if (range.size <= 1) return {};
    return absl::string_view(text_.data() + range.begin, range.size);
  }

  // Names an id that has no name yet.
  void NameInstructionsUntil(Id id);
  // Continues until `id` is named, or to instruction `end`.
  void ContinueNaming(uint32_t end, Id id);
  void NameInstruction(InstIndex index);
  void NameDecorated(const Inst& inst);
  bool AppendTypeName(const Inst& inst);
  void AppendPart(Id id);
  void AppendEnumerantName(grammar::Kind kind, uint32_t value);
  bool AppendConstantValue(const Inst& inst);
  void Append(absl::string_view text) {
    name_.append(text.data(), text.size());
  }

  // A name is built in name_, after a percent sign, between Begin() and Save(),
  // which assigns it to `id`, possibly with a suffix, unless the id already has
  // one.
  void Begin() {
    nesting_ = 0;
    name_ = '%';
  }
  void Save(Id id);
  void SetName(Id id);
  void SaveNumber(Id id);
  // Gives `id` its number as a name; false if that is in use or too large.
  bool TakeNumber(Id id);
  // Whether `id` keeps its number, whatever instructions follow.
  bool WillBeNumber(Id id) const;
  bool HasName(Id id) const {
    return id == kNoId || id.value >= names_.size() ||
           names_[id.value].size != 0;
  }
  // Assigns name_ to `id`, or, if it is in use, returns
  // the count of suffixes that were tried for it.  The pointer is valid until
  // the next call.
  uint32_t* AssignOrCount(Id id);
  void GrowTable();

  const Module& module_;
  uint32_t next_ = 0;          // the first instruction not yet visited
  uint32_t end_of_names_ = 0;  // after the last OpName and decoration
  Buffer<char> text_;          // all names, each after a percent sign
  std::string name_;
  uint32_t nesting_ = 0;      // of name_
  std::vector<Range> names_;  // by id
  // Names in use: small decimal numbers as bits, others by their hash.
  std::vector<bool> numbers_;
  std::vector<Slot> slots_;
  size_t used_slots_ = 0;
  absl::flat_hash_map<uint32_t, uint32_t> number_suffixes_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_
