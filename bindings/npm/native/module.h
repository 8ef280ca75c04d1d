// The functions that plumb.wasm exports.
//
// A call has JSON and bytes and gives JSON and bytes, so JavaScript needs to
// know no struct of C:
//
//   {"call": "validate", "options": {"target-env": "vulkan1.3"}, "file":
//   "a.spv"}
//
// `options` are those of plumb_options_set; src/index.d.ts describes calls and
// results.  Everything is for one thread.
//
// Tested by ../test.
#ifndef PLUMB_BINDINGS_NPM_NATIVE_MODULE_H_
#define PLUMB_BINDINGS_NPM_NATIVE_MODULE_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes a call.  Returns 1 if it succeeded; otherwise the result is
// {"code", "message"}.
int plumb_js_call(const char* request, size_t request_size, const char* bytes,
                  size_t byte_count);

// Passes a message of a client to the language server.  The result is a JSON
// array of its messages to the client.
int plumb_js_serve(const char* message, size_t size);

// The JSON and the bytes of the last call, until the next one.
const char* plumb_js_text(void);
size_t plumb_js_text_size(void);
const char* plumb_js_bytes(void);
size_t plumb_js_byte_count(void);

// Forgets the last call, its input and the documents of the language server.
void plumb_js_reset(void);

#ifdef __cplusplus
}
#endif

#endif  // PLUMB_BINDINGS_NPM_NATIVE_MODULE_H_
