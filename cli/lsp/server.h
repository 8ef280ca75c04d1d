// The language server: documents, and answers to messages.
//
// Documents are independent of each other, but for the stages of a pipeline
// (open_pipeline.h).  Whatever a client sends, the server
// lives on, up to "exit".
//
// Tested by server_test.cc and testdata/lsp.
#ifndef PLUMB_CLI_LSP_SERVER_H_
#define PLUMB_CLI_LSP_SERVER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/lsp/document.h"
#include "cli/lsp/files.h"
#include "cli/lsp/message_queue.h"
#include "cli/lsp/open_pipeline.h"
#include "cli/lsp/positions.h"
#include "cli/lsp/protocol.h"
#include "cli/lsp/requests.h"
#include "cli/lsp/settings.h"
#include "core/pipeline/pipeline.h"

namespace plumb::lsp {

class Server {
 public:
  // Messages to the client are passed to `send`, as JSON in UTF-8, which
  // returns whether the client is still there.  `queue` says which requests are
  // cancelled.  It and `files` outlive the server.
  Server(std::function<bool(const std::string& content)> send,
         MessageQueue* queue, Files* files);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Answers a message; after "exit", it need not be called.
  void Handle(const QueuedMessage& message);
  // Validates and publishes what has changed, unless further changes wait.
  void PublishChanged();

  // After "exit", or if the client is gone.
  bool is_done() const { return is_done_; }
  // For the program: 0 after "shutdown", otherwise 1.
  int exit_status() const { return state_ == State::kShutDown ? 0 : 1; }

 private:
  enum class State { kNew, kRunning, kShutDown };

  void HandleRequest(const std::string& method, const Json& id,
                     const Json& params);
  void HandleNotification(const std::string& method, const Json& params);
  absl::StatusOr<Json> Answer(const std::string& method, const Json& params);

  Json Initialize(const Json& params);
  absl::StatusOr<Json> WorkspaceSymbols(const Json& params);
  absl::StatusOr<Json> TextContent(const Json& params);
  absl::StatusOr<Json> ExecuteCommand(const Json& params);
  absl::StatusOr<Json> ControlFlow(const Json& arguments);

  void DidOpen(const Json& params);
  void DidChange(const Json& params);
  void DidClose(const Json& params);
  void DidChangeConfiguration(const Json& params);

  Document* Find(const std::string& uri);
  void Configure(Document* document);
  void ConfigureAll();
  void Publish(Document* document);
  // Notes that a document is to be published, and the other stages of its
  // pipeline.
  void MarkChanged(const std::string& uri);
  std::vector<OpenStage> StagesOf(const std::optional<StageName>& name);
  std::optional<Pipeline> DescriptionOf(const std::optional<StageName>& name);

  void Send(const Json& message);
  void SendError(const Json& id, ErrorCode code, absl::string_view message);
  void Notify(absl::string_view method, Json params);
  void Log(absl::string_view text);

  const std::function<bool(const std::string& content)> send_;
  MessageQueue* const queue_;
  Files* const files_;
  State state_ = State::kNew;
  bool is_done_ = false;
  PositionEncoding encoding_ = PositionEncoding::kUtf16;
  ClientFeatures client_;
  Settings settings_;
  std::map<std::string, std::unique_ptr<Document>> documents_;  // by URI
  std::set<std::string> changed_;  // URIs of documents to publish
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_SERVER_H_
