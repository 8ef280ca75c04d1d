#include "cli/lsp/message_queue.h"

#include <atomic>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

QueuedMessage Request(int id) {
  return {Json{{"id", id}, {"method", "textDocument/hover"}}, 10};
}

QueuedMessage Cancel(const Json& id) {
  return {Json{{"method", "$/cancelRequest"}, {"params", {{"id", id}}}}, 10};
}

QueuedMessage Change(const std::string& uri) {
  return {Json{{"method", "textDocument/didChange"},
               {"params", {{"textDocument", {{"uri", uri}}}}}},
          10};
}

TEST(MessageQueueTest, KeepsTheOrder) {
  MessageQueue queue;
  queue.Push(Request(1));
  queue.Push({absl::InvalidArgumentError("is wrong")});
  queue.Close();
  EXPECT_EQ((*queue.Pop()->message)["id"], 1);
  EXPECT_FALSE(queue.Pop()->message.ok());
  EXPECT_FALSE(queue.Pop().has_value());
}

TEST(MessageQueueTest, CancellationsTakeEffectAtOnce) {
  MessageQueue queue;
  queue.Push(Request(1));
  queue.Push(Cancel(1));
  queue.Push(Cancel("a"));
  EXPECT_TRUE(queue.IsCancelled(1));
  EXPECT_FALSE(queue.IsCancelled("1"));
  EXPECT_TRUE(queue.TakeCancellation(1));
  EXPECT_FALSE(queue.TakeCancellation(1));
  EXPECT_TRUE(queue.TakeCancellation("a"));
  queue.Close();
  EXPECT_TRUE(queue.Pop().has_value());
  EXPECT_FALSE(queue.Pop().has_value());
}

TEST(MessageQueueTest, IgnoresMalformedCancellations) {
  MessageQueue queue;
  queue.Push({Json{{"method", "$/cancelRequest"}}});
  queue.Push({Json{{"method", "$/cancelRequest"}, {"params", 3}}});
  EXPECT_TRUE(queue.empty());
}

TEST(MessageQueueTest, KnowsWhichDocumentsWillChange) {
  MessageQueue queue;
  queue.Push(Request(1));
  queue.Push(Change("file:///a"));
  queue.Push({Json{{"method", "textDocument/didChange"}, {"params", 1}}});
  EXPECT_TRUE(queue.HasChangeOf("file:///a"));
  EXPECT_FALSE(queue.HasChangeOf("file:///b"));
}

TEST(MessageQueueTest, BoundsWhatWaits) {
  MessageQueue queue;
  queue.Push({Json::object(), MessageQueue::kMaxBytes + 1});
  std::atomic<bool> is_pushed = false;
  std::thread reader([&] {
    queue.Push(Request(1));
    is_pushed = true;
  });
  EXPECT_FALSE(is_pushed);
  EXPECT_TRUE(queue.Pop().has_value());
  EXPECT_EQ((*queue.Pop()->message)["id"], 1);
  reader.join();
  EXPECT_TRUE(is_pushed);
}

}  // namespace
}  // namespace plumb::lsp
