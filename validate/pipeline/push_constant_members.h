// The bytes of push constants that a stage uses (Vulkan, "Push Constant
// Interface").
//
// Tested by testdata/rules/pipeline and testdata/pipeline_template_test.cc.
#ifndef PLUMB_VALIDATE_PIPELINE_PUSH_CONSTANT_MEMBERS_H_
#define PLUMB_VALIDATE_PIPELINE_PUSH_CONSTANT_MEMBERS_H_

#include <cstdint>
#include <vector>

#include "core/module.h"
#include "validate/pipeline/stage.h"

namespace plumb {

// A member of a block of push constants, and its bytes.
struct PushConstantMember {
  uint32_t number;
  Id type;
  uint64_t begin;
  uint64_t end;  // one past the last
};

// The statically used members of the block of a stage, which must have one,
// whose offset is known.  Reads the layouts of all types: linear in the module.
std::vector<PushConstantMember> UsedPushConstants(const Stage& stage);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_PUSH_CONSTANT_MEMBERS_H_
