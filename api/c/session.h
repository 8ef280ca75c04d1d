// A session of the C interface (plumb_session): a Session, what is derived from
// its last input, and the frame of each call.
//
// Tested by session_test.cc, calls_test.cc, memory_test.cc and
// cancellation_test.cc.
#ifndef PLUMB_API_C_SESSION_H_
#define PLUMB_API_C_SESSION_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "api/c/call.h"
#include "api/c/call_frame.h"
#include "api/c/options.h"
#include "api/c/plumb.h"
#include "api/needs/module_needs.h"
#include "api/report/report_writer.h"
#include "api/session.h"
#include "core/buffer.h"
#include "parse/disassembly/disassembler.h"
#include "validate/analysis/uses.h"

namespace plumb::c_api {

// A text of "output" lifetime.  With an allocator, it is in its memory.
class Output {
 public:
  plumb_string Set(std::string text);
  void Clear();

 private:
  std::string text_;
  Buffer<char> copy_;
};

// An instruction printer, and the flags that it was made for.
struct InstructionText {
  uint32_t flags;
  Disassembler disassembler;
};

}  // namespace plumb::c_api

// NOLINTNEXTLINE(readability-identifier-naming): a type of the C interface.
struct plumb_session {
  explicit plumb_session(const plumb::Allocator* allocator_or_null);
  plumb_session(const plumb_session&) = delete;
  plumb_session& operator=(const plumb_session&) = delete;

  // Forgets the last input, and what was derived from it.
  void Forget();
  // The report on the last input, made when it is needed first.
  const plumb::InputReport& Report();
  // "SPIR-V 1.6, section 2.11.1"; valid until Forget().
  const std::string& ReferenceOf(const plumb::Rule& rule);

  const std::optional<plumb::Allocator> allocator_copy;
  // The options with which inputs are processed.
  plumb_options options;
  // Whether a call is running, also in another thread.
  std::atomic<bool> is_busy{false};

  // Everything below may have memory of the allocator.
  std::optional<plumb::Session> session;  // absent after a call was interrupted
  bool has_input = false;
  bool is_validated = false;  // not only read
  plumb::Verdict verdict = plumb::Verdict::kMalformed;
  absl::string_view input;
  plumb::Buffer<char> input_copy;
  plumb::c_api::Output output;

  // Of the last input, as far as they were requested.
  std::optional<plumb::InputReport> report;
  std::map<const plumb::Rule*, std::string> references;
  std::optional<plumb::ModuleNeeds> needs;
  std::optional<plumb::c_api::InstructionText> instruction_text;
  plumb::Uses uses;
  bool has_uses = false;

  const plumb::Allocator* allocator() const {
    return allocator_copy.has_value() ? &*allocator_copy : nullptr;
  }
};

namespace plumb::c_api {

// Calls `body` with the allocator and the cancellation of the session.
template <typename Body>
plumb_result WithSession(plumb_session* session, const Body& body) noexcept {
  if (session == nullptr) return FailOfNull("the session is NULL");
  return GuardedBy(&session->is_busy, "another call is using the session",
                   session->options, session->allocator(), body);
}

// The same for a call that needs an input.
template <typename Body>
plumb_result WithInput(plumb_session* session, const Body& body) noexcept {
  return WithSession(session, [&] {
    if (!session->has_input) {
      return Fail(PLUMB_E_STATE, "the session has no input");
    }
    return body();
  });
}

// Checks that the last input was validated, and is valid.
inline plumb_result CheckValid(const plumb_session& session) {
  if (session.is_validated && session.verdict == Verdict::kValid) return kOk;
  return Fail(PLUMB_E_STATE, "the input was not validated, or is invalid");
}

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_SESSION_H_
