// Where 8- and 16-bit types may be stored; see small_storage.cc.
#ifndef PLUMB_VALIDATE_FEATURES_SMALL_STORAGE_H_
#define PLUMB_VALIDATE_FEATURES_SMALL_STORAGE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSmallStorage;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_SMALL_STORAGE_H_
