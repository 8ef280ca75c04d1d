// Messages of a client, read by one thread and taken by another, so that a
// request can be cancelled while it waits or is answered.
//
// Tested by message_queue_test.cc.
#ifndef PLUMB_CLI_LSP_MESSAGE_QUEUE_H_
#define PLUMB_CLI_LSP_MESSAGE_QUEUE_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// A message, or why it could not be read.
struct QueuedMessage {
  absl::StatusOr<Json> message;
  size_t size = 0;  // in bytes
};

// Thread-safe.
class MessageQueue {
 public:
  // Waits while the messages in the queue have more bytes than this.
  static constexpr size_t kMaxBytes = size_t{64} << 20;

  // Adds a message.  "$/cancelRequest" takes effect at once.
  void Push(QueuedMessage message);
  // No more messages come.
  void Close();

  // The next message; waits for it.  Nullopt after the last one.
  std::optional<QueuedMessage> Pop();
  bool empty() const;
  bool is_closed() const;

  // Whether the client has cancelled a request; forgets it then.
  bool TakeCancellation(const Json& id);
  bool IsCancelled(const Json& id) const;
  // Whether a change of a document waits, which makes the work on an older
  // state useless.
  bool HasChangeOf(const std::string& uri) const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // All guarded by mutex_.
  std::deque<QueuedMessage> messages_;
  size_t bytes_ = 0;
  std::set<std::string> cancelled_;  // ids, as JSON
  bool is_closed_ = false;
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_MESSAGE_QUEUE_H_
