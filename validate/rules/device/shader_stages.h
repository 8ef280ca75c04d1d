// Execution models as Vulkan's stages (VkShaderStageFlagBits), for limits that
// list stages.
#ifndef PLUMB_VALIDATE_RULES_DEVICE_SHADER_STAGES_H_
#define PLUMB_VALIDATE_RULES_DEVICE_SHADER_STAGES_H_

#include <cstdint>

#include "core/device/device.h"
#include "core/execution_models.h"

namespace plumb {

struct ModelStage {
  grammar::ExecutionModel model;
  int64_t stage;
};
inline constexpr ModelStage kModelStages[] = {
    {grammar::ExecutionModel::kVertex, 0x1},
    {grammar::ExecutionModel::kTessellationControl, 0x2},
    {grammar::ExecutionModel::kTessellationEvaluation, 0x4},
    {grammar::ExecutionModel::kGeometry, 0x8},
    {grammar::ExecutionModel::kFragment, 0x10},
    {grammar::ExecutionModel::kGLCompute, 0x20},
    {grammar::ExecutionModel::kTaskNV, 0x40},
    {grammar::ExecutionModel::kTaskEXT, 0x40},
    {grammar::ExecutionModel::kMeshNV, 0x80},
    {grammar::ExecutionModel::kMeshEXT, 0x80},
    {grammar::ExecutionModel::kRayGenerationKHR, 0x100},
    {grammar::ExecutionModel::kAnyHitKHR, 0x200},
    {grammar::ExecutionModel::kClosestHitKHR, 0x400},
    {grammar::ExecutionModel::kMissKHR, 0x800},
    {grammar::ExecutionModel::kIntersectionKHR, 0x1000},
    {grammar::ExecutionModel::kCallableKHR, 0x2000},
};

// The models whose stage a limit does not list; none if the limit is unknown.
inline ModelSet ModelsWithout(const Device& device, DeviceLimit stages) {
  ModelSet without;
  const auto numbers = device.Limit(stages);
  if (numbers.empty()) return without;
  for (const ModelStage& row : kModelStages) {
    if ((numbers[0] & row.stage) == 0) without |= row.model;
  }
  return without;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEVICE_SHADER_STAGES_H_
