// The life of a session, and its inputs.
//
// After an exception has interrupted the processing of an input, the inner
// Session is made again, so that the next input does not meet tables that are
// half written.
//
// Tested by session_test.cc, memory_test.cc and cancellation_test.cc.
#include "api/c/session.h"

#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plumb::c_api {
namespace {

// A session whose last input is being processed.  Unless it is completed, the
// session loses the input, and the tables that may be half written.
class InputScope {
 public:
  explicit InputScope(plumb_session* session) : session_(session) {}
  ~InputScope() {
    if (is_complete_) return;
    session_->Forget();
    session_->session.reset();
  }
  InputScope(const InputScope&) = delete;
  InputScope& operator=(const InputScope&) = delete;

  void Complete() { is_complete_ = true; }

 private:
  plumb_session* const session_;
  bool is_complete_ = false;
};

// The session, with options().validate set.
Session& ReadySession(plumb_session* session, bool validate) {
  if (!session->session.has_value()) {
    session->session.emplace(session->options.session);
  }
  Session& ready = *session->session;
  if (ready.options().validate != validate) {
    SessionOptions options = ready.options();
    options.validate = validate;
    ready.set_options(std::move(options));
  }
  return ready;
}

plumb_result Run(plumb_session* session, absl::string_view bytes, bool validate,
                 plumb_verdict* out) {
  session->Forget();
  InputScope scope(session);
  Session& ready = ReadySession(session, validate);
  if (session->options.copies_input) {
    session->input_copy.append(bytes.data(), bytes.data() + bytes.size());
    bytes = absl::string_view(session->input_copy.data(), bytes.size());
  }
  const absl::StatusOr<Verdict> verdict = ready.Run(bytes);
  scope.Complete();
  if (!verdict.ok()) {
    session->Forget();
    return Fail(PLUMB_E_INPUT, verdict.status().message());
  }
  session->input = bytes;
  session->verdict = *verdict;
  session->is_validated = validate;
  session->has_input = true;
  *out = VerdictOf(*verdict);
  return kOk;
}

plumb_result CheckAndRun(plumb_session* session, const void* bytes, size_t size,
                         bool validate, plumb_verdict* out) {
  return WithSession(session, [&] {
    if (out == nullptr) return FailOfNull("the pointer to a verdict is NULL");
    if (bytes == nullptr && size != 0) return FailOfNull("the input is NULL");
    if (size > static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max())) {
      return Fail(PLUMB_E_ARGUMENT, "the size of the input is not possible");
    }
    const auto* const data =
        static_cast<const char*>(bytes == nullptr ? "" : bytes);
    return Run(session, absl::string_view(data, size), validate, out);
  });
}

// Checks that the members that this version does not know are 0.
plumb_result CheckAllocator(const plumb_allocator& allocator) {
  if (allocator.size < sizeof(plumb_allocator) ||
      allocator.size > kMaxStructSize) {
    return Fail(PLUMB_E_STRUCT_SIZE, "the size of the allocator is not set");
  }
  const auto* const bytes = reinterpret_cast<const char*>(&allocator);
  for (size_t i = sizeof(plumb_allocator); i < allocator.size; ++i) {
    if (bytes[i] != 0) {
      return Fail(PLUMB_E_STRUCT_SIZE,
                  "the allocator has members that this version of the library "
                  "does not know");
    }
  }
  if (allocator.reallocate == nullptr) {
    return FailOfNull("the function of the allocator is NULL");
  }
  return kOk;
}

// Destroys a session and frees its memory.
void Destroy(plumb_session* session) {
  const std::optional<Allocator> allocator = session->allocator_copy;
  session->~plumb_session();
  internal::FreeBlock(allocator.has_value() ? &*allocator : nullptr, session,
                      sizeof(plumb_session));
}

plumb_session* Create(const Allocator* allocator) {
  void* const memory =
      internal::ReallocateBlock(allocator, nullptr, 0, sizeof(plumb_session));
  if (memory == nullptr) throw std::bad_alloc();
  try {
    return new (memory) plumb_session(allocator);
  } catch (...) {
    internal::FreeBlock(allocator, memory, sizeof(plumb_session));
    throw;
  }
}

plumb_result Make(const plumb_options* options, const Allocator* allocator,
                  plumb_session** out) {
  plumb_options complete = options == nullptr ? plumb_options() : *options;
  if (const plumb_result result = Complete(&complete); result != PLUMB_OK) {
    return result;
  }
  plumb_session* const session = Create(allocator);
  try {
    // The session's own copy, which lives as long as its buffers.
    const CallContextScope scope({session->allocator(), nullptr});
    session->options = std::move(complete);
    session->session.emplace(session->options.session);
  } catch (...) {
    Destroy(session);
    throw;
  }
  *out = session;
  return kOk;
}

}  // namespace

plumb_string Output::Set(std::string text) {
  Clear();
  if (CurrentCallContext().allocator == nullptr) {
    text_ = std::move(text);
    return ToString(text_);
  }
  copy_.append(text.data(), text.data() + text.size() + 1);
  return {copy_.data(), text.size()};
}

void Output::Clear() {
  text_.clear();
  copy_.clear();
}

extern "C" {

PLUMB_API plumb_result plumb_session_new(const plumb_options* options,
                                         const plumb_allocator* allocator,
                                         plumb_session** out) {
  if (out == nullptr) return FailOfNull("the pointer to a session is NULL");
  std::optional<Allocator> own;
  if (allocator != nullptr) {
    if (const plumb_result result = CheckAllocator(*allocator);
        result != PLUMB_OK) {
      return result;
    }
    own = {allocator->reallocate, allocator->context};
  }
  return Guarded(
      [&] { return Make(options, own.has_value() ? &*own : nullptr, out); });
}

PLUMB_API void plumb_session_free(plumb_session* session) {
  if (session != nullptr) Destroy(session);
}

PLUMB_API plumb_result plumb_session_set_options(plumb_session* session,
                                                 const plumb_options* options) {
  return WithSession(session, [&] {
    plumb_options complete = options == nullptr ? plumb_options() : *options;
    if (const plumb_result result = Complete(&complete); result != PLUMB_OK) {
      return result;
    }
    SessionOptions copy = complete.session;
    if (session->session.has_value()) {
      session->session->set_options(std::move(copy));
    }
    session->Forget();
    session->options = std::move(complete);
    return kOk;
  });
}

PLUMB_API plumb_result plumb_session_validate(plumb_session* session,
                                              const void* bytes, size_t size,
                                              plumb_verdict* out) {
  return CheckAndRun(session, bytes, size, /*validate=*/true, out);
}

PLUMB_API plumb_result plumb_session_read(plumb_session* session,
                                          const void* bytes, size_t size,
                                          plumb_verdict* out) {
  return CheckAndRun(session, bytes, size, /*validate=*/false, out);
}

PLUMB_API plumb_result plumb_session_reset(plumb_session* session) {
  return WithSession(session, [&] {
    session->Forget();
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api

plumb_session::plumb_session(const plumb::Allocator* allocator_or_null)
    : allocator_copy(allocator_or_null == nullptr
                         ? std::nullopt
                         : std::make_optional(*allocator_or_null)) {}

void plumb_session::Forget() {
  has_input = false;
  is_validated = false;
  input = "";
  input_copy.clear();
  output.Clear();
  report.reset();
  references.clear();
  needs.reset();
  instruction_text.reset();
  uses.Clear();
  has_uses = false;
}

const plumb::InputReport& plumb_session::Report() {
  if (!report.has_value()) report = session->Report("");
  return *report;
}

const std::string& plumb_session::ReferenceOf(const plumb::Rule& rule) {
  const auto found = references.find(&rule);
  if (found != references.end()) return found->second;
  return references.emplace(&rule, plumb::SectionText(rule)).first->second;
}
