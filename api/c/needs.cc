// The requirements of the last input.
//
// Tested by needs_test.cc.
#include <string>

#include "absl/status/statusor.h"
#include "api/c/call.h"
#include "api/c/report_format.h"
#include "api/c/session.h"
#include "api/needs/module_needs.h"

namespace plumb::c_api {
namespace {

// Calls `use` with the needs of the last input, which are found when they are
// requested first.
template <typename Use>
plumb_result WithNeeds(plumb_session* session, const Use& use) {
  return WithInput(session, [&] {
    if (const plumb_result result = CheckValid(*session); result != PLUMB_OK) {
      return result;
    }
    if (!session->needs.has_value()) {
      absl::StatusOr<ModuleNeeds> needs = FindNeeds(*session->session, "");
      if (!needs.ok()) return Fail(PLUMB_E_INPUT, needs.status().message());
      session->needs = *std::move(needs);
    }
    return use(*session->needs);
  });
}

plumb_need_kind KindOf(Need::Kind kind) {
  switch (kind) {
    case Need::Kind::kVersion:
      return PLUMB_NEED_VERSION;
    case Need::Kind::kCapability:
      return PLUMB_NEED_CAPABILITY;
    case Need::Kind::kExtension:
      break;
  }
  return PLUMB_NEED_EXTENSION;
}

plumb_need RecordOf(const Need& need, bool is_needed) {
  plumb_need out = {};
  out.kind = KindOf(need.kind);
  out.is_needed = is_needed ? 1 : 0;
  out.name = ToString(need.name);
  out.rule = out.message = ToString("");
  if (need.reason.has_value()) {
    out.rule = ToString(need.reason->rule->id);
    out.message = ToString(need.reason->message);
  }
  return out;
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_need_count(plumb_session* session, size_t* needed,
                                        size_t* unneeded) {
  return WithNeeds(session, [&](const ModuleNeeds& needs) {
    if (needed == nullptr || unneeded == nullptr) {
      return FailOfNull("the pointer to a number is NULL");
    }
    *needed = needs.needed.size();
    *unneeded = needs.unneeded.size();
    return kOk;
  });
}

PLUMB_API plumb_result plumb_need_get(plumb_session* session, size_t index,
                                      plumb_need* out) {
  return WithNeeds(session, [&](const ModuleNeeds& needs) {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    const size_t needed = needs.needed.size();
    if (index < needed) return Store(RecordOf(needs.needed[index], true), out);
    if (index - needed < needs.unneeded.size()) {
      return Store(RecordOf(needs.unneeded[index - needed], false), out);
    }
    return Fail(PLUMB_E_RANGE, "the index of the need is out of range");
  });
}

PLUMB_API plumb_result plumb_needs_json(plumb_session* session,
                                        const char* file, plumb_string* out) {
  return WithNeeds(session, [&](const ModuleNeeds& needs) {
    if (file == nullptr) return FailOfFile();
    if (out == nullptr) return FailOfNullResult();
    *out = session->output.Set(NeedsJson(file, needs));
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
