// The members of laid-out blocks, as JSON.
#ifndef PLUMB_API_INTERFACE_BLOCK_LAYOUT_H_
#define PLUMB_API_INTERFACE_BLOCK_LAYOUT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "api/resolve/id_text.h"
#include "core/module.h"
#include "nlohmann/json.hpp"
#include "validate/analysis/type_layouts.h"
#include "validate/engine/module_context.h"
#include "validate/pipeline/object_name.h"

namespace plumb {

class BlockLayout {
 public:
  // Both must outlive this.  Reads the layouts of all types.
  BlockLayout(const ModuleContext& context, IdText* ids);

  // The number of elements of an array, which specialization may give; null if
  // it is not known, or the type is a run-time array.  Nullopt for other types.
  static std::optional<nlohmann::ordered_json> LengthOf(
      const ModuleContext& context, Id type);

  // {"type", "size", "members": [{"name", "type", "offset", "size", …}]} of a
  // structure, with the members of structures in it.  `size` is null if the
  // block ends with a run-time array.  `note` adds to each outermost member.
  nlohmann::ordered_json Describe(
      Id structure,
      const std::function<void(uint32_t, nlohmann::ordered_json*)>& note = {});

 private:
  nlohmann::ordered_json Members(Id structure, int depth);
  nlohmann::ordered_json Member(Id structure, uint32_t number,
                                const MemberLayout& member, int depth);
  // The structure that a type is an array of, of any dimension; or kNoId.
  Id StructureIn(Id type) const;

  const ModuleContext& context_;
  IdText* ids_;
  ObjectNames names_;
  TypeLayouts layouts_;
  int left_;  // members to describe
};

}  // namespace plumb

#endif  // PLUMB_API_INTERFACE_BLOCK_LAYOUT_H_
