#include "cli/lsp/server.h"

#include <exception>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/pipeline/pipeline_description.h"
#include "api/version.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/flow_chart.h"
#include "cli/drawing/html.h"
#include "cli/lsp/diagnostics.h"
#include "cli/lsp/outline.h"
#include "core/call_context.h"

namespace plumb::lsp {
namespace {

constexpr char kServerName[] = "spv-lsp";
enum MessageType { kErrorMessage = 1, kWarningMessage = 2, kLogMessage = 4 };

ErrorCode CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return ErrorCode::kInvalidParams;
    case absl::StatusCode::kUnimplemented:
      return ErrorCode::kMethodNotFound;
    case absl::StatusCode::kInternal:
      return ErrorCode::kInternalError;
    case absl::StatusCode::kCancelled:
      return ErrorCode::kRequestCancelled;
    default:
      return ErrorCode::kRequestFailed;
  }
}

// A message of an exception of the JSON library, without its number.
absl::string_view MessageOf(const Json::exception& error) {
  absl::string_view text = error.what();
  const size_t end = text.find("] ");
  return end == text.npos ? text : text.substr(end + 2);
}

absl::Status UnknownDocument(absl::string_view uri) {
  return absl::InvalidArgumentError(
      absl::StrCat("the document must be open, unlike '", uri, "'"));
}

// The first encoding of the client's list that there is; without a list, the
// protocol's own.
PositionEncoding ChooseEncoding(const Json& capabilities) {
  const Json general = capabilities.value("general", Json::object());
  const Json wanted = general.value("positionEncodings", Json::array());
  for (const Json& name : wanted) {
    for (const PositionEncoding encoding :
         {PositionEncoding::kUtf8, PositionEncoding::kUtf16,
          PositionEncoding::kUtf32}) {
      if (name == std::string(NameOf(encoding))) return encoding;
    }
  }
  return PositionEncoding::kUtf16;
}

// Asks during a request whether it was cancelled.
struct CancellableRequest {
  const MessageQueue* queue;
  const Json* id;

  static int IsCancelled(void* self) {
    const auto* const request = static_cast<CancellableRequest*>(self);
    return request->queue->IsCancelled(*request->id) ? 1 : 0;
  }
};

// Asks during a validation whether its text has changed.
struct CancellableValidation {
  const MessageQueue* queue;
  const std::string* uri;

  static int IsOutdated(void* self) {
    const auto* const validation = static_cast<CancellableValidation*>(self);
    return validation->queue->HasChangeOf(*validation->uri) ? 1 : 0;
  }
};

}  // namespace

Server::Server(std::function<bool(const std::string& content)> send,
               MessageQueue* queue, Files* files)
    : send_(std::move(send)), queue_(queue), files_(files), settings_(files) {}

// --- Messages ---

void Server::Handle(const QueuedMessage& message) {
  if (!message.message.ok()) {
    return SendError(
        nullptr, ErrorCode::kParseError,
        absl::StrCat("the message ", message.message.status().message()));
  }
  const Json& json = *message.message;
  if (!json.is_object()) {
    return SendError(nullptr, ErrorCode::kInvalidRequest,
                     "a message must be an object");
  }
  const Json id = json.value("id", Json());
  const auto method = json.find("method");
  if (method == json.end()) return;  // an answer of the client
  if (!method->is_string()) {
    return SendError(id, ErrorCode::kInvalidRequest,
                     "the method must be a string");
  }
  const Json params = json.value("params", Json::object());
  if (json.contains("id")) {
    HandleRequest(method->get<std::string>(), id, params);
  } else {
    HandleNotification(method->get<std::string>(), params);
  }
}

void Server::HandleRequest(const std::string& method, const Json& id,
                           const Json& params) {
  if (queue_->TakeCancellation(id)) {
    return SendError(id, ErrorCode::kRequestCancelled, "cancelled");
  }
  if (state_ == State::kNew && method != "initialize") {
    return SendError(id, ErrorCode::kServerNotInitialized,
                     "the first request must be 'initialize'");
  }
  if (state_ == State::kShutDown ||
      (state_ == State::kRunning && method == "initialize")) {
    return SendError(id, ErrorCode::kInvalidRequest,
                     absl::StrCat("'", method, "' is not possible any more"));
  }
  CancellableRequest request = {queue_, &id};
  Cancellation cancellation(CancellableRequest::IsCancelled, &request);
  absl::StatusOr<Json> answer;
  try {
    const CallContextScope scope({nullptr, &cancellation});
    answer = Answer(method, params);
  } catch (const Json::exception& error) {
    answer = absl::InvalidArgumentError(MessageOf(error));
  } catch (const Cancelled&) {
    answer = absl::CancelledError("cancelled");
  } catch (const std::exception& error) {
    answer = absl::InternalError(error.what());
  }
  queue_->TakeCancellation(id);
  if (!answer.ok()) {
    return SendError(id, CodeOf(answer.status()), answer.status().message());
  }
  Send({{"jsonrpc", "2.0"}, {"id", id}, {"result", *std::move(answer)}});
}

absl::StatusOr<Json> Server::Answer(const std::string& method,
                                    const Json& params) {
  if (method == "initialize") return Initialize(params);
  if (method == "shutdown") {
    state_ = State::kShutDown;
    return Json();
  }
  if (method == "workspace/symbol") return WorkspaceSymbols(params);
  if (method == "workspace/executeCommand") return ExecuteCommand(params);
  if (method == "workspace/textDocumentContent") return TextContent(params);
  const DocumentRequest request = FindDocumentRequest(method);
  if (request == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("unknown method '", method, "'"));
  }
  const std::string uri = UriOf(params);
  Document* const document = Find(uri);
  if (document == nullptr) return UnknownDocument(uri);
  return request(document, params, client_);
}

void Server::HandleNotification(const std::string& method, const Json& params) {
  if (method == "exit") {
    is_done_ = true;
    return;
  }
  if (state_ != State::kRunning) return;
  try {
    if (method == "textDocument/didOpen") {
      DidOpen(params);
    } else if (method == "textDocument/didChange") {
      DidChange(params);
    } else if (method == "textDocument/didClose") {
      DidClose(params);
    } else if (method == "workspace/didChangeConfiguration") {
      DidChangeConfiguration(params);
    } else if (method == "workspace/didChangeWatchedFiles") {
      files_->Forget();
      ConfigureAll();
    }
  } catch (const std::exception& error) {
    Log(absl::StrCat(method, ": ", error.what()));
  }
}

// --- Requests ---

Json Server::Initialize(const Json& params) {
  state_ = State::kRunning;
  const Json capabilities = params.value("capabilities", Json::object());
  encoding_ = ChooseEncoding(capabilities);
  static const Json::json_pointer& snippets = *new Json::json_pointer(
      "/textDocument/completion/completionItem/snippetSupport");
  client_.has_snippets = capabilities.value(snippets, false);
  const std::string problem =
      settings_.Set(params.value("initializationOptions", Json::object()));
  if (!problem.empty()) Log(problem);
  Json offered = ServerCapabilities();
  offered["positionEncoding"] = std::string(NameOf(encoding_));
  offered["workspace"] = {{"textDocumentContent", {{"schemes", {"spirv"}}}}};
  return {{"capabilities", std::move(offered)},
          {"serverInfo", {{"name", kServerName}, {"version", kVersion}}}};
}

absl::StatusOr<Json> Server::WorkspaceSymbols(const Json& params) {
  const std::string query = params.value("query", "");
  Json symbols = Json::array();
  for (const auto& [uri, document] : documents_) {
    for (Json& symbol : WorkspaceSymbolsJson(document.get(), query)) {
      symbols.push_back(std::move(symbol));
    }
  }
  return symbols;
}

// The text of a binary.
absl::StatusOr<Json> Server::TextContent(const Json& params) {
  const auto& uri = params.at("uri").get_ref<const std::string&>();
  const std::string path = PathOfUri(uri);
  if (path.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the URI must begin with 'file:' or 'spirv:', unlike '", uri, "'"));
  }
  std::string text;
  absl::Status status;
  const absl::Status read = files_->Read(path, [&](absl::string_view bytes) {
    SessionOptions options;
    options.validate = false;
    Session session(std::move(options));
    status = session.Run(bytes).status();
    DisassemblerOptions form;
    form.comment = true;
    form.bad_ids_as_words = true;
    if (status.ok()) text = session.Text(form);
  });
  if (!read.ok()) return absl::NotFoundError(read.message());
  if (!status.ok()) return absl::NotFoundError(status.message());
  if (text.empty()) {
    return absl::NotFoundError(
        absl::StrCat("'", path, "' must be a module of SPIR-V"));
  }
  return Json{{"text", std::move(text)}};
}

absl::StatusOr<Json> Server::ExecuteCommand(const Json& params) {
  const auto& command = params.at("command").get_ref<const std::string&>();
  const Json arguments = params.value("arguments", Json::array());
  if (command == kExplainCommand) {
    const auto& rule = arguments.at(0).get_ref<const std::string&>();
    std::string text = ExplanationMarkdown(rule);
    if (text.empty()) {
      return absl::NotFoundError(absl::StrCat("unknown rule '", rule, "'"));
    }
    return Json(std::move(text));
  }
  if (command == kControlFlowCommand) return ControlFlow(arguments);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown command '", command, "'"));
}

// The arguments are the document and "html" or "dot".
absl::StatusOr<Json> Server::ControlFlow(const Json& arguments) {
  const auto& uri = arguments.at(0).get_ref<const std::string&>();
  Document* const document = Find(uri);
  if (document == nullptr) return UnknownDocument(uri);
  const drawing::Drawing picture = document->analysis().Draw(document->name());
  const bool is_dot = arguments.size() > 1 && arguments[1] == "dot";
  return Json(is_dot ? drawing::ToDot(picture) : drawing::ToHtml(picture));
}

// --- Documents ---

Document* Server::Find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second.get();
}

void Server::Configure(Document* document) {
  DocumentSettings settings =
      settings_.For(PathOfUri(document->uri()), document->text());
  if (!settings.problem.empty()) {
    Notify("window/showMessage",
           {{"type", kErrorMessage}, {"message", settings.problem}});
  }
  document->set_rules_url(std::move(settings.rules_url));
  document->set_options(std::move(settings.options));
  MarkChanged(document->uri());
}

void Server::ConfigureAll() {
  for (const auto& [uri, document] : documents_) Configure(document.get());
}

void Server::DidOpen(const Json& params) {
  const Json& opened = params.at("textDocument");
  const std::string uri = opened.at("uri").get<std::string>();
  auto document = std::make_unique<Document>(
      uri, opened.at("text").get<std::string>(),
      opened.value("version", int64_t{0}), encoding_);
  Configure(document.get());
  documents_[uri] = std::move(document);
}

void Server::DidChange(const Json& params) {
  const std::string uri = UriOf(params);
  Document* const document = Find(uri);
  if (document == nullptr) {
    return Log(UnknownDocument(uri).message());
  }
  document->set_version(
      params.at("textDocument").value("version", document->version() + 1));
  for (const Json& change : params.at("contentChanges")) {
    const auto& text = change.at("text").get_ref<const std::string&>();
    if (!change.contains("range")) {
      document->SetText(text);
      continue;
    }
    const Extent extent = ExtentFrom(*document, change.at("range"));
    document->Edit(std::min(extent.begin, extent.end),
                   std::max(extent.begin, extent.end), text);
  }
  MarkChanged(uri);
}

void Server::DidClose(const Json& params) {
  const std::string uri = UriOf(params);
  if (documents_.erase(uri) == 0) return;
  MarkChanged(uri);
  changed_.erase(uri);
  Notify("textDocument/publishDiagnostics",
         {{"uri", uri}, {"diagnostics", Json::array()}});
}

void Server::DidChangeConfiguration(const Json& params) {
  Json settings = params.value("settings", Json::object());
  // Clients send all settings, or those of the server.
  if (settings.is_object() && settings.contains("plumb")) {
    settings = settings.at("plumb");
  }
  const std::string problem = settings_.Set(settings);
  if (!problem.empty()) {
    Notify("window/showMessage",
           {{"type", kErrorMessage}, {"message", problem}});
  }
  ConfigureAll();
}

void Server::PublishChanged() {
  const std::set<std::string> uris = changed_;
  for (const std::string& uri : uris) {
    if (queue_->HasChangeOf(uri)) continue;
    if (Document* const document = Find(uri)) Publish(document);
  }
}

void Server::Publish(Document* document) {
  CancellableValidation validation = {queue_, &document->uri()};
  Cancellation cancellation(CancellableValidation::IsOutdated, &validation);
  try {
    const CallContextScope scope({nullptr, &cancellation});
    const std::optional<StageName> name = StageNameOf(document->uri());
    Notify("textDocument/publishDiagnostics",
           {{"uri", document->uri()},
            {"version", document->version()},
            {"diagnostics",
             DiagnosticsJson(document, StagesOf(name), DescriptionOf(name))}});
  } catch (const Cancelled&) {
    return;  // it is published after the change
  } catch (const std::exception& error) {
    Log(absl::StrCat(document->name(), ": ", error.what()));
  }
  changed_.erase(document->uri());
}

// --- Pipelines ---

std::vector<OpenStage> Server::StagesOf(const std::optional<StageName>& name) {
  std::vector<OpenStage> stages;
  if (!name) return stages;
  // Their URIs follow each other.
  for (auto it = documents_.lower_bound(name->pipeline + ".");
       it != documents_.end() && absl::StartsWith(it->first, name->pipeline);
       ++it) {
    const std::optional<StageName> other = StageNameOf(it->first);
    if (other && other->pipeline == name->pipeline) {
      stages.push_back({it->second.get(), other->models});
    }
  }
  return stages;
}

std::optional<Pipeline> Server::DescriptionOf(
    const std::optional<StageName>& name) {
  if (!name) return std::nullopt;
  const std::string path = PathOfUri(DescriptionUri(*name));
  std::optional<Pipeline> pipeline;
  const auto read = [&](absl::string_view bytes) {
    absl::StatusOr<PipelineDescription> description =
        ReadPipelineDescription(bytes);
    if (description.ok()) {
      pipeline = std::move(description->pipeline);
    } else {
      Log(absl::StrCat(path, ": ", description.status().message()));
    }
  };
  // Most pipelines have no description.
  files_->Read(path, read).IgnoreError();
  return pipeline;
}

void Server::MarkChanged(const std::string& uri) {
  changed_.insert(uri);
  for (const OpenStage& stage : StagesOf(StageNameOf(uri))) {
    changed_.insert(stage.document->uri());
  }
}

// --- Output ---

void Server::Send(const Json& message) {
  // Texts may hold bytes that are not UTF-8.
  const std::string content =
      message.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!send_(content)) is_done_ = true;
}

void Server::SendError(const Json& id, ErrorCode code,
                       absl::string_view message) {
  Send({{"jsonrpc", "2.0"},
        {"id", id},
        {"error",
         {{"code", static_cast<int>(code)},
          {"message", std::string(message)}}}});
}

void Server::Notify(absl::string_view method, Json params) {
  Send({{"jsonrpc", "2.0"},
        {"method", std::string(method)},
        {"params", std::move(params)}});
}

void Server::Log(absl::string_view text) {
  Notify("window/logMessage",
         {{"type", kLogMessage}, {"message", std::string(text)}});
}

}  // namespace plumb::lsp
