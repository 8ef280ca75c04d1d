// Types as a person writes them: i32, vec4<f32>, mat4x3<f32>,
// array<vec4<f32>, 8>, ptr<function, f32>, struct %Light.
//
// A type has one element at most, so it is written by following the elements in
// a loop; what closes each is collected on the way.  Tested by
// type_text_test.cc.
#ifndef PLUMB_API_RESOLVE_TYPE_TEXT_H_
#define PLUMB_API_RESOLVE_TYPE_TEXT_H_

#include <string>

#include "api/resolve/id_text.h"
#include "core/module.h"

namespace plumb {

// The text of a type; elements below the eighth level are "...".  An id that is
// not a type is written as its opcode ("OpLabel"), an undefined one as
// "undefined".
std::string TypeText(const Module& module, Id type, IdText* ids);

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_TYPE_TEXT_H_
