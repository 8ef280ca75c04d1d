// The options of sessions (plumb_options).
//
// Tested by options_test.cc.
#ifndef PLUMB_API_C_OPTIONS_H_
#define PLUMB_API_C_OPTIONS_H_

#include <memory>

#include "api/c/plumb.h"
#include "api/c/rule_selection.h"
#include "api/session.h"
#include "core/device/device.h"

// NOLINTNEXTLINE(readability-identifier-naming): a type of the C interface.
struct plumb_options {
  plumb::SessionOptions session;  // without the selected rules
  plumb::c_api::RuleSelection rules;
  std::shared_ptr<const plumb::Device> device;  // or null
  bool copies_input = false;
  plumb_cancelled cancelled = nullptr;
  void* cancelled_context = nullptr;
};

namespace plumb::c_api {

// Completes `options` for a session: applies the rules, and the environment of
// the device.  Fails if options exclude each other.
plumb_result Complete(plumb_options* options);

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_OPTIONS_H_
