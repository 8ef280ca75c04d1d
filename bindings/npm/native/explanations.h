// The texts of explanations, which are in a file beside plumb.wasm: most users
// never ask for them.
//
// Tested by ../test.
#ifndef PLUMB_BINDINGS_NPM_NATIVE_EXPLANATIONS_H_
#define PLUMB_BINDINGS_NPM_NATIVE_EXPLANATIONS_H_

#include <string>

namespace plumb::js {

// Sets the texts that explanations consist of; before, there are none.  Returns
// false, and keeps none, if `packed` does not have the form of
// the file of api/explain/explanation_texts.h.  Linear.
bool SetExplanations(std::string packed);

}  // namespace plumb::js

#endif  // PLUMB_BINDINGS_NPM_NATIVE_EXPLANATIONS_H_
