// Reports on one input, and on several.
//
// Tested by report_test.cc.
#include <memory>
#include <string>
#include <utility>

#include "api/c/call.h"
#include "api/c/report_format.h"
#include "api/c/session.h"

// NOLINTNEXTLINE(readability-identifier-naming): a type of the C interface.
struct plumb_reporter {
  std::unique_ptr<plumb::ReportWriter> writer;
  bool has_begun = false;
  bool has_ended = false;
  std::string piece;
};

namespace plumb::c_api {
namespace {

// The report on the last input under a name.
const InputReport& ReportAs(plumb_session* session, const char* file) {
  session->Report();
  session->report->file = file;
  return *session->report;
}

// Calls `add` to append to the next piece of the document.
template <typename Add>
plumb_result AddPiece(plumb_reporter* reporter, plumb_string* out,
                      const Add& add) {
  reporter->piece.clear();
  if (!reporter->has_begun) reporter->writer->Begin(&reporter->piece);
  reporter->has_begun = true;
  add();
  *out = ToString(reporter->piece);
  return kOk;
}

plumb_result CheckReporter(const plumb_reporter* reporter) {
  if (reporter == nullptr) return FailOfNull("the reporter is NULL");
  if (!reporter->has_ended) return kOk;
  return Fail(PLUMB_E_STATE, "the report has ended");
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_report(plumb_session* session,
                                    plumb_report_format format,
                                    const char* file, plumb_string* out) {
  return WithInput(session, [&] {
    if (file == nullptr) return FailOfFile();
    if (out == nullptr) return FailOfNullResult();
    const std::unique_ptr<ReportWriter> writer = MakeWriter(format);
    if (writer == nullptr) return FailOfFormat();
    std::string text;
    writer->Begin(&text);
    writer->Add(ReportAs(session, file), &text);
    writer->End(&text);
    *out = session->output.Set(std::move(text));
    return kOk;
  });
}

PLUMB_API plumb_result plumb_reporter_new(plumb_report_format format,
                                          plumb_reporter** out) {
  if (out == nullptr) return FailOfNull("the pointer to a reporter is NULL");
  return Guarded([&] {
    std::unique_ptr<ReportWriter> writer = MakeWriter(format);
    if (writer == nullptr) return FailOfFormat();
    auto reporter = std::make_unique<plumb_reporter>();
    reporter->writer = std::move(writer);
    *out = reporter.release();
    return kOk;
  });
}

PLUMB_API void plumb_reporter_free(plumb_reporter* reporter) {
  delete reporter;
}

PLUMB_API plumb_result plumb_reporter_add(plumb_reporter* reporter,
                                          plumb_session* session,
                                          const char* file, plumb_string* out) {
  if (const plumb_result result = CheckReporter(reporter); result != PLUMB_OK) {
    return result;
  }
  return WithInput(session, [&] {
    if (file == nullptr) return FailOfFile();
    if (out == nullptr) return FailOfNullResult();
    const InputReport& report = ReportAs(session, file);
    return AddPiece(reporter, out,
                    [&] { reporter->writer->Add(report, &reporter->piece); });
  });
}

PLUMB_API plumb_result plumb_reporter_add_unreadable(plumb_reporter* reporter,
                                                     const char* file,
                                                     const char* message,
                                                     plumb_string* out) {
  if (const plumb_result result = CheckReporter(reporter); result != PLUMB_OK) {
    return result;
  }
  if (file == nullptr) return FailOfFile();
  if (message == nullptr) return FailOfNull("the message is NULL");
  if (out == nullptr) return FailOfNullResult();
  return Guarded([&] {
    return AddPiece(reporter, out, [&] {
      reporter->writer->AddUnreadable(file, message, &reporter->piece);
    });
  });
}

PLUMB_API plumb_result plumb_reporter_end(plumb_reporter* reporter,
                                          plumb_string* out) {
  if (const plumb_result result = CheckReporter(reporter); result != PLUMB_OK) {
    return result;
  }
  if (out == nullptr) return FailOfNullResult();
  return Guarded([&] {
    const plumb_result result = AddPiece(
        reporter, out, [&] { reporter->writer->End(&reporter->piece); });
    reporter->has_ended = true;
    return result;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
