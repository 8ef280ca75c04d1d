// The versions of the interface, the library and the grammar.
//
// Tested by catalogue_test.cc.
#include "api/version.h"

#include "api/c/call.h"
#include "api/c/plumb.h"
#include "grammar/grammar.h"

namespace plumb::c_api {

extern "C" {

PLUMB_API uint32_t plumb_version() {
  return PLUMB_VERSION_MAJOR << 16 | PLUMB_VERSION_MINOR;
}

PLUMB_API const char* plumb_version_text() { return ToString(kVersion).data; }

PLUMB_API const char* plumb_grammar_release() {
  return ToString(grammar::Release()).data;
}

}  // extern "C"

}  // namespace plumb::c_api
