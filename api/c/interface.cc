// What the entry points of the last input take and give.
//
// Tested by pipeline_test.cc.
#include "api/c/call.h"
#include "api/c/session.h"
#include "api/interface/module_interface.h"
#include "api/report/json_text.h"

namespace plumb::c_api {

extern "C" {

PLUMB_API plumb_result plumb_interface_json(plumb_session* session,
                                            const char* file,
                                            plumb_string* out) {
  return WithInput(session, [&] {
    if (file == nullptr) return FailOfNull("the name of the file is NULL");
    if (out == nullptr) return FailOfNullResult();
    if (!session->is_validated || session->verdict != Verdict::kValid) {
      return Fail(PLUMB_E_STATE, "the input was not validated, or is invalid");
    }
    *out = session->output.Set(
        JsonText(ModuleInterface(*session->session, file)) + "\n");
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
