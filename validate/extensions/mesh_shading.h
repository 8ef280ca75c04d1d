// Instructions of task and mesh shaders (SPV_EXT_mesh_shader).
#ifndef PLUMB_VALIDATE_EXTENSIONS_MESH_SHADING_H_
#define PLUMB_VALIDATE_EXTENSIONS_MESH_SHADING_H_

#include "validate/family.h"

namespace plumb {

extern const Family kMeshShading;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_MESH_SHADING_H_
