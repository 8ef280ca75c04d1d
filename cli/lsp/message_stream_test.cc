#include "cli/lsp/message_stream.h"

#include <unistd.h>

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cli/file_descriptor.h"
#include "cli/write_all.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

// The messages in the bytes of a client: contents between brackets, and errors.
std::string MessagesIn(const std::string& bytes) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const FileDescriptor in(ends[0]);
  std::thread client([&] {
    const FileDescriptor out(ends[1]);
    EXPECT_EQ(WriteAll(out.get(), bytes), 0);
  });
  MessageReader reader(in.get());
  std::string messages;
  while (true) {
    const auto message = reader.Next();
    if (!message.ok()) {
      absl::StrAppend(&messages, "error ");
    } else if (message->has_value()) {
      absl::StrAppend(&messages, "[", **message, "] ");
    } else {
      break;
    }
  }
  client.join();
  return messages;
}

TEST(MessageReaderTest, ReadsMessages) {
  EXPECT_EQ(MessagesIn("Content-Length: 2\r\n\r\n{}"
                       "Content-Type: x\r\ncontent-length:3\r\n\r\n[1]"
                       "Content-Length: 0\r\n\r\n"),
            "[{}] [[1]] [] ");
}

TEST(MessageReaderTest, ReadsLongMessages) {
  const std::string content(1 << 20, 'x');
  EXPECT_EQ(MessagesIn(absl::StrCat("Content-Length: ", content.size(),
                                    "\r\n\r\n", content)),
            absl::StrCat("[", content, "] "));
}

TEST(MessageReaderTest, GoesOnAfterWrongHeaders) {
  const std::string good = "Content-Length: 2\r\n\r\n{}";
  EXPECT_EQ(MessagesIn("Foo: 1\r\n\r\n" + good), "error [{}] ");
  EXPECT_EQ(MessagesIn("Content-Length: -1\r\n\r\n" + good), "error [{}] ");
  EXPECT_EQ(MessagesIn("garbage\n\n" + good), "error [{}] ");
  const std::string long_line(MessageReader::kMaxHeader + 1, 'h');
  EXPECT_EQ(MessagesIn(long_line + "\r\n" + good + good), "error [{}] ");
}

TEST(MessageReaderTest, AnInputMayEndAnywhere) {
  EXPECT_EQ(MessagesIn(""), "");
  EXPECT_EQ(MessagesIn("Content-Len"), "");
  EXPECT_EQ(MessagesIn("Content-Length: 5\r\n\r\n{}"), "");
  EXPECT_EQ(MessagesIn("Content-Length: 99999999999\r\n\r\n{}"), "");
}

TEST(WriteMessageTest, WritesAHeader) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const FileDescriptor in(ends[0]);
  {
    const FileDescriptor out(ends[1]);
    EXPECT_EQ(WriteMessage(out.get(), "{}"), 0);
  }
  char bytes[64];
  const ssize_t size = read(in.get(), bytes, sizeof(bytes));
  ASSERT_GT(size, 0);
  EXPECT_EQ(std::string(bytes, static_cast<size_t>(size)),
            "Content-Length: 2\r\n\r\n{}");
}

}  // namespace
}  // namespace plumb::lsp
