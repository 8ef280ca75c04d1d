// Capabilities that widths of types, sizes of vectors and qualifiers of images
// require.
#ifndef PLUMB_VALIDATE_FEATURES_TYPE_WIDTHS_H_
#define PLUMB_VALIDATE_FEATURES_TYPE_WIDTHS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kTypeWidths;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_TYPE_WIDTHS_H_
