// Instructions of ray tracing shaders (SPV_KHR_ray_tracing).
#ifndef PLUMB_VALIDATE_EXTENSIONS_RAY_TRACING_H_
#define PLUMB_VALIDATE_EXTENSIONS_RAY_TRACING_H_

#include "validate/family.h"

namespace plumb {

extern const Family kRayTracing;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_RAY_TRACING_H_
