// Fuzzes the C interface: a sequence of calls with any arguments on one
// session, then a module.  Each string that a call returns is read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "api/c/plumb.h"
#include "testdata/fuzz/fuzz_input.h"
#include "testdata/fuzz/fuzz_target.h"

namespace plumb {
namespace {

// Keeps the compiler from removing reads.
volatile uint64_t sum_of_bytes = 0;

void Read(const plumb_string& text) {
  uint64_t sum = 0;
  for (size_t i = 0; i < text.size; ++i) {
    sum += static_cast<uint8_t>(text.data[i]);
  }
  sum_of_bytes = sum_of_bytes + sum;
}

void ReadFailure() { Read({plumb_last_failure(), 1}); }

int Count(void* context, const void* bytes, size_t size) {
  Read({static_cast<const char*>(bytes), size});
  uint32_t& left = *static_cast<uint32_t*>(context);
  return left-- == 0 ? 1 : 0;
}

int IsCancelled(void* context) {
  uint32_t& left = *static_cast<uint32_t*>(context);
  return left != 0 && --left == 0 ? 1 : 0;
}

class Calls {
 public:
  explicit Calls(FuzzInput* input) : in_(*input) {
    if (plumb_options_new(&options_) != PLUMB_OK) std::abort();
    if (plumb_session_new(options_, nullptr, &session_) != PLUMB_OK) {
      std::abort();
    }
  }
  ~Calls() {
    plumb_pipeline_free(pipeline_);
    plumb_reporter_free(reporter_);
    plumb_session_free(session_);
    plumb_options_free(options_);
  }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  // The module is the end of the input, so calls before it have none yet.
  void Run() {
    const uint8_t before = in_.TakeByte() % 16;
    for (uint8_t i = 0; i < before; ++i) SetOption();
    plumb_session_set_options(Session(), options_);
    const uint8_t after = in_.TakeByte() % 32;
    // The arguments of the calls are bytes of the module too.
    FuzzInput rest = in_;
    bytes_ = rest.TakeRest();
    for (uint8_t i = 0; i < 4; ++i) Call();
    RunModule();
    for (uint8_t i = 0; i < after; ++i) Call();
    if (in_.TakeBool()) {
      plumb_session_reset(session_);
      for (uint8_t i = 0; i < 4; ++i) Call();
    }
  }

 private:
  // Null now and then.
  plumb_session* Session() {
    return in_.TakeByte() == 0xff ? nullptr : session_;
  }
  template <typename T>
  T* OrNull(T* out) {
    return in_.TakeByte() == 0xff ? nullptr : out;
  }
  const char* NameOrNull() {
    name_ = in_.TakeString();
    return OrNull(name_.c_str());
  }
  // A struct with its size, or rarely another size.
  template <typename T>
  T Sized() {
    T value{};
    const uint8_t byte = in_.TakeByte();
    value.size =
        byte == 0xff ? in_.TakeSize() : sizeof(T) - size_t{8} * (byte % 2);
    if (value.size > sizeof(T)) value.size = sizeof(T);
    return value;
  }
  plumb_string text_{};
  void Take(plumb_result result) {
    if (result == PLUMB_OK) {
      Read(text_);
    } else {
      ReadFailure();
    }
    text_ = {};
  }

  void RunModule() {
    plumb_verdict verdict;
    const plumb_result result =
        in_.TakeBool()
            ? plumb_session_read(session_, bytes_.data(), bytes_.size(),
                                 OrNull(&verdict))
            : plumb_session_validate(session_, bytes_.data(), bytes_.size(),
                                     OrNull(&verdict));
    if (result == PLUMB_E_INTERNAL) std::abort();
  }

  void SetOption();
  void Call();
  void CallDiagnostics(uint8_t which);
  void CallModule(uint8_t which);
  void CallOutput(uint8_t which);
  void CallTables(uint8_t which);
  void CallPipeline(uint8_t which);

  FuzzInput& in_;
  plumb_options* options_ = nullptr;
  plumb_session* session_ = nullptr;
  plumb_reporter* reporter_ = nullptr;
  plumb_pipeline* pipeline_ = nullptr;
  std::string bytes_, name_, value_;
  uint32_t polls_ = 0;
};

void Calls::SetOption() {
  static constexpr const char* kOptions[] = {
      "jobs",      "target-env", "max-errors",
      "werror",    "warn",       "error",
      "disable",   "only",       "pedantic",
      "spec",      "syntax",     "all-errors",
      "format",    "all-errors", "relax-block-layout",
      "max-nodes", "device",     "no-suppressions"};
  switch (in_.TakeByte() % 12) {
    case 0:
      name_ = kOptions[in_.TakeByte() % std::size(kOptions)];
      value_ = in_.TakeString();
      plumb_options_set(options_, name_.c_str(), OrNull(value_.c_str()));
      break;
    case 1: {
      plumb_env env = Sized<plumb_env>();
      if (plumb_env_get(in_.TakeNumber() % 40, &env) == PLUMB_OK &&
          env.name.data != nullptr) {
        name_.assign(env.name.data, env.name.size);
        plumb_options_set_env(options_, name_.c_str());
      }
      break;
    }
    case 2:
      plumb_options_set_format(options_, static_cast<int8_t>(in_.TakeByte()));
      break;
    case 3:
      plumb_options_set_flag(options_, static_cast<int8_t>(in_.TakeByte()),
                             in_.TakeBool());
      break;
    case 4:
      plumb_options_set_limit(options_, static_cast<int8_t>(in_.TakeByte()),
                              in_.TakeNumber());
      break;
    case 5: {
      const auto kind = static_cast<int8_t>(in_.TakeByte() % 6);
      const uint32_t size = in_.TakeNumber();
      plumb_options_set_descriptor_layout(options_, kind, size,
                                          in_.TakeNumber());
      break;
    }
    case 6:
      plumb_options_set_jobs(options_, in_.TakeNumber() % 4);
      break;
    case 7:
      plumb_options_set_max_diagnostics(options_, in_.TakeSize());
      break;
    case 8:
      plumb_options_set_version(options_, in_.TakeNumber());
      plumb_options_set_generator(options_, in_.TakeNumber());
      break;
    case 9:
      plumb_options_select_rules(options_, in_.TakeByte() % 6, NameOrNull());
      break;
    case 10:
      value_ = in_.TakeString();
      plumb_options_add_spec_constant(options_, NameOrNull(), value_.c_str());
      break;
    case 11:
      polls_ = in_.TakeNumber();
      plumb_options_set_cancelled(options_, IsCancelled, &polls_);
      break;
  }
  ReadFailure();
}

void Calls::Call() {
  const uint8_t which = in_.TakeByte();
  switch (which % 5) {
    case 0:
      return CallDiagnostics(which / 5);
    case 1:
      return CallModule(which / 5);
    case 2:
      return CallOutput(which / 5);
    case 3:
      return CallTables(which / 5);
    case 4:
      return CallPipeline(which / 5);
  }
}

void Calls::CallDiagnostics(uint8_t which) {
  const size_t index = in_.TakeSize();
  switch (which % 6) {
    case 0: {
      plumb_counts counts = Sized<plumb_counts>();
      plumb_counts_get(Session(), OrNull(&counts));
      break;
    }
    case 1: {
      plumb_diagnostic found = Sized<plumb_diagnostic>();
      if (plumb_diagnostic_get(Session(), index, OrNull(&found)) == PLUMB_OK) {
        for (const plumb_string& text :
             {found.rule, found.section, found.reference, found.vuid,
              found.message, found.function, found.function_name,
              found.block}) {
          Read(text);
        }
      }
      break;
    }
    case 2: {
      plumb_note note = Sized<plumb_note>();
      if (plumb_note_get(Session(), index, in_.TakeSize(), OrNull(&note)) ==
          PLUMB_OK) {
        Read(note.message);
      }
      break;
    }
    case 3: {
      plumb_place place = Sized<plumb_place>();
      const size_t note = in_.TakeBool() ? PLUMB_NO_NOTE : in_.TakeSize();
      if (plumb_place_get(Session(), index, note, OrNull(&place)) == PLUMB_OK) {
        Read(place.excerpt);
        Read(place.caret);
      }
      break;
    }
    case 4: {
      plumb_source source = Sized<plumb_source>();
      if (plumb_source_get(Session(), index, in_.TakeSize(), OrNull(&source)) ==
          PLUMB_OK) {
        Read(source.file);
        Read(source.excerpt);
        Read(source.caret);
      }
      break;
    }
    case 5: {
      plumb_edit edit = Sized<plumb_edit>();
      if (plumb_edit_get(Session(), index, in_.TakeSize(), OrNull(&edit)) ==
          PLUMB_OK) {
        Read(edit.replacement);
      }
      break;
    }
  }
  ReadFailure();
}

void Calls::CallModule(uint8_t which) {
  const uint32_t index = in_.TakeNumber();
  switch (which % 8) {
    case 0: {
      plumb_module module = Sized<plumb_module>();
      if (plumb_module_get(Session(), OrNull(&module)) == PLUMB_OK) {
        Read(module.env);
        Read({reinterpret_cast<const char*>(module.words),
              module.word_count * sizeof(uint32_t)});
      }
      break;
    }
    case 1: {
      plumb_instruction inst = Sized<plumb_instruction>();
      if (plumb_instruction_get(Session(), index, OrNull(&inst)) == PLUMB_OK) {
        Read(inst.name);
        Read(inst.ext_set);
        Read(inst.ext_name);
      }
      break;
    }
    case 2: {
      plumb_operand operand = Sized<plumb_operand>();
      if (plumb_operand_get(Session(), index, in_.TakeNumber(),
                            OrNull(&operand)) == PLUMB_OK) {
        Read(operand.kind);
        Read(operand.name);
        Read(operand.string);
      }
      break;
    }
    case 3:
      return Take(plumb_instruction_text(Session(), index, in_.TakeNumber(),
                                         OrNull(&text_)));
    case 4: {
      uint32_t definition;
      plumb_definition_get(Session(), index, OrNull(&definition));
      break;
    }
    case 5: {
      const plumb_use* uses = nullptr;
      size_t count = 0;
      if (plumb_uses_get(Session(), index, &uses, &count) == PLUMB_OK) {
        Read({reinterpret_cast<const char*>(uses), count * sizeof(plumb_use)});
      }
      break;
    }
    case 6: {
      uint32_t original;
      plumb_original_id(Session(), index, OrNull(&original));
      break;
    }
    case 7: {
      plumb_need need = Sized<plumb_need>();
      if (plumb_need_get(Session(), index, OrNull(&need)) == PLUMB_OK) {
        Read(need.name);
        Read(need.rule);
        Read(need.message);
      }
      break;
    }
  }
  ReadFailure();
}

void Calls::CallOutput(uint8_t which) {
  uint32_t refused = in_.TakeNumber();
  switch (which % 12) {
    case 0:
      return Take(plumb_report(Session(), in_.TakeByte() % 8, NameOrNull(),
                               OrNull(&text_)));
    case 1:
      return Take(plumb_binary(Session(), in_.TakeByte() % 3, OrNull(&text_)));
    case 2:
      plumb_write_binary(Session(), in_.TakeByte() % 3, OrNull(Count),
                         &refused);
      break;
    case 3:
      return Take(plumb_text(Session(), in_.TakeNumber() << in_.TakeByte() % 8,
                             OrNull(&text_)));
    case 4:
      plumb_write_text(Session(), in_.TakeNumber(), OrNull(Count), &refused);
      break;
    case 5: {
      size_t fixes;
      return Take(plumb_fixed_text(Session(), in_.TakeBool(), OrNull(&text_),
                                   OrNull(&fixes)));
    }
    case 6: {
      size_t needed, unneeded;
      plumb_need_count(Session(), OrNull(&needed), OrNull(&unneeded));
      break;
    }
    case 7:
      return Take(plumb_needs_json(Session(), NameOrNull(), OrNull(&text_)));
    case 8:
      plumb_reporter_free(reporter_);
      reporter_ = nullptr;
      plumb_reporter_new(in_.TakeByte() % 8, OrNull(&reporter_));
      break;
    case 9:
      return Take(plumb_reporter_add(reporter_, Session(), NameOrNull(),
                                     OrNull(&text_)));
    case 10:
      value_ = in_.TakeString();
      return Take(plumb_reporter_add_unreadable(
          reporter_, NameOrNull(), value_.c_str(), OrNull(&text_)));
    case 11:
      return Take(plumb_reporter_end(reporter_, OrNull(&text_)));
  }
  ReadFailure();
}

void Calls::CallTables(uint8_t which) {
  const uint32_t index = in_.TakeNumber();
  switch (which % 9) {
    case 0:
      return Take(plumb_opcode_name(index, OrNull(&text_)));
    case 1: {
      uint32_t number;
      plumb_opcode_number(NameOrNull(), OrNull(&number));
      break;
    }
    case 2:
      return Take(plumb_enumerant_name(NameOrNull(), index, OrNull(&text_)));
    case 3: {
      plumb_rule rule = Sized<plumb_rule>();
      if (plumb_rule_get(in_.TakeSize(), OrNull(&rule)) == PLUMB_OK) {
        for (const plumb_string& text :
             {rule.id, rule.area, rule.section, rule.message, rule.gist,
              rule.vuid, rule.aliases, rule.link, rule.since, rule.until}) {
          Read(text);
        }
      }
      break;
    }
    case 4: {
      size_t found;
      plumb_rule_find(NameOrNull(), OrNull(&found));
      break;
    }
    case 5: {
      uint32_t refused = in_.TakeNumber();
      plumb_rule_explain(size_t{16} * index, in_.TakeBool(), OrNull(Count),
                         &refused);
      break;
    }
    case 6:
      return Take(plumb_limit_name(static_cast<int8_t>(index), OrNull(&text_)));
    case 7:
      return Take(plumb_device_template(OrNull(&text_)));
    case 8: {
      plumb_options* clone = nullptr;
      if (plumb_options_clone(options_, &clone) == PLUMB_OK) {
        plumb_options_free(options_);
        options_ = clone;
      }
      plumb_session_set_options(Session(), options_);
      break;
    }
  }
  ReadFailure();
}

void Calls::CallPipeline(uint8_t which) {
  if (pipeline_ == nullptr || which % 9 == 0) {
    plumb_pipeline_free(pipeline_);
    pipeline_ = nullptr;
    plumb_pipeline_new(in_.TakeBool() ? options_ : nullptr, OrNull(&pipeline_));
  }
  switch (which % 9) {
    case 1:
      plumb_pipeline_add(pipeline_, NameOrNull(), bytes_.data(), bytes_.size(),
                         nullptr);
      break;
    case 2:
      value_ = in_.TakeString();
      plumb_pipeline_add(pipeline_, "a", bytes_.data(), bytes_.size(),
                         OrNull(value_.c_str()));
      break;
    case 3:
      value_ = in_.TakeString();
      plumb_pipeline_describe(pipeline_, OrNull(value_.data()), value_.size());
      break;
    case 4:
      plumb_pipeline_reset(pipeline_);
      break;
    case 5: {
      plumb_verdict verdict;
      if (plumb_pipeline_validate(pipeline_, OrNull(&verdict)) ==
          PLUMB_E_INTERNAL) {
        std::abort();
      }
      break;
    }
    case 6:
      return Take(
          plumb_pipeline_report(pipeline_, in_.TakeByte() % 8, OrNull(&text_)));
    case 7:
      return Take(plumb_pipeline_template(pipeline_, OrNull(&text_)));
    case 8:
      return Take(
          plumb_interface_json(Session(), NameOrNull(), OrNull(&text_)));
  }
  ReadFailure();
}

}  // namespace

void FuzzCInterface(absl::string_view input) {
  FuzzInput bytes(input);
  Calls(&bytes).Run();
}

}  // namespace plumb
