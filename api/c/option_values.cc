// Sets options by name and value, as the command line takes them.
//
// Tested by options_test.cc.
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/c/call.h"
#include "api/c/options.h"
#include "api/spec_setting.h"
#include "core/option_names.h"

namespace plumb::c_api {
namespace {

// A choice among words.
struct Word {
  absl::string_view text;
  int32_t value;
};

constexpr Word kFormats[] = {{"any", PLUMB_FORMAT_ANY},
                             {"binary", PLUMB_FORMAT_BINARY},
                             {"text", PLUMB_FORMAT_TEXT},
                             {"hex", PLUMB_FORMAT_HEX}};
constexpr Word kDialects[] = {{"standard", 0}, {"extended", 1}};
constexpr Word kBooleans[] = {{"false", 0}, {"true", 1}};

constexpr Word kFlags[] = {
    {"preserve-numeric-ids", PLUMB_FLAG_PRESERVE_NUMERIC_IDS},
    {"version-of-env", PLUMB_FLAG_VERSION_OF_ENV},
    {"all-errors", PLUMB_FLAG_FOLLOW_UPS},
    {"suppressions", PLUMB_FLAG_SUPPRESSIONS},
    {"werror", PLUMB_FLAG_WARNINGS_ARE_ERRORS},
    {"pedantic", PLUMB_FLAG_PEDANTIC},
    {"check-fixes", PLUMB_FLAG_CHECK_FIXES},
    {"copy-input", PLUMB_FLAG_COPY_INPUT},
};
constexpr Word kActions[] = {{"off", PLUMB_ACTION_OFF},
                             {"disable", PLUMB_ACTION_OFF},
                             {"warn", PLUMB_ACTION_WARNING},
                             {"error", PLUMB_ACTION_ERROR},
                             {"only", PLUMB_ACTION_ONLY}};

template <size_t N>
const Word* FindWord(const Word (&words)[N], absl::string_view text) {
  for (const Word& word : words) {
    if (word.text == text) return &word;
  }
  return nullptr;
}

plumb_result FailOfValue(absl::string_view name, absl::string_view value) {
  return Fail(PLUMB_E_ARGUMENT, absl::StrCat("the option '", name,
                                             "' does not take '", value, "'"));
}

// Calls `set` with the number that `value` is.
template <typename Set>
plumb_result SetNumber(absl::string_view name, absl::string_view value,
                       const Set& set) {
  uint32_t number = 0;
  if (!absl::SimpleAtoi(value, &number)) return FailOfValue(name, value);
  return set(number);
}

plumb_result SetGenerator(plumb_options* options, absl::string_view value) {
  if (value == "keep") {
    return plumb_options_set_flag(options, PLUMB_FLAG_KEEP_GENERATOR, 1);
  }
  return SetNumber("generator", value, [&](uint32_t number) {
    return plumb_options_set_generator(options, number);
  });
}

plumb_result SetVersion(plumb_options* options, absl::string_view value) {
  absl::string_view minor = value;
  if (!absl::ConsumePrefix(&minor, "1.")) {
    return FailOfValue("spirv-version", value);
  }
  return SetNumber("spirv-version", minor, [&](uint32_t number) {
    return plumb_options_set_version(options, number);
  });
}

plumb_result SetSpecConstant(plumb_options* options, absl::string_view value) {
  const absl::StatusOr<SpecSetting> setting = ParseSpecSetting(value);
  if (!setting.ok()) return FailOfValue("spec", value);
  return plumb_options_add_spec_constant(options, setting->constant.c_str(),
                                         setting->value.c_str());
}

// Limits, relaxations and layouts of descriptors.
plumb_result SetOfValidator(plumb_options* options, absl::string_view name,
                            absl::string_view value) {
  ValidatorOptions& validator = options->session.validator;
  for (const RelaxationName& row : RelaxationNames()) {
    if (row.name != name) continue;
    const Word* const word = FindWord(kBooleans, value);
    if (word == nullptr) return FailOfValue(name, value);
    validator.*row.flag = word->value != 0;
    return kOk;
  }
  const auto has_name = [&](const auto& row) { return row.name == name; };
  bool exists = false;
  for (const LimitName& row : LimitNames()) exists |= has_name(row);
  for (const DescriptorLayoutName& row : DescriptorLayoutNames()) {
    exists |= has_name(row);
  }
  if (!exists) {
    return Fail(PLUMB_E_NAME, absl::StrCat("'", name, "' is not an option"));
  }
  return SetValidatorOption(absl::StrCat(name, "=", value), &validator)
             ? PLUMB_OK
             : FailOfValue(name, value);
}

// The options that are neither flags nor of the validator.
plumb_result SetOther(plumb_options* options, absl::string_view name,
                      const char* value) {
  if (name == "target-env") return plumb_options_set_env(options, value);
  if (name == "spirv-version") return SetVersion(options, value);
  if (name == "generator") return SetGenerator(options, value);
  if (name == "spec") return SetSpecConstant(options, value);
  if (name == "jobs") {
    return SetNumber(name, value, [&](uint32_t number) {
      return plumb_options_set_jobs(options, number);
    });
  }
  if (name == "max-diagnostics") {
    return SetNumber(name, value, [&](uint32_t number) {
      return plumb_options_set_max_diagnostics(options, number);
    });
  }
  if (name == "input-format") {
    const Word* const word = FindWord(kFormats, value);
    return word == nullptr ? FailOfValue(name, value)
                           : plumb_options_set_format(options, word->value);
  }
  if (name == "syntax") {
    const Word* const word = FindWord(kDialects, value);
    return word == nullptr
               ? FailOfValue(name, value)
               : plumb_options_set_flag(options, PLUMB_FLAG_EXTENDED_SYNTAX,
                                        word->value);
  }
  return SetOfValidator(options, name, value);
}

plumb_result SetOption(plumb_options* options, absl::string_view name,
                       const char* value) {
  if (const Word* const flag = FindWord(kFlags, name)) {
    const Word* const word = FindWord(kBooleans, value);
    return word == nullptr
               ? FailOfValue(name, value)
               : plumb_options_set_flag(options, flag->value, word->value);
  }
  if (const Word* const action = FindWord(kActions, name)) {
    return plumb_options_select_rules(options, action->value, value);
  }
  return SetOther(options, name, value);
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_options_set(plumb_options* options,
                                         const char* name, const char* value) {
  if (options == nullptr) return FailOfNull("the options are NULL");
  if (name == nullptr || value == nullptr) {
    return FailOfNull("the name or the value is NULL");
  }
  return Guarded([&] { return SetOption(options, name, value); });
}

}  // extern "C"

}  // namespace plumb::c_api
