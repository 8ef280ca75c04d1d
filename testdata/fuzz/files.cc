// Fuzzes what the programs read besides modules.  The first byte selects the
// kind of file or option; its content is the rest.
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "api/device/device_profile.h"
#include "api/pipeline/pipeline_description.h"
#include "api/report/baseline.h"
#include "api/report/report_codec.h"
#include "api/spec_setting.h"
#include "parse/printable_text.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/fuzz/properties.h"
#include "validate/registry.h"

namespace plumb {
namespace {

void CheckProfile(absl::string_view json) {
  const absl::StatusOr<Device> device = ReadDeviceProfile(json, "");
  Require(device.ok() || !device.status().message().empty(),
          "an error has a message");
}

void CheckBaseline(absl::string_view json) {
  const absl::StatusOr<Baseline> baseline = Baseline::Parse(json);
  if (!baseline.ok()) return;
  const std::string text = baseline->Text();
  const absl::StatusOr<Baseline> again = Baseline::Parse(text);
  Require(again.ok(), "the text of a baseline can be parsed");
  Require(again->Text() == text, "a baseline has one text");
}

void CheckEncodedReport(absl::string_view bytes) {
  const std::optional<InputReport> report =
      DecodeReport(bytes, [](absl::string_view id) { return FindRule(id); });
  if (!report.has_value()) return;
  Require(EncodeReport(*report) == bytes, "a report has one encoding");
  for (const ResolvedDiagnostic& d : report->diagnostics) {
    Require(IsPrintable(absl::string_view(d.message)),
            "messages are printable");
  }
}

void CheckDescription(absl::string_view json) {
  const absl::StatusOr<PipelineDescription> description =
      ReadPipelineDescription(json);
  if (!description.ok()) {
    Require(!description.status().message().empty(), "an error has a message");
    return;
  }
  const std::string text = PipelineDescriptionText(*description);
  const absl::StatusOr<PipelineDescription> again =
      ReadPipelineDescription(text);
  Require(again.ok(), "the text of a description can be read");
  Require(PipelineDescriptionText(*again) == text,
          "a description has one text");
}

}  // namespace

void FuzzFiles(absl::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<uint8_t>(input[0]);
  input.remove_prefix(1);
  switch (choice % 5) {
    case 0:
      return CheckProfile(input);
    case 1:
      return CheckBaseline(input);
    case 2:
      return CheckEncodedReport(input);
    case 3:
      return CheckDescription(input);
    default:
      ParseSpecSetting(input).status().IgnoreError();
  }
}

}  // namespace plumb
