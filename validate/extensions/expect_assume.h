// Hints about values (SPV_KHR_expect_assume).
#ifndef PLUMB_VALIDATE_EXTENSIONS_EXPECT_ASSUME_H_
#define PLUMB_VALIDATE_EXTENSIONS_EXPECT_ASSUME_H_

#include "validate/family.h"

namespace plumb {

extern const Family kExpectAssume;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_EXPECT_ASSUME_H_
