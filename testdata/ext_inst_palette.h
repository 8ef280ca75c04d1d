// A palette: a valid module with types, values and strings of many kinds, and
// places for instructions of an extended set.
//
// A palette is an assembly text.  "; env: NAME" is its environment, "; use" is
// a place where an instruction may be added, and "$set", in the name of an
// import, is replaced by the set under test.
//
// Used by ext_inst_uses.h.
#ifndef PLUMB_TESTDATA_EXT_INST_PALETTE_H_
#define PLUMB_TESTDATA_EXT_INST_PALETTE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/session.h"
#include "core/module.h"
#include "core/target_env.h"
#include "grammar/grammar.h"

namespace plumb {

class Palette {
 public:
  // The place before an instruction of module().
  struct Slot {
    InstIndex before;
    uint32_t word;  // the first word of the instruction
  };

  // `import` is the name of the set, as in OpExtInstImport.  Fails if the text
  // cannot be read, is not a valid module, imports no such set, or has no
  // place.
  static absl::StatusOr<std::unique_ptr<Palette>> Read(
      const std::string& path, absl::string_view import);

  const Module& module() const { return session_.module(); }
  TargetEnv env() const { return env_; }
  ExtInstSet set() const { return set_; }
  Id import() const { return import_; }
  absl::Span<const Slot> slots() const { return slots_; }
  // All ids that the module defines, in order.
  absl::Span<const Id> ids() const { return ids_; }
  absl::Span<const Id> types() const { return types_; }
  // "%float", as the text has it.
  absl::string_view NameOf(Id id) const { return names_[id.value]; }

 private:
  explicit Palette(SessionOptions options) : session_(std::move(options)) {}
  absl::Status Load(std::string text, absl::string_view import);
  void FindSlots();
  void NameIds();

  std::string text_;
  Session session_;
  TargetEnv env_ = kDefaultTargetEnv;
  ExtInstSet set_ = ExtInstSet::kNone;
  Id import_;
  std::vector<Slot> slots_;
  std::vector<Id> ids_;
  std::vector<Id> types_;
  std::vector<std::string> names_;  // by id
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_EXT_INST_PALETTE_H_
