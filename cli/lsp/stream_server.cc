#include "cli/lsp/stream_server.h"

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/statusor.h"
#include "api/json/json_document.h"
#include "cli/lsp/disk_files.h"
#include "cli/lsp/message_queue.h"
#include "cli/lsp/message_stream.h"
#include "cli/lsp/protocol.h"
#include "cli/lsp/server.h"

namespace plumb::lsp {
namespace {

// Reads messages until the input ends or the client sends "exit".
void ReadMessages(int in, MessageQueue* queue) {
  MessageReader reader(in);
  while (true) {
    absl::StatusOr<std::optional<std::string>> content = reader.Next();
    if (!content.ok()) {
      queue->Push({content.status()});
      continue;
    }
    if (!content->has_value()) break;
    absl::StatusOr<Json> message = ParseJson(**content);
    const bool is_exit = message.ok() && message->is_object() &&
                         message->value("method", Json()) == "exit";
    queue->Push({std::move(message), (*content)->size()});
    if (is_exit) break;
  }
  queue->Close();
}

}  // namespace

int ServeStreams(int in, int out) {
  // Shared with the thread that reads, which may outlive this function.
  const auto queue = std::make_shared<MessageQueue>();
  std::thread reader([queue, in] { ReadMessages(in, queue.get()); });
  DiskFiles files;
  Server server(
      [out](const std::string& content) {
        return WriteMessage(out, content) == 0;
      },
      queue.get(), &files);
  while (!server.is_done()) {
    const std::optional<QueuedMessage> message = queue->Pop();
    if (!message.has_value()) break;
    server.Handle(*message);
    server.PublishChanged();
  }
  // If the output failed, it may wait for a client that sends nothing more.
  if (queue->is_closed()) {
    reader.join();
  } else {
    reader.detach();
  }
  return server.exit_status();
}

}  // namespace plumb::lsp
