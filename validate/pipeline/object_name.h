// How messages about pipelines name the objects of interfaces.
#ifndef PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_
#define PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "validate/analysis/decorations.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/pipeline/stage.h"

namespace plumb {

// "fragment input %uv at location 3, component 1"; with Patch,
// PerPrimitiveEXT and PerVertexKHR, and the built-in instead of the location.
// `direction` is "input" or "output".
Arg DescribeObject(PipelineContext& pipeline, const Stage& stage,
                   absl::string_view direction, const InterfaceObject& object);

// The names that OpName and OpMemberName give in a module.
class ObjectNames {
 public:
  // `module` must outlive this.  Linear in the names.
  explicit ObjectNames(const Module& module);

  // The first name of an id, or of a member of a structure; empty if it has
  // none.  O(1).
  absl::string_view Get(Id id, uint32_t member = kNoMember) const;
  // The same of a variable, or of the member of a block.
  absl::string_view Get(const InterfaceObject& object) const {
    return object.block == kNoId ? Get(object.variable)
                                 : Get(object.block, object.member);
  }

 private:
  // By id and member.
  absl::flat_hash_map<uint64_t, absl::string_view> names_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_
