// A readable name for every id: what OpName says, what a type or constant is,
// or the built-in that a variable stands for; the number elsewhere.
//
// Names are those of spirv-dis: made in one pass over the module in order, so
// that a type is named after what its parts are called by then, and a name that
// is taken gets the first free suffix (_0, _1, ...).  The pass goes no further
// than to what names the ids that are asked for, and leaves out types and
// constants where only numbers are.  Names are cut off at
// kMaxNameSize bytes and derived names that would be longer give way to the
// number, so that names never outgrow the module by more than that factor.
//
// Tested by friendly_names_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_
#define PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

class FriendlyNames {
 public:
  static constexpr size_t kMaxNameSize = 1024;

  // Names the ids of `module`, with the older names of what they are made of
  // (older_names.h) if asked to.  For all together linear in the module's size;
  // allocates nothing per id.
  explicit FriendlyNames(const Module& module, bool older_names = false);

  // The name of `id`, without the percent sign.
  std::string Name(Id id);

  // "%name"; empty if the id has no other name than its number.  Good until the
  // next id is asked for.
  absl::string_view TextOf(Id id) {
    if (id.value >= names_.size()) return {};
    if (names_[id.value].size == 0) NameUntil(id);
    return ViewOf(names_[id.value]);
  }

 private:
  // A part of text_, the percent sign included.  Size 1: the id's number; 0:
  // not named yet.
  struct Range {
    uint64_t begin : 48 = 0;
    uint64_t size : 16 = 0;
  };
  static_assert(sizeof(Range) == 8);
  // An entry of the table of names that are taken.
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
  void NameUntil(Id id);
  // Goes on until `id` is named, or to instruction `end`.
  void GoOn(uint32_t end, Id id);
  void NameInstruction(InstIndex index);
  void NameDecorated(const Inst& inst);
  bool AppendTypeName(const Inst& inst);
  void AppendPart(Id id);
  void AppendEnumerantName(grammar::Kind kind, uint32_t value);
  bool AppendConstantValue(const Inst& inst);
  void Append(absl::string_view text) {
    text_.append(text.data(), text.size());
  }

  // A name is built at the end of text_, behind a percent sign, between
  // Begin() and Save(), which gives it to `id`, perhaps with a suffix, unless
  // the id has one already.
  void Begin() {
    begin_ = text_.size();
    text_.push_back('%');
  }
  void Save(Id id);
  void SetName(Id id);
  void SaveNumber(Id id);
  // Gives `id` its number for a name; false if that is taken or too large.
  bool TakeNumber(Id id);
  // Whether whatever is still to come leaves `id` its number.
  bool WillBeNumber(Id id) const;
  bool HasName(Id id) const {
    return id == kNoId || id.value >= names_.size() ||
           names_[id.value].size != 0;
  }
  // Takes the name at the end of text_ for `id`, or returns the count of
  // suffixes that were tried for it, if it is taken.  The pointer is good until
  // the next call.
  uint32_t* TakeOrCount(Id id);
  void GrowTable();

  const Module& module_;
  const bool older_names_;
  uint32_t next_ = 0;  // the first instruction that has not been looked at
  uint32_t end_of_names_ = 0;  // behind the last OpName and decoration
  std::string text_;           // all names, each behind a percent sign
  size_t begin_ = 0;
  std::vector<Range> names_;  // by id
  // Names that are taken: small decimal numbers as bits, others by their hash.
  std::vector<bool> numbers_;
  std::vector<Slot> slots_;
  size_t used_slots_ = 0;
  absl::flat_hash_map<uint32_t, uint32_t> number_suffixes_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_FRIENDLY_NAMES_H_
