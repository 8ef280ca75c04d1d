#include "cli/lsp/message_queue.h"

#include <utility>

#include "absl/algorithm/container.h"

namespace plumb::lsp {
namespace {

constexpr size_t kMaxCancelled = 10000;

// The value of a member that is a string; empty if there is none.
std::string StringMember(const Json& object, const char* key) {
  if (!object.is_object()) return "";
  const auto member = object.find(key);
  return member != object.end() && member->is_string()
             ? member->get<std::string>()
             : "";
}

std::string UriOfChange(const Json& message) {
  if (StringMember(message, "method") != "textDocument/didChange") return "";
  const auto params = message.find("params");
  if (params == message.end() || !params->is_object()) return "";
  const auto document = params->find("textDocument");
  return document == params->end() ? "" : StringMember(*document, "uri");
}

// As a key of the set of cancelled requests.
std::string KeyOf(const Json& id) {
  return id.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void MessageQueue::Push(QueuedMessage message) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (message.message.ok() &&
      StringMember(*message.message, "method") == "$/cancelRequest") {
    const auto params = message.message->find("params");
    if (params != message.message->end() && params->is_object() &&
        params->contains("id") && cancelled_.size() < kMaxCancelled) {
      cancelled_.insert(KeyOf(params->at("id")));
    }
    return;
  }
  changed_.wait(lock, [&] { return bytes_ <= kMaxBytes || is_closed_; });
  bytes_ += message.size;
  messages_.push_back(std::move(message));
  changed_.notify_all();
}

void MessageQueue::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::optional<QueuedMessage> MessageQueue::Pop() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return !messages_.empty() || is_closed_; });
  if (messages_.empty()) return std::nullopt;
  QueuedMessage message = std::move(messages_.front());
  messages_.pop_front();
  bytes_ -= message.size;
  changed_.notify_all();
  return message;
}

bool MessageQueue::empty() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return messages_.empty();
}

bool MessageQueue::is_closed() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_closed_;
}

bool MessageQueue::TakeCancellation(const Json& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return cancelled_.erase(KeyOf(id)) != 0;
}

bool MessageQueue::IsCancelled(const Json& id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return cancelled_.count(KeyOf(id)) != 0;
}

bool MessageQueue::HasChangeOf(const std::string& uri) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return absl::c_any_of(messages_, [&](const QueuedMessage& m) {
    return m.message.ok() && UriOfChange(*m.message) == uri;
  });
}

}  // namespace plumb::lsp
