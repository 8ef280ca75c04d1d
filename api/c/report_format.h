// The writers of reports by format.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_C_REPORT_FORMAT_H_
#define PLUMB_API_C_REPORT_FORMAT_H_

#include <memory>

#include "api/c/call.h"
#include "api/c/plumb.h"
#include "api/report/report_writer.h"

namespace plumb::c_api {

// Null for an unknown format; the call then returns FailOfFormat().
std::unique_ptr<ReportWriter> MakeWriter(plumb_report_format format);

inline plumb_result FailOfFormat() {
  return Fail(PLUMB_E_RANGE, "the report format is unknown");
}

inline plumb_result FailOfFile() {
  return FailOfNull("the name of the file is NULL");
}

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_REPORT_FORMAT_H_
