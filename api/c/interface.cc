// What the entry points of the last input take and give.
//
// Tested by pipeline_test.cc.
#include "api/c/call.h"
#include "api/c/report_format.h"
#include "api/c/session.h"
#include "api/interface/module_interface.h"
#include "api/report/json_text.h"

namespace plumb::c_api {

extern "C" {

PLUMB_API plumb_result plumb_interface_json(plumb_session* session,
                                            const char* file,
                                            plumb_string* out) {
  return WithInput(session, [&] {
    if (file == nullptr) return FailOfFile();
    if (out == nullptr) return FailOfNullResult();
    if (const plumb_result result = CheckValid(*session); result != PLUMB_OK) {
      return result;
    }
    *out = session->output.Set(
        JsonText(ModuleInterface(*session->session, file)) + "\n");
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
