// Integer and mixed-precision dot products.
#ifndef PLUMB_VALIDATE_OPS_DOT_PRODUCT_H_
#define PLUMB_VALIDATE_OPS_DOT_PRODUCT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDotProduct;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_DOT_PRODUCT_H_
