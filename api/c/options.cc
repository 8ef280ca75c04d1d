// Making options, and setting the typed ones.  option_values.cc sets them by
// name.
//
// Tested by options_test.cc.
#include "api/c/options.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/c/call.h"
#include "api/device/device_env.h"
#include "api/device/device_profile.h"
#include "core/option_names.h"

namespace plumb::c_api {
namespace {

constexpr plumb_flag kFirstRelaxation = PLUMB_FLAG_RELAX_LOGICAL_POINTER;
constexpr uint32_t kMaxJobs = 1024;
constexpr uint32_t kMaxGenerator = 0xffff;

// The flag of the options, or null.
bool* FindFlag(plumb_flag flag, plumb_options* options) {
  SessionOptions& session = options->session;
  switch (flag) {
    case PLUMB_FLAG_PRESERVE_NUMERIC_IDS:
      return &session.text.preserve_numeric_ids;
    case PLUMB_FLAG_EXTENDED_SYNTAX:
      return &session.text.extended;
    case PLUMB_FLAG_VERSION_OF_ENV:
      return &session.text.version_of_env;
    case PLUMB_FLAG_KEEP_GENERATOR:
      return &session.text.keep_generator;
    case PLUMB_FLAG_FOLLOW_UPS:
      return &session.keep_follow_ups;
    case PLUMB_FLAG_SUPPRESSIONS:
      return &session.text.has_suppressions;
    case PLUMB_FLAG_WARNINGS_ARE_ERRORS:
      return &session.rules.warnings_are_errors;
    case PLUMB_FLAG_PEDANTIC:
      return &session.rules.reports_pedantic;
    case PLUMB_FLAG_CHECK_FIXES:
      return &session.checks_fixes;
    case PLUMB_FLAG_COPY_INPUT:
      return &options->copies_input;
    default:
      break;
  }
  const auto row = static_cast<size_t>(flag - kFirstRelaxation);
  if (flag < kFirstRelaxation || row >= RelaxationNames().size()) {
    return nullptr;
  }
  return &(session.validator.*RelaxationNames()[row].flag);
}

plumb_result SetDevice(plumb_options* options, absl::string_view json,
                       absl::string_view profile) {
  absl::StatusOr<Device> device = ReadDeviceProfile(json, profile);
  if (!device.ok()) return Fail(PLUMB_E_INPUT, device.status().message());
  options->device = std::make_shared<const Device>(*std::move(device));
  options->session.validator.device = options->device.get();
  return kOk;
}

// Calls `set` unless there are no options.
template <typename Set>
plumb_result Change(plumb_options* options, const Set& set) {
  if (options == nullptr) return FailOfNull("the options are NULL");
  return Guarded(set);
}

}  // namespace

plumb_result Complete(plumb_options* options) {
  std::optional<TargetEnv>& env = options->session.env;
  options->rules.Apply(&options->session.rules);
  if (options->device == nullptr) {
    if (!options->rules.NeedsDevice()) return kOk;
    return Fail(PLUMB_E_ARGUMENT,
                "the only rules that are selected need a device");
  }
  if (CompleteEnv(*options->device, &env)) return kOk;
  return Fail(PLUMB_E_ARGUMENT,
              env.has_value()
                  ? "the target environment of a device must be one of Vulkan"
                  : "the device has no api-version, so the target environment "
                    "must be given");
}

extern "C" {

PLUMB_API plumb_result plumb_options_new(plumb_options** out) {
  if (out == nullptr) return FailOfNull("the pointer to options is NULL");
  return Guarded([&] {
    *out = new plumb_options();
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_clone(const plumb_options* options,
                                           plumb_options** out) {
  if (options == nullptr) return FailOfNull("the options are NULL");
  if (out == nullptr) return FailOfNull("the pointer to options is NULL");
  return Guarded([&] {
    *out = new plumb_options(*options);
    return kOk;
  });
}

PLUMB_API void plumb_options_free(plumb_options* options) { delete options; }

PLUMB_API plumb_result plumb_options_set_env(plumb_options* options,
                                             const char* env) {
  return Change(options, [&] {
    if (env == nullptr) {
      options->session.env.reset();
      return kOk;
    }
    const std::optional<TargetEnv> parsed = ParseTargetEnv(env);
    if (!parsed.has_value()) {
      return Fail(PLUMB_E_NAME,
                  absl::StrCat("'", env, "' is not a target environment"));
    }
    options->session.env = *parsed;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_format(plumb_options* options,
                                                plumb_format format) {
  return Change(options, [&] {
    constexpr std::optional<InputFormat> kFormats[] = {
        std::nullopt, InputFormat::kBinary, InputFormat::kText,
        InputFormat::kHex};
    if (format < 0 || format >= static_cast<int>(std::size(kFormats))) {
      return Fail(PLUMB_E_RANGE, "the input format is unknown");
    }
    options->session.format = kFormats[format];
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_flag(plumb_options* options,
                                              plumb_flag flag, int on) {
  return Change(options, [&] {
    bool* const value = FindFlag(flag, options);
    if (value == nullptr) return Fail(PLUMB_E_RANGE, "the flag is unknown");
    *value = on != 0;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_limit(plumb_options* options,
                                               plumb_limit limit,
                                               uint32_t value) {
  return Change(options, [&] {
    const auto row = static_cast<size_t>(limit);
    if (limit < 0 || row >= LimitNames().size()) {
      return Fail(PLUMB_E_RANGE, "the limit is unknown");
    }
    options->session.validator.limits.*LimitNames()[row].limit = value;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_descriptor_layout(
    plumb_options* options, plumb_descriptor descriptor, uint32_t size,
    uint32_t alignment) {
  return Change(options, [&] {
    const auto row = static_cast<size_t>(descriptor);
    if (descriptor < 0 || row >= DescriptorLayoutNames().size()) {
      return Fail(PLUMB_E_RANGE, "the kind of descriptor is unknown");
    }
    const bool is_unknown = size == 0 && alignment == 0;
    if (!is_unknown && (size == 0 || !std::has_single_bit(alignment))) {
      return Fail(PLUMB_E_ARGUMENT,
                  "the size of a descriptor must be positive, and its "
                  "alignment a power of two");
    }
    options->session.validator.*
        DescriptorLayoutNames()[row].layout = {size, alignment};
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_jobs(plumb_options* options,
                                              uint32_t jobs) {
  return Change(options, [&] {
    if (jobs == 0 || jobs > kMaxJobs) {
      return Fail(PLUMB_E_RANGE, "the number of jobs must be from 1 to 1024");
    }
    options->session.validator.jobs = static_cast<int>(jobs);
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_max_diagnostics(plumb_options* options,
                                                         size_t count) {
  return Change(options, [&] {
    options->session.max_diagnostics = count;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_version(plumb_options* options,
                                                 uint32_t minor) {
  return Change(options, [&] {
    if (minor == PLUMB_NONE) {
      options->session.text.minor_version.reset();
      return kOk;
    }
    if (minor > Info(kDefaultTargetEnv).spirv_minor) {
      return Fail(PLUMB_E_RANGE, "the version of SPIR-V is unknown");
    }
    options->session.text.minor_version = minor;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_generator(plumb_options* options,
                                                   uint32_t number) {
  return Change(options, [&] {
    if (number == PLUMB_NONE) {
      options->session.text.generator.reset();
      return kOk;
    }
    if (number > kMaxGenerator) {
      return Fail(PLUMB_E_RANGE, "a generator is a number from 0 to 65535");
    }
    options->session.text.generator = number << 16;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_select_rules(plumb_options* options,
                                                  plumb_action action,
                                                  const char* pattern) {
  return Change(options, [&] {
    if (action < PLUMB_ACTION_OFF || action > PLUMB_ACTION_ONLY) {
      return Fail(PLUMB_E_RANGE, "the action is unknown");
    }
    if (pattern == nullptr) return FailOfNull("the pattern is NULL");
    return options->rules.Add(action, pattern);
  });
}

PLUMB_API plumb_result plumb_options_add_spec_constant(plumb_options* options,
                                                       const char* constant,
                                                       const char* value) {
  return Change(options, [&] {
    if (constant == nullptr || value == nullptr) {
      return FailOfNull("the constant or its value is NULL");
    }
    if (*constant == '\0' || *value == '\0') {
      return Fail(PLUMB_E_ARGUMENT, "the constant or its value is empty");
    }
    options->session.specialization.push_back({constant, value});
    return kOk;
  });
}

PLUMB_API plumb_result plumb_options_set_device(plumb_options* options,
                                                const char* json, size_t size,
                                                const char* profile) {
  return Change(options, [&] {
    if (json == nullptr) {
      if (size != 0) return FailOfNull("the profile is NULL");
      options->session.validator.device = nullptr;
      options->device.reset();
      return kOk;
    }
    if (size > static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max())) {
      return Fail(PLUMB_E_ARGUMENT, "the size of the profile is not possible");
    }
    return SetDevice(options, absl::string_view(json, size),
                     profile == nullptr ? "" : profile);
  });
}

PLUMB_API plumb_result plumb_options_set_cancelled(plumb_options* options,
                                                   plumb_cancelled cancelled,
                                                   void* context) {
  return Change(options, [&] {
    options->cancelled = cancelled;
    options->cancelled_context = context;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_limit_name(plumb_limit limit, plumb_string* out) {
  const auto row = static_cast<size_t>(limit);
  if (out == nullptr) return FailOfNullResult();
  if (limit < 0 || row >= LimitNames().size()) {
    return Fail(PLUMB_E_RANGE, "the limit is unknown");
  }
  *out = ToString(LimitNames()[row].name);
  return kOk;
}

}  // extern "C"

}  // namespace plumb::c_api
