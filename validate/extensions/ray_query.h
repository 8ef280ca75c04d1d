// Ray queries (SPV_KHR_ray_query).
#ifndef PLUMB_VALIDATE_EXTENSIONS_RAY_QUERY_H_
#define PLUMB_VALIDATE_EXTENSIONS_RAY_QUERY_H_

#include "validate/family.h"

namespace plumb {

extern const Family kRayQuery;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_RAY_QUERY_H_
