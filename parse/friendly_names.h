// A readable name for every id: what OpName says, what a type or constant is,
// or the built-in that a variable stands for; the number elsewhere.
//
// Names are those of spirv-dis: made in one pass over the module in order, so
// that a type is named after what its parts are called by then, and a name that
// is taken gets the first free suffix (_0, _1, ...).  Names are cut off at
// kMaxNameSize bytes and derived names that would be longer give way to the
// number, so that names never outgrow the module by more than that factor.
//
// Tested by friendly_names_test.cc.
#ifndef PLUMB_PARSE_FRIENDLY_NAMES_H_
#define PLUMB_PARSE_FRIENDLY_NAMES_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

class FriendlyNames {
 public:
  static constexpr size_t kMaxNameSize = 1024;

  // Names all ids of `module`.  Linear in the module's size.
  explicit FriendlyNames(const Module& module);

  // The name of `id`, without the percent sign.
  std::string Name(Id id) const;

 private:
  void NameInstruction(const Inst& inst);
  void NameDecorated(const Inst& inst);
  std::string TypeName(const Inst& inst) const;
  // Gives `id` this name, or one with a suffix, unless it has one already.
  void Save(Id id, std::string name);

  const Module& module_;
  std::vector<std::string> names_;  // by id; empty: none yet
  absl::flat_hash_set<std::string> taken_;
  absl::flat_hash_map<std::string, uint32_t> next_suffix_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_FRIENDLY_NAMES_H_
