// Fuzzes the language server: one text in two documents that are stages of a
// pipeline, requests and edits at any position, and messages of any form.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/file_descriptor.h"
#include "cli/lsp/protocol.h"
#include "cli/lsp/stream_server.h"
#include "cli/write_all.h"
#include "testdata/fuzz/fuzz_input.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/fuzz/properties.h"

namespace plumb {
namespace {

using lsp::Json;

constexpr size_t kMaxSize = 1 << 14;
constexpr int kMaxMessages = 32;
constexpr const char* kUris[] = {"file:///nowhere/a.vert.spvasm",
                                 "file:///nowhere/a.frag.spvasm"};

constexpr const char* kMethods[] = {
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "workspace/symbol",
    "textDocument/didChange",
    "textDocument/didClose",
    "workspace/didChangeConfiguration",
    "$/cancelRequest",
    "textDocument/didOpen",
};

Json TakePosition(FuzzInput* input) {
  const uint32_t line = input->TakeNumber();
  return {{"line", line}, {"character", input->TakeNumber()}};
}

Json TakeRange(FuzzInput* input) {
  Json start = TakePosition(input);
  return {{"start", std::move(start)}, {"end", TakePosition(input)}};
}

// The parameters that one method or another takes.
Json TakeParams(FuzzInput* input) {
  const char* const uri = kUris[input->TakeBool() ? 1 : 0];
  Json params = {{"position", TakePosition(input)},
                 {"range", TakeRange(input)},
                 {"newName", input->TakeString()},
                 {"query", input->TakeString()},
                 {"id", input->TakeByte()},
                 {"settings", {{"targetEnv", input->TakeString()}}}};
  params["textDocument"] = {{"uri", uri},
                            {"text", input->TakeString()},
                            {"version", input->TakeByte()}};
  params["positions"] = Json::array({params["position"]});
  params["item"] = {{"uri", uri}, {"selectionRange", params["range"]}};
  Json change = {{"text", input->TakeString()}};
  if (input->TakeBool()) change["range"] = params["range"];
  params["contentChanges"] = Json::array({std::move(change)});
  return params;
}

void AppendMessage(const Json& message, std::string* stream) {
  const std::string content =
      message.dump(-1, ' ', false, Json::error_handler_t::replace);
  absl::StrAppend(stream, "Content-Length: ", content.size(), "\r\n\r\n",
                  content);
}

std::string StreamOf(FuzzInput* input) {
  constexpr const char* kEncodings[] = {"utf-8", "utf-16", "utf-32"};
  std::string messages;
  AppendMessage(
      {{"id", 0},
       {"method", "initialize"},
       {"params",
        {{"capabilities",
          {{"general",
            {{"positionEncodings", {kEncodings[input->TakeByte() % 3]}}}}}}}}},
      &messages);
  std::string requests;
  const int count = input->TakeByte() % kMaxMessages;
  for (int i = 1; i <= count; ++i) {
    const uint8_t choice = input->TakeByte();
    if (choice == 0xff) {
      absl::StrAppend(&requests, input->TakeString());
      continue;
    }
    AppendMessage({{"id", i},
                   {"method", kMethods[choice % std::size(kMethods)]},
                   {"params", TakeParams(input)}},
                  &requests);
  }
  const std::string text = input->TakeRest();
  for (const char* const uri : kUris) {
    AppendMessage(
        {{"method", "textDocument/didOpen"},
         {"params", {{"textDocument", {{"uri", uri}, {"text", text}}}}}},
        &messages);
  }
  return messages + requests;
}

}  // namespace

void FuzzLsp(absl::string_view bytes) {
  if (bytes.size() > kMaxSize) return;
  FuzzInput input(bytes);
  const FileDescriptor in(memfd_create("messages", MFD_CLOEXEC));
  const FileDescriptor out(open("/dev/null", O_WRONLY | O_CLOEXEC));
  Require(WriteAll(in.get(), StreamOf(&input)) == 0, "memory is left");
  lseek(in.get(), 0, SEEK_SET);
  // The stream ends without "exit".
  Require(lsp::ServeStreams(in.get(), out.get()) == 1,
          "the server lives until its client is gone");
}

}  // namespace plumb
