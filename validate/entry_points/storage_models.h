// Storage classes of some execution models; see storage_models.cc.
#ifndef PLUMB_VALIDATE_ENTRY_POINTS_STORAGE_MODELS_H_
#define PLUMB_VALIDATE_ENTRY_POINTS_STORAGE_MODELS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kStorageModels;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENTRY_POINTS_STORAGE_MODELS_H_
