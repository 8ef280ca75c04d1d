// See module.h.
#include "bindings/npm/native/module.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/c/plumb.h"
#include "api/c/session.h"
#include "api/json/json_document.h"
#include "bindings/npm/native/explanations.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/flow_chart.h"
#include "cli/drawing/html.h"
#include "cli/lsp/message_queue.h"
#include "cli/lsp/server.h"

namespace plumb::js {
namespace {

using Json = nlohmann::json;

// A result of the C interface other than PLUMB_OK.
struct Failure {
  plumb_result result;
  std::string message;
};

void Check(plumb_result result) {
  if (result != PLUMB_OK) throw Failure{result, plumb_last_failure()};
}

std::string ToString(plumb_string text) { return {text.data, text.size}; }

struct FreeOptions {
  void operator()(plumb_options* options) const { plumb_options_free(options); }
};
using Options = std::unique_ptr<plumb_options, FreeOptions>;

struct FreePipeline {
  void operator()(plumb_pipeline* pipeline) const {
    plumb_pipeline_free(pipeline);
  }
};

// An option may be set several times: {"off": ["cfg.*", "limit.*"]}.
void SetOption(plumb_options* options, const std::string& name,
               const Json& value) {
  if (value.is_array()) {
    for (const Json& element : value) SetOption(options, name, element);
    return;
  }
  const std::string text =
      value.is_string() ? value.get<std::string>() : value.dump();
  Check(plumb_options_set(options, name.c_str(), text.c_str()));
}

Options OptionsFrom(const Json& request) {
  plumb_options* made = nullptr;
  Check(plumb_options_new(&made));
  Options options(made);
  // The input is in memory of JavaScript, which may free it.
  Check(plumb_options_set_flag(options.get(), PLUMB_FLAG_COPY_INPUT, 1));
  const Json wanted = request.value("options", Json::object());
  for (const auto& [name, value] : wanted.items()) {
    if (name == "device") continue;
    SetOption(options.get(), name, value);
  }
  if (const auto device = wanted.find("device"); device != wanted.end()) {
    const std::string text = device->get<std::string>();
    Check(plumb_options_set_device(options.get(), text.data(), text.size(),
                                   nullptr));
  }
  return options;
}

const char* NameOf(plumb_verdict verdict) {
  switch (verdict) {
    case PLUMB_VALID:
      return "valid";
    case PLUMB_INVALID:
      return "invalid";
    default:
      return "malformed";
  }
}

struct Result {
  Json json = Json::object();
  std::string bytes;
};

struct CopyParts {
  static int Append(void* text, const void* bytes, size_t size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes),
                                            size);
    return 0;
  }
};

// All calls, with a session that keeps its memory for the next.
class Calls {
 public:
  Calls() { Check(plumb_session_new(nullptr, nullptr, &session_)); }
  ~Calls() { plumb_session_free(session_); }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  Result Make(const Json& request, absl::string_view input) {
    const auto& call = request.at("call").get_ref<const std::string&>();
    if (call == "about") return About();
    if (call == "rules") return Rules();
    if (call == "explain") return Explain(request);
    if (call == "validate") return Validate(request, input);
    if (call == "assemble") return Assemble(request, input);
    if (call == "disassemble") return Disassemble(request, input);
    if (call == "needs") {
      return Describe(request, input, "needs", plumb_needs_json);
    }
    if (call == "interface") {
      return Describe(request, input, "interface", plumb_interface_json);
    }
    if (call == "pipeline") return Pipeline(request, input);
    if (call == "fix") return Fix(request, input);
    if (call == "controlFlow") return ControlFlow(request, input);
    if (call == "instructions") return Instructions(request, input);
    throw Failure{PLUMB_E_NAME, "unknown call '" + call + "'"};
  }

 private:
  static Result About() {
    Result result;
    Json environments = Json::array();
    for (size_t i = 0; i < plumb_env_count(); ++i) {
      plumb_env env = {};
      env.size = sizeof(env);
      Check(plumb_env_get(i, &env));
      environments.push_back({{"name", ToString(env.name)},
                              {"description", ToString(env.description)}});
    }
    result.json = {{"version", plumb_version_text()},
                   {"grammar", plumb_grammar_release()},
                   {"environments", std::move(environments)}};
    return result;
  }

  static Result Rules() {
    Result result;
    result.json = Json::array();
    for (size_t i = 0; i < plumb_rule_count(); ++i) {
      plumb_rule rule = {};
      rule.size = sizeof(rule);
      Check(plumb_rule_get(i, &rule));
      result.json.push_back({{"id", ToString(rule.id)},
                             {"area", ToString(rule.area)},
                             {"section", ToString(rule.section)},
                             {"requirement", ToString(rule.gist)},
                             {"vuid", ToString(rule.vuid)},
                             {"link", ToString(rule.link)}});
    }
    return result;
  }

  static Result Explain(const Json& request) {
    const std::string rule = request.at("rule").get<std::string>();
    size_t index = 0;
    Check(plumb_rule_find(rule.c_str(), &index));
    std::string text;
    std::string json;
    Check(plumb_rule_explain(index, 0, CopyParts::Append, &text));
    Check(plumb_rule_explain(index, 1, CopyParts::Append, &json));
    Result result;
    result.json = Json::parse(json);
    result.json["text"] = std::move(text);
    return result;
  }

  plumb_verdict Read(const Json& request, absl::string_view input,
                     bool validate) {
    Check(plumb_session_set_options(session_, OptionsFrom(request).get()));
    plumb_verdict verdict = PLUMB_MALFORMED;
    Check((validate ? plumb_session_validate : plumb_session_read)(
        session_, input.data(), input.size(), &verdict));
    return verdict;
  }

  // The verdict, and the diagnostics as in JSON Lines.
  Json Report(const Json& request, plumb_verdict verdict) {
    plumb_string report = {};
    const std::string file = request.value("file", "input");
    Check(plumb_report(session_, PLUMB_REPORT_JSON, file.c_str(), &report));
    Json json = {{"verdict", NameOf(verdict)}, {"report", ToString(report)}};
    plumb_module module = {};
    module.size = sizeof(module);
    Check(plumb_module_get(session_, &module));
    json["environment"] = ToString(module.env);
    return json;
  }

  Result Validate(const Json& request, absl::string_view input) {
    Result result;
    result.json = Report(request, Read(request, input, true));
    return result;
  }

  Result Assemble(const Json& request, absl::string_view input) {
    const plumb_verdict verdict =
        Read(request, input, request.value("validate", true));
    Result result;
    result.json = Report(request, verdict);
    if (verdict == PLUMB_VALID) {
      plumb_string bytes = {};
      Check(plumb_binary(session_, PLUMB_LITTLE_ENDIAN, &bytes));
      result.bytes = ToString(bytes);
    }
    return result;
  }

  Result Disassemble(const Json& request, absl::string_view input) {
    const plumb_verdict verdict = Read(request, input, false);
    Result result;
    result.json = Report(request, verdict);
    plumb_string text = {};
    const plumb_result status =
        plumb_text(session_, request.value("flags", 0U), &text);
    // A malformed text has none.
    if (status != PLUMB_E_STATE) Check(status);
    result.json["text"] =
        status == PLUMB_OK ? Json(ToString(text)) : Json(nullptr);
    return result;
  }

  // What a function of the C interface states about a valid module, as a member
  // of the answer; null for others.
  template <typename Write>
  Result Describe(const Json& request, absl::string_view input,
                  const char* member, Write write) {
    const plumb_verdict verdict = Read(request, input, true);
    Result result;
    result.json = Report(request, verdict);
    result.json[member] = nullptr;
    if (verdict == PLUMB_VALID) {
      plumb_string found = {};
      const std::string file = request.value("file", "input");
      Check(write(session_, file.c_str(), &found));
      result.json[member] = Json::parse(found.data, found.data + found.size);
    }
    return result;
  }

  // The modules are one after the other in the input; the request has their
  // sizes.
  static Result Pipeline(const Json& request, absl::string_view input) {
    plumb_pipeline* made = nullptr;
    Check(plumb_pipeline_new(OptionsFrom(request).get(), &made));
    const std::unique_ptr<plumb_pipeline, FreePipeline> pipeline(made);
    for (const Json& module : request.at("modules")) {
      const auto file = module.at("file").get<std::string>();
      const auto entry_point = module.value("entryPoint", "");
      const auto size = module.at("size").get<size_t>();
      const absl::string_view bytes = input.substr(0, size);
      input.remove_prefix(bytes.size());
      Check(plumb_pipeline_add(
          made, file.c_str(), bytes.data(), bytes.size(),
          entry_point.empty() ? nullptr : entry_point.c_str()));
    }
    if (const auto found = request.find("description");
        found != request.end()) {
      const std::string text = found->dump();
      Check(plumb_pipeline_describe(made, text.data(), text.size()));
    }
    plumb_verdict verdict = PLUMB_MALFORMED;
    Check(plumb_pipeline_validate(made, &verdict));
    plumb_string report = {};
    Check(plumb_pipeline_report(made, PLUMB_REPORT_JSON, &report));
    Result result;
    result.json = {{"verdict", NameOf(verdict)},
                   {"report", ToString(report)},
                   {"description", nullptr}};
    if (verdict == PLUMB_VALID) {
      plumb_string text = {};
      Check(plumb_pipeline_template(made, &text));
      result.json["description"] =
          Json::parse(text.data, text.data + text.size);
    }
    return result;
  }

  Result Fix(const Json& request, absl::string_view input) {
    Result result;
    result.json = Report(request, Read(request, input, true));
    plumb_string text = {};
    size_t count = 0;
    Check(plumb_fixed_text(session_, request.value("unsafe", false) ? 1 : 0,
                           &text, &count));
    result.json["text"] = ToString(text);
    result.json["fixes"] = count;
    return result;
  }

  Result ControlFlow(const Json& request, absl::string_view input) {
    const plumb_verdict verdict = Read(request, input, true);
    const Session& session = *session_->session;
    const drawing::Drawing picture =
        drawing::DrawModule(session.module(), session.diagnostics(),
                            request.value("file", "input"), std::nullopt);
    Result result;
    result.json = Report(request, verdict);
    result.json["drawing"] = request.value("format", "html") == "dot"
                                 ? drawing::ToDot(picture)
                                 : drawing::ToHtml(picture);
    return result;
  }

  Result Instructions(const Json& request, absl::string_view input) {
    const plumb_verdict verdict = Read(request, input, false);
    Result result;
    result.json = Report(request, verdict);
    if (verdict != PLUMB_MALFORMED) {
      const Module& module = session_->session->module();
      Json words = Json::array();
      Json offsets = Json::array();
      for (uint32_t i = 0; i < module.size(); ++i) {
        words.push_back(module.record(InstIndex(i)).first_word);
        if (!module.text().empty()) {
          offsets.push_back(module.origin(InstIndex(i)));
        }
      }
      result.json["words"] = std::move(words);
      result.json["offsets"] = std::move(offsets);
      result.bytes = session_->session->Binary();
    }
    return result;
  }

  plumb_session* session_ = nullptr;
};

// Options instead of a configuration file, for all documents.
class PageFiles final : public lsp::Files {
 public:
  void Set(Options options) {
    Check(c_api::Complete(options.get()));
    options_ = std::move(options);
  }

  lsp::DocumentSettings SettingsFor(const std::string& /*path*/) override {
    if (options_ == nullptr) return {};
    return {.options = options_->session, .rules_url = "", .problem = ""};
  }

 private:
  Options options_;  // owns the device that its copies refer to
};

// The language server and its answers to a message.
class LanguageServer {
 public:
  LanguageServer()
      : server_(
            [this](const std::string& content) {
              answers_.push_back(content);
              return true;
            },
            &queue_, &files_) {}

  void Configure(Options options) { files_.Set(std::move(options)); }

  std::string Handle(absl::string_view message) {
    answers_.clear();
    server_.Handle({ParseJson(message), message.size()});
    server_.PublishChanged();
    std::string all = "[";
    for (const std::string& answer : answers_) {
      if (all.size() > 1) all += ',';
      all += answer;
    }
    return all + "]";
  }

 private:
  lsp::MessageQueue queue_;  // nothing waits, and nothing is cancelled
  PageFiles files_;
  std::vector<std::string> answers_;
  lsp::Server server_;
};

struct State {
  std::optional<Calls> calls;
  std::optional<LanguageServer> server;
  std::string text;
  std::string bytes;
};

State& TheState() {
  static State& state = *new State;
  return state;
}

int Fail(plumb_result code, const std::string& message) {
  TheState().text = Json({{"code", code}, {"message", message}})
                        .dump(-1, ' ', false, Json::error_handler_t::replace);
  return 0;
}

void ReadExplanations(std::string packed) {
  if (SetExplanations(std::move(packed))) return;
  throw Failure{PLUMB_E_ARGUMENT,
                "the explanations must be those of this version"};
}

// Runs `work`; an exception is a failure.
template <typename Work>
int Guarded(Work work) {
  State& state = TheState();
  state.text.clear();
  state.bytes.clear();
  try {
    if (!state.calls.has_value()) state.calls.emplace();
    if (!state.server.has_value()) state.server.emplace();
    work(&state);
    return 1;
  } catch (const Failure& failure) {
    return Fail(failure.result, failure.message);
  } catch (const Json::exception& error) {
    return Fail(PLUMB_E_ARGUMENT, error.what());
  } catch (const std::bad_alloc&) {
    return Fail(PLUMB_E_MEMORY, "there is not enough memory");
  } catch (const std::exception& error) {
    return Fail(PLUMB_E_INTERNAL, error.what());
  }
}

}  // namespace
}  // namespace plumb::js

using plumb::js::TheState;

int plumb_js_call(const char* request, size_t request_size, const char* bytes,
                  size_t byte_count) {
  return plumb::js::Guarded([&](auto* state) {
    const auto json = plumb::js::Json::parse(request, request + request_size);
    plumb::js::Result result;
    if (json.at("call") == "configureServer") {
      state->server->Configure(plumb::js::OptionsFrom(json));
    } else if (json.at("call") == "setExplanations") {
      plumb::js::ReadExplanations({bytes, byte_count});
    } else {
      result = state->calls->Make(json, {bytes, byte_count});
    }
    state->text = result.json.dump(-1, ' ', false,
                                   plumb::js::Json::error_handler_t::replace);
    state->bytes = std::move(result.bytes);
  });
}

int plumb_js_serve(const char* message, size_t size) {
  return plumb::js::Guarded([&](auto* state) {
    state->text = state->server->Handle({message, size});
  });
}

const char* plumb_js_text() { return TheState().text.data(); }
size_t plumb_js_text_size() { return TheState().text.size(); }
const char* plumb_js_bytes() { return TheState().bytes.data(); }
size_t plumb_js_byte_count() { return TheState().bytes.size(); }
void plumb_js_reset() {
  plumb::js::State& state = TheState();
  state.calls.reset();
  state.server.reset();
  state.text = {};
  state.bytes = {};
}
