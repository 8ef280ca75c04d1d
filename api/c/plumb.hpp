// libplumb for C++17: plumb.h with destructors, std::string_view and
// exceptions.  Header only.
//
//   plumb::Options options;
//   options.set_env("vulkan1.3");
//   plumb::Session session(options);
//   if (session.Validate(bytes) == plumb::Verdict::kValid) {
//     Use(session.Binary());
//   }
//   for (const plumb::Diagnostic& d : session.Diagnostics()) {
//     std::cerr << d.place.line << ": " << d.message << '\n';
//   }
//
// Views that functions return have the lifetime that plumb.h states.  A call
// that fails throws plumb::Error; nothing else is thrown, except std::bad_alloc
// by containers of the caller's side.  Threads: as in plumb.h.
//
// Tested by plumb_hpp_test.cc.
#ifndef PLUMB_API_C_PLUMB_HPP_
#define PLUMB_API_C_PLUMB_HPP_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb.h"

namespace plumb {
// So that the names are not those of the C++ library that libplumb consists of.
inline namespace v1 {

// A call that failed.
class Error : public std::exception {
 public:
  explicit Error(plumb_result result)
      : result_(result), why_(plumb_last_failure()) {}

  plumb_result result() const noexcept { return result_; }
  const char* what() const noexcept override { return why_.c_str(); }

 private:
  plumb_result result_;
  std::string why_;
};

enum class Format : plumb_format {
  kAny = PLUMB_FORMAT_ANY,
  kBinary = PLUMB_FORMAT_BINARY,
  kText = PLUMB_FORMAT_TEXT,
  kHex = PLUMB_FORMAT_HEX,
};

enum class Verdict : plumb_verdict {
  kValid = PLUMB_VALID,
  kInvalid = PLUMB_INVALID,
  kMalformed = PLUMB_MALFORMED,
};

enum class Severity : plumb_severity {
  kPedantic = PLUMB_PEDANTIC,
  kWarning = PLUMB_WARNING,
  kError = PLUMB_ERROR,
};

enum class Action : plumb_action {
  kOff = PLUMB_ACTION_OFF,
  kWarning = PLUMB_ACTION_WARNING,
  kError = PLUMB_ACTION_ERROR,
  kOnly = PLUMB_ACTION_ONLY,
};

enum class ReportFormat : plumb_report_format {
  kText = PLUMB_REPORT_TEXT,
  kConcise = PLUMB_REPORT_CONCISE,
  kJson = PLUMB_REPORT_JSON,
  kSarif = PLUMB_REPORT_SARIF,
  kJUnit = PLUMB_REPORT_JUNIT,
  kGitHub = PLUMB_REPORT_GITHUB,
};

enum class ByteOrder : plumb_byte_order {
  kLittleEndian = PLUMB_LITTLE_ENDIAN,
  kBigEndian = PLUMB_BIG_ENDIAN,
};

// Returns false to end the call, which then throws an Error of PLUMB_E_SINK.
using Sink = std::function<bool(std::string_view bytes)>;

namespace internal {

inline void Check(plumb_result result) {
  if (result != PLUMB_OK) throw Error(result);
}

inline std::string_view View(plumb_string string) {
  return {string.data, string.size};
}

// A struct for a result.
template <typename T>
T Sized() {
  T out;
  out.size = sizeof(T);
  return out;
}

// A sink, and what it threw.
struct SinkCall {
  const Sink& sink;
  std::exception_ptr thrown;

  static int Write(void* context, const void* bytes, std::size_t size) {
    auto& call = *static_cast<SinkCall*>(context);
    try {
      const auto* const data = static_cast<const char*>(bytes);
      return call.sink(std::string_view(data, size)) ? 0 : 1;
    } catch (...) {
      call.thrown = std::current_exception();
      return 1;
    }
  }
  void Finish(plumb_result result) const {
    if (thrown) std::rethrow_exception(thrown);
    Check(result);
  }
};

struct Free {
  void operator()(plumb_options* p) const { plumb_options_free(p); }
  void operator()(plumb_session* p) const { plumb_session_free(p); }
  void operator()(plumb_reporter* p) const { plumb_reporter_free(p); }
  void operator()(plumb_pipeline* p) const { plumb_pipeline_free(p); }
};

}  // namespace internal

// A place in the input; members as in plumb_place.
struct Place {
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::uint32_t character = 0, end_character = 0;
  std::uint32_t offset = PLUMB_NONE, end_offset = PLUMB_NONE;
  std::uint32_t word = PLUMB_NONE, end_word = PLUMB_NONE;
  std::uint32_t instruction = PLUMB_NONE, instruction_word = PLUMB_NONE;
  std::string_view excerpt, caret;
};

struct Note {
  std::string_view message;
  Place place;
};

struct Source {
  std::string_view file;
  std::uint32_t line = 0, column = 0;
  std::string_view excerpt, caret;
};

struct Edit {
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::uint32_t offset = 0, end_offset = 0;
  std::string_view replacement;
};

// Members as in plumb_diagnostic.
struct Diagnostic {
  Severity severity = Severity::kError;
  bool is_follow_up = false;
  std::string_view rule, section, reference, vuid, message;
  std::string_view function, function_name, block;
  Place place;
  std::vector<Note> notes;
  std::vector<Source> sources;  // the place, then the calls it is inlined at
  std::vector<Edit> edits;      // of its fix; empty: no fix
  bool is_fix_safe = false;
};

struct Need {
  plumb_need_kind kind = PLUMB_NEED_VERSION;
  bool is_needed = false;
  std::string_view name, rule, message;
};

// Members as in plumb_operand.
struct Operand {
  plumb_operand_class category = PLUMB_OPERAND_NUMBER;
  std::uint32_t word = 0, word_count = 0;
  std::uint64_t value = 0;
  std::string_view kind, name, string;
};

// Members as in plumb_instruction.
struct Instruction {
  std::uint32_t opcode = 0, operand_count = 0, word = 0, word_count = 0;
  std::uint32_t result_type = 0, result = 0, origin = 0, ext_number = 0;
  std::string_view name, ext_set, ext_name;
};

// Members as in plumb_rule.
struct RuleInfo {
  Severity severity = Severity::kError;
  bool can_be_disabled = false;
  std::string_view id, area, section, message, gist, vuid, aliases, link;
  std::string_view since, until;
};

// Options; copies are independent.
class Options {
 public:
  Options() {
    plumb_options* made = nullptr;
    internal::Check(plumb_options_new(&made));
    options_.reset(made);
  }
  Options(const Options& other) : cancelled_(other.cancelled_) {
    plumb_options* made = nullptr;
    internal::Check(plumb_options_clone(other.options_.get(), &made));
    options_.reset(made);
  }
  Options& operator=(const Options& other) {
    Options copy(other);
    options_.swap(copy.options_);
    cancelled_.swap(copy.cancelled_);
    return *this;
  }
  Options(Options&&) noexcept = default;
  Options& operator=(Options&&) noexcept = default;
  ~Options() = default;

  plumb_options* get() const { return options_.get(); }
  const std::shared_ptr<std::function<bool()>>& cancelled() const {
    return cancelled_;
  }

  // By the name and value of the command line.
  Options& Set(const std::string& name, const std::string& value) {
    return Checked(plumb_options_set(get(), name.c_str(), value.c_str()));
  }
  Options& set_env(const std::string& env) {
    return Checked(plumb_options_set_env(get(), env.c_str()));
  }
  Options& set_format(Format format) {
    return Checked(
        plumb_options_set_format(get(), static_cast<plumb_format>(format)));
  }
  Options& set_flag(plumb_flag flag, bool on = true) {
    return Checked(plumb_options_set_flag(get(), flag, on ? 1 : 0));
  }
  Options& set_limit(plumb_limit limit, std::uint32_t value) {
    return Checked(plumb_options_set_limit(get(), limit, value));
  }
  Options& set_descriptor_layout(plumb_descriptor descriptor,
                                 std::uint32_t size, std::uint32_t alignment) {
    return Checked(plumb_options_set_descriptor_layout(get(), descriptor, size,
                                                       alignment));
  }
  Options& set_jobs(std::uint32_t jobs) {
    return Checked(plumb_options_set_jobs(get(), jobs));
  }
  Options& set_max_diagnostics(std::size_t count) {
    return Checked(plumb_options_set_max_diagnostics(get(), count));
  }
  Options& set_version(std::uint32_t minor) {
    return Checked(plumb_options_set_version(get(), minor));
  }
  Options& set_generator(std::uint32_t number) {
    return Checked(plumb_options_set_generator(get(), number));
  }
  Options& SelectRules(Action action, const std::string& pattern) {
    return Checked(plumb_options_select_rules(
        get(), static_cast<plumb_action>(action), pattern.c_str()));
  }
  Options& AddSpecConstant(const std::string& constant,
                           const std::string& value) {
    return Checked(plumb_options_add_spec_constant(get(), constant.c_str(),
                                                   value.c_str()));
  }
  // `profile` is empty for the only one of the JSON text.
  Options& set_device(std::string_view json, const std::string& profile = "") {
    return Checked(
        plumb_options_set_device(get(), json.data(), json.size(),
                                 profile.empty() ? nullptr : profile.c_str()));
  }
  // Called as plumb_cancelled is; returns true to stop.  Must not throw.  An
  // empty function removes it.
  Options& set_cancelled(std::function<bool()> cancelled) {
    cancelled_ = std::make_shared<std::function<bool()>>(std::move(cancelled));
    return Checked(*cancelled_ ? plumb_options_set_cancelled(
                                     get(), CallCancelled, cancelled_.get())
                               : plumb_options_set_cancelled(get(), nullptr,
                                                             nullptr));
  }

 private:
  Options& Checked(plumb_result result) {
    internal::Check(result);
    return *this;
  }
  static int CallCancelled(void* context) {
    return (*static_cast<std::function<bool()>*>(context))() ? 1 : 0;
  }

  std::unique_ptr<plumb_options, internal::Free> options_;
  std::shared_ptr<std::function<bool()>> cancelled_;
};

class Session {
 public:
  Session() { Make(nullptr, nullptr); }
  explicit Session(const Options& options,
                   const plumb_allocator* allocator = nullptr)
      : cancelled_(options.cancelled()) {
    Make(options.get(), allocator);
  }

  plumb_session* get() const { return session_.get(); }

  void set_options(const Options& options) {
    internal::Check(plumb_session_set_options(get(), options.get()));
    cancelled_ = options.cancelled();
  }

  // Borrows `bytes`, unless PLUMB_FLAG_COPY_INPUT is on.
  Verdict Validate(std::string_view bytes) {
    plumb_verdict verdict = PLUMB_MALFORMED;
    internal::Check(
        plumb_session_validate(get(), bytes.data(), bytes.size(), &verdict));
    return static_cast<Verdict>(verdict);
  }
  Verdict Read(std::string_view bytes) {
    plumb_verdict verdict = PLUMB_MALFORMED;
    internal::Check(
        plumb_session_read(get(), bytes.data(), bytes.size(), &verdict));
    return static_cast<Verdict>(verdict);
  }
  void Reset() { internal::Check(plumb_session_reset(get())); }

  plumb_counts Counts() {
    auto out = internal::Sized<plumb_counts>();
    internal::Check(plumb_counts_get(get(), &out));
    return out;
  }
  std::vector<Diagnostic> Diagnostics() {
    std::vector<Diagnostic> all(Counts().kept);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = DiagnosticAt(i);
    return all;
  }
  Diagnostic DiagnosticAt(std::size_t index) {
    auto record = internal::Sized<plumb_diagnostic>();
    internal::Check(plumb_diagnostic_get(get(), index, &record));
    Diagnostic out;
    out.severity = static_cast<Severity>(record.severity);
    out.is_follow_up = record.is_follow_up != 0;
    out.rule = internal::View(record.rule);
    out.section = internal::View(record.section);
    out.reference = internal::View(record.reference);
    out.vuid = internal::View(record.vuid);
    out.message = internal::View(record.message);
    out.function = internal::View(record.function);
    out.function_name = internal::View(record.function_name);
    out.block = internal::View(record.block);
    out.is_fix_safe = record.is_fix_safe != 0;
    out.place = PlaceAt(index, PLUMB_NO_NOTE);
    for (std::size_t i = 0; i < record.note_count; ++i) {
      out.notes.push_back(NoteAt(index, i));
    }
    for (std::size_t i = 0; i < record.source_count; ++i) {
      out.sources.push_back(SourceAt(index, i));
    }
    for (std::size_t i = 0; i < record.edit_count; ++i) {
      out.edits.push_back(EditAt(index, i));
    }
    return out;
  }

  std::string_view Report(ReportFormat format, const std::string& file) {
    plumb_string out;
    internal::Check(plumb_report(get(),
                                 static_cast<plumb_report_format>(format),
                                 file.c_str(), &out));
    return internal::View(out);
  }
  std::string_view Binary(ByteOrder order = ByteOrder::kLittleEndian) {
    plumb_string out;
    internal::Check(
        plumb_binary(get(), static_cast<plumb_byte_order>(order), &out));
    return internal::View(out);
  }
  void WriteBinary(ByteOrder order, const Sink& sink) {
    internal::SinkCall call{sink, nullptr};
    call.Finish(plumb_write_binary(get(), static_cast<plumb_byte_order>(order),
                                   internal::SinkCall::Write, &call));
  }
  // `flags`: PLUMB_TEXT_...
  std::string_view Text(std::uint32_t flags = 0) {
    plumb_string out;
    internal::Check(plumb_text(get(), flags, &out));
    return internal::View(out);
  }
  void WriteText(std::uint32_t flags, const Sink& sink) {
    internal::SinkCall call{sink, nullptr};
    call.Finish(plumb_write_text(get(), flags, internal::SinkCall::Write, &call));
  }
  std::string_view FixedText(bool unsafe = false,
                             std::size_t* fix_count = nullptr) {
    plumb_string out;
    internal::Check(plumb_fixed_text(get(), unsafe ? 1 : 0, &out, fix_count));
    return internal::View(out);
  }
  std::vector<Need> Needs() {
    std::size_t needed = 0, unneeded = 0;
    internal::Check(plumb_need_count(get(), &needed, &unneeded));
    std::vector<Need> all;
    for (std::size_t i = 0; i < needed + unneeded; ++i) {
      auto record = internal::Sized<plumb_need>();
      internal::Check(plumb_need_get(get(), i, &record));
      all.push_back({record.kind, record.is_needed != 0,
                     internal::View(record.name), internal::View(record.rule),
                     internal::View(record.message)});
    }
    return all;
  }
  std::string_view NeedsJson(const std::string& file) {
    plumb_string out;
    internal::Check(plumb_needs_json(get(), file.c_str(), &out));
    return internal::View(out);
  }
  std::string_view InterfaceJson(const std::string& file) {
    plumb_string out;
    internal::Check(plumb_interface_json(get(), file.c_str(), &out));
    return internal::View(out);
  }

  plumb_module Module() {
    auto out = internal::Sized<plumb_module>();
    internal::Check(plumb_module_get(get(), &out));
    return out;
  }
  Instruction InstructionAt(std::uint32_t index) {
    auto r = internal::Sized<plumb_instruction>();
    internal::Check(plumb_instruction_get(get(), index, &r));
    return {r.opcode,
            r.operand_count,
            r.word,
            r.word_count,
            r.result_type,
            r.result,
            r.origin,
            r.ext_number,
            internal::View(r.name),
            internal::View(r.ext_set),
            internal::View(r.ext_name)};
  }
  Operand OperandAt(std::uint32_t index, std::uint32_t operand) {
    auto r = internal::Sized<plumb_operand>();
    internal::Check(plumb_operand_get(get(), index, operand, &r));
    return {r.category,
            r.word,
            r.word_count,
            r.value,
            internal::View(r.kind),
            internal::View(r.name),
            internal::View(r.string)};
  }
  std::string_view InstructionText(std::uint32_t index,
                                   std::uint32_t flags = 0) {
    plumb_string out;
    internal::Check(plumb_instruction_text(get(), index, flags, &out));
    return internal::View(out);
  }
  // The instruction that defines an id, if one does.
  std::optional<std::uint32_t> Definition(std::uint32_t id) {
    std::uint32_t instruction = PLUMB_NONE;
    internal::Check(plumb_definition_get(get(), id, &instruction));
    if (instruction == PLUMB_NONE) return std::nullopt;
    return instruction;
  }
  std::vector<plumb_use> Uses(std::uint32_t id) {
    const plumb_use* uses = nullptr;
    std::size_t count = 0;
    internal::Check(plumb_uses_get(get(), id, &uses, &count));
    return std::vector<plumb_use>(uses, uses + count);
  }

 private:
  void Make(const plumb_options* options, const plumb_allocator* allocator) {
    plumb_session* made = nullptr;
    internal::Check(plumb_session_new(options, allocator, &made));
    session_.reset(made);
  }
  Place PlaceAt(std::size_t index, std::size_t note) {
    auto r = internal::Sized<plumb_place>();
    internal::Check(plumb_place_get(get(), index, note, &r));
    return {r.line,
            r.column,
            r.end_line,
            r.end_column,
            r.character,
            r.end_character,
            r.offset,
            r.end_offset,
            r.word,
            r.end_word,
            r.instruction,
            r.instruction_word,
            internal::View(r.excerpt),
            internal::View(r.caret)};
  }
  Note NoteAt(std::size_t index, std::size_t note) {
    auto record = internal::Sized<plumb_note>();
    internal::Check(plumb_note_get(get(), index, note, &record));
    return {internal::View(record.message), PlaceAt(index, note)};
  }
  Source SourceAt(std::size_t index, std::size_t level) {
    auto r = internal::Sized<plumb_source>();
    internal::Check(plumb_source_get(get(), index, level, &r));
    return {internal::View(r.file), r.line, r.column, internal::View(r.excerpt),
            internal::View(r.caret)};
  }
  Edit EditAt(std::size_t index, std::size_t edit) {
    auto r = internal::Sized<plumb_edit>();
    internal::Check(plumb_edit_get(get(), index, edit, &r));
    return {r.line,   r.column,     r.end_line,
            r.end_column, r.offset, r.end_offset,
            internal::View(r.replacement)};
  }

  // Outlives the session, which calls it.
  std::shared_ptr<std::function<bool()>> cancelled_;
  std::unique_ptr<plumb_session, internal::Free> session_;
};

// One report on several inputs: append the pieces.
class Reporter {
 public:
  explicit Reporter(ReportFormat format) {
    plumb_reporter* made = nullptr;
    internal::Check(
        plumb_reporter_new(static_cast<plumb_report_format>(format), &made));
    reporter_.reset(made);
  }

  std::string_view Add(const Session& session, const std::string& file) {
    plumb_string out;
    internal::Check(plumb_reporter_add(reporter_.get(), session.get(),
                                       file.c_str(), &out));
    return internal::View(out);
  }
  std::string_view AddUnreadable(const std::string& file,
                                 const std::string& message) {
    plumb_string out;
    internal::Check(plumb_reporter_add_unreadable(
        reporter_.get(), file.c_str(), message.c_str(), &out));
    return internal::View(out);
  }
  std::string_view End() {
    plumb_string out;
    internal::Check(plumb_reporter_end(reporter_.get(), &out));
    return internal::View(out);
  }

 private:
  std::unique_ptr<plumb_reporter, internal::Free> reporter_;
};

// The stages of one pipeline.
class Pipeline {
 public:
  Pipeline() { Make(nullptr); }
  explicit Pipeline(const Options& options) : cancelled_(options.cancelled()) {
    Make(options.get());
  }

  plumb_pipeline* get() const { return pipeline_.get(); }

  // Borrows `bytes`, unless PLUMB_FLAG_COPY_INPUT is on.  An empty name of an
  // entry point: all.
  void Add(const std::string& file, std::string_view bytes,
           const std::string& entry_point = "") {
    internal::Check(plumb_pipeline_add(
        get(), file.c_str(), bytes.data(), bytes.size(),
        entry_point.empty() ? nullptr : entry_point.c_str()));
  }
  void Describe(std::string_view json) {
    internal::Check(plumb_pipeline_describe(
        get(), json.data() != nullptr ? json.data() : "", json.size()));
  }
  void Reset() { internal::Check(plumb_pipeline_reset(get())); }

  Verdict Validate() {
    plumb_verdict verdict = PLUMB_MALFORMED;
    internal::Check(plumb_pipeline_validate(get(), &verdict));
    return static_cast<Verdict>(verdict);
  }
  std::string_view Report(ReportFormat format) {
    plumb_string out;
    internal::Check(plumb_pipeline_report(
        get(), static_cast<plumb_report_format>(format), &out));
    return internal::View(out);
  }
  std::string_view Template() {
    plumb_string out;
    internal::Check(plumb_pipeline_template(get(), &out));
    return internal::View(out);
  }

 private:
  void Make(const plumb_options* options) {
    plumb_pipeline* made = nullptr;
    internal::Check(plumb_pipeline_new(options, &made));
    pipeline_.reset(made);
  }

  // Outlives the pipeline, which calls it.
  std::shared_ptr<std::function<bool()>> cancelled_;
  std::unique_ptr<plumb_pipeline, internal::Free> pipeline_;
};

// The rule with an index below plumb_rule_count().
inline RuleInfo RuleAt(std::size_t index) {
  auto r = internal::Sized<plumb_rule>();
  internal::Check(plumb_rule_get(index, &r));
  return {static_cast<Severity>(r.severity),
          r.can_be_disabled != 0,
          internal::View(r.id),
          internal::View(r.area),
          internal::View(r.section),
          internal::View(r.message),
          internal::View(r.gist),
          internal::View(r.vuid),
          internal::View(r.aliases),
          internal::View(r.link),
          internal::View(r.since),
          internal::View(r.until)};
}

// The rule by id, alias or VUID.
inline RuleInfo FindRuleByName(const std::string& name) {
  std::size_t index = 0;
  internal::Check(plumb_rule_find(name.c_str(), &index));
  return RuleAt(index);
}

// A device profile with every feature and limit that rules use.  Static.
inline std::string_view DeviceTemplate() {
  plumb_string out;
  internal::Check(plumb_device_template(&out));
  return internal::View(out);
}

}  // namespace v1
}  // namespace plumb

#endif  // PLUMB_API_C_PLUMB_HPP_
