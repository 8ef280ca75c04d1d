#include "api/c/grammar_names.h"

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "api/c/call.h"

namespace plumb::c_api {
namespace {

class Names {
 public:
  Names() {
    for (int op = 0; op < grammar::kOpCount; ++op) {
      Add(grammar::Info(static_cast<grammar::Op>(op)).name);
    }
    for (int i = 0; i < grammar::kKindCount; ++i) {
      const auto kind = static_cast<grammar::Kind>(i);
      Add(grammar::Info(kind).name);
      for (const auto& enumerant : grammar::Enumerants(kind)) {
        Add(enumerant.name);
      }
    }
    for (int inst = 0; inst < grammar::kExtInstCount; ++inst) {
      Add(grammar::Info(static_cast<grammar::ExtInst>(inst)).name);
    }
  }

  plumb_string Get(grammar::Name name) const {
    const auto found = names_.find(KeyOf(name));
    return ToString(found == names_.end() ? absl::string_view()
                                          : absl::string_view(found->second));
  }

 private:
  static uint32_t KeyOf(grammar::Name name) {
    return uint32_t{name.offset} << 8 | name.size;
  }
  void Add(grammar::Name name) {
    names_.try_emplace(KeyOf(name), grammar::Text(name));
  }

  // Complete before the first look-up, so the strings do not move.
  absl::flat_hash_map<uint32_t, std::string> names_;
};

}  // namespace

plumb_string NameString(grammar::Name name) {
  static const auto* const kNames = new Names();
  return kNames->Get(name);
}

}  // namespace plumb::c_api
