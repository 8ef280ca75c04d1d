// Floats of other encodings between stages.
#ifndef PLUMB_VALIDATE_EXTENSIONS_ENCODED_INTERFACE_H_
#define PLUMB_VALIDATE_EXTENSIONS_ENCODED_INTERFACE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kEncodedInterface;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_ENCODED_INTERFACE_H_
