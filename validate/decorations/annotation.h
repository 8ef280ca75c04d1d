// Annotation instructions: their forms, members and groups.
#ifndef PLUMB_VALIDATE_DECORATIONS_ANNOTATION_H_
#define PLUMB_VALIDATE_DECORATIONS_ANNOTATION_H_

#include "validate/family.h"

namespace plumb {

extern const Family kAnnotation;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_DECORATIONS_ANNOTATION_H_
