// The server over pipes, as a client meets it.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "cli/file_descriptor.h"
#include "cli/lsp/message_stream.h"
#include "cli/lsp/protocol.h"
#include "cli/lsp/stream_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr char kUri[] = "file:///nowhere/a.spvasm";
constexpr char kValid[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n";

// A client of a server that runs in another thread.
class Client {
 public:
  Client() {
    int to_server[2], to_client[2];
    EXPECT_EQ(pipe(to_server), 0);
    EXPECT_EQ(pipe(to_client), 0);
    out_ = FileDescriptor(to_server[1]);
    in_ = FileDescriptor(to_client[0]);
    thread_ = std::thread([this, in = to_server[0], out = to_client[1]] {
      const FileDescriptor server_in(in);
      const FileDescriptor server_out(out);
      status_ = ServeStreams(in, out);
    });
    reader_.emplace(in_.get());
  }
  ~Client() { End(); }

  // Closes the connection and returns the exit status.
  int End() {
    out_ = FileDescriptor();
    if (thread_.joinable()) thread_.join();
    return status_;
  }

  void SendText(absl::string_view text) {
    EXPECT_EQ(WriteMessage(out_.get(), text), 0);
  }
  void Notify(absl::string_view method, Json params) {
    SendText(Json{{"jsonrpc", "2.0"},
                  {"method", std::string(method)},
                  {"params", std::move(params)}}
                 .dump());
  }
  // The next message of the server.
  Json Receive() {
    auto message = reader_->Next();
    if (!message.ok() || !message->has_value()) return "the end";
    return Json::parse(**message);
  }
  // The answer to a request; notifications before it are kept.
  Json Answer(absl::string_view method, Json params) {
    const int id = ++last_id_;
    SendText(Json{{"jsonrpc", "2.0"},
                  {"id", id},
                  {"method", std::string(method)},
                  {"params", std::move(params)}}
                 .dump());
    while (true) {
      Json message = Receive();
      if (!message.is_object() || message.value("id", Json()) == id) {
        return message;
      }
      notifications_.push_back(std::move(message));
    }
  }
  Json Result(absl::string_view method, Json params) {
    return Answer(method, std::move(params)).value("result", Json("no result"));
  }
  int ErrorOf(absl::string_view method, Json params) {
    const Json answer = Answer(method, std::move(params));
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
  }

  Json Initialize(Json capabilities = Json::object()) {
    return Result("initialize", {{"capabilities", std::move(capabilities)}});
  }
  void Open(const std::string& text, const std::string& uri = kUri) {
    Notify("textDocument/didOpen", {{"textDocument",
                                     {{"uri", uri},
                                      {"languageId", "spirv"},
                                      {"version", 1},
                                      {"text", text}}}});
  }
  void Change(Json changes, int version = 2) {
    Notify("textDocument/didChange",
           {{"textDocument", {{"uri", kUri}, {"version", version}}},
            {"contentChanges", std::move(changes)}});
  }
  // The diagnostics that are published next.
  Json Diagnostics() {
    while (true) {
      Json message;
      if (!notifications_.empty()) {
        message = std::move(notifications_.front());
        notifications_.erase(notifications_.begin());
      } else {
        message = Receive();
      }
      if (!message.is_object()) return message;
      if (message["method"] == "textDocument/publishDiagnostics") {
        return message["params"];
      }
    }
  }

 private:
  FileDescriptor in_, out_;
  std::thread thread_;
  int status_ = -1;
  std::optional<MessageReader> reader_;
  std::vector<Json> notifications_;
  int last_id_ = 0;
};

Json DocumentParams() { return {{"textDocument", {{"uri", kUri}}}}; }

Json PositionParams(int line, int character) {
  Json params = DocumentParams();
  params["position"] = {{"line", line}, {"character", character}};
  return params;
}

Json RangeOf(int line, int begin, int end) {
  return {{"start", {{"line", line}, {"character", begin}}},
          {"end", {{"line", line}, {"character", end}}}};
}

TEST(ServerTest, HasALifeCycle) {
  Client client;
  EXPECT_EQ(client.ErrorOf("textDocument/hover", PositionParams(0, 0)), -32002);
  const Json answer = client.Initialize();
  EXPECT_EQ(answer["serverInfo"]["name"], "spv-lsp");
  EXPECT_EQ(answer["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(client.ErrorOf("initialize", Json::object()), -32600);
  EXPECT_EQ(client.Result("shutdown", nullptr), nullptr);
  EXPECT_EQ(client.ErrorOf("textDocument/hover", PositionParams(0, 0)), -32600);
  client.Notify("exit", nullptr);
  EXPECT_EQ(client.End(), 0);
}

TEST(ServerTest, AClientThatIsGoneEndsTheServer) {
  Client client;
  client.Initialize();
  EXPECT_EQ(client.End(), 1);
  Client other;
  other.Notify("exit", nullptr);
  EXPECT_EQ(other.End(), 1);
}

TEST(ServerTest, ChoosesTheFirstEncodingOfTheClient) {
  for (const char* name : {"utf-8", "utf-16", "utf-32"}) {
    Client client;
    const Json answer = client.Initialize(
        {{"general", {{"positionEncodings", {"utf-7", name, "utf-16"}}}}});
    EXPECT_EQ(answer["capabilities"]["positionEncoding"], name);
    client.Open("OpName %\u00e9 \"\U0001f600\" OpFoo\n");
    const Json range = client.Diagnostics()["diagnostics"].back()["range"];
    const int expected = absl::string_view(name) == "utf-8"    ? 18
                         : absl::string_view(name) == "utf-16" ? 15
                                                               : 14;
    EXPECT_EQ(range["start"]["character"], expected) << name;
  }
}

TEST(ServerTest, PublishesDiagnosticsOfEachChange) {
  Client client;
  client.Initialize();
  client.Open(kValid);
  Json published = client.Diagnostics();
  EXPECT_EQ(published["uri"], kUri);
  EXPECT_EQ(published["version"], 1);
  EXPECT_TRUE(published["diagnostics"].empty());
  client.Change({{{"range", RangeOf(3, 8, 18)}, {"text", "OpTypeBoll"}}});
  published = client.Diagnostics();
  EXPECT_EQ(published["version"], 2);
  ASSERT_EQ(published["diagnostics"].size(), 1u);
  EXPECT_EQ(published["diagnostics"][0]["code"], "asm.opcode.unknown");
  EXPECT_EQ(published["diagnostics"][0]["range"], RangeOf(3, 8, 18));
  client.Change({{{"text", kValid}}}, 3);
  EXPECT_TRUE(client.Diagnostics()["diagnostics"].empty());
  client.Notify("textDocument/didClose", DocumentParams());
  EXPECT_TRUE(client.Diagnostics()["diagnostics"].empty());
  EXPECT_EQ(client.ErrorOf("textDocument/hover", PositionParams(0, 0)), -32602);
}

TEST(ServerTest, LivesOnAfterMalformedMessages) {
  Client client;
  for (const char* text : {"", "{", "[1]", "3", "{\"id\":1,\"method\":2}",
                           "\xff\xfe", "{\"a\":\"\xff\"}"}) {
    client.SendText(text);
    EXPECT_TRUE(client.Receive().contains("error")) << text;
  }
  client.SendText("{}");  // an answer to nothing
  client.SendText(std::string(100000, '['));
  EXPECT_EQ(client.Receive()["error"]["code"], -32700);
  client.Initialize();
  client.Open(kValid);
  client.Diagnostics();
  EXPECT_EQ(client.ErrorOf("no/such", Json::object()), -32601);
  for (const Json& params :
       {Json(nullptr), Json(3), Json::array(), Json::object(),
        Json{{"textDocument", 3}}, Json{{"textDocument", {{"uri", 3}}}},
        DocumentParams(), Json{{"item", 3}},
        Json{{"textDocument", {{"uri", kUri}}}, {"position", "x"}},
        Json{{"textDocument", {{"uri", kUri}}},
             {"position", {{"line", "x"}, {"character", 1}}}}}) {
    EXPECT_EQ(client.ErrorOf("textDocument/hover", params), -32602) << params;
    client.Notify("textDocument/didChange", params);
    client.Notify("textDocument/didOpen", params);
    client.Notify("textDocument/didClose", params);
    if (params == DocumentParams()) client.Open(kValid);
  }
  EXPECT_NE(client.Result("textDocument/hover", PositionParams(0, 3)), nullptr);
}

TEST(ServerTest, ClampsEditsOutOfRange) {
  Client client;
  client.Initialize();
  client.Open(kValid);
  client.Diagnostics();
  client.Change(
      {{{"range", RangeOf(99, 5, 7)}, {"text", "; end"}},
       {{"range", RangeOf(0, 4000000000u, 2)}, {"text", ""}},
       {{"range", RangeOf(0, 2, 19)}, {"text", "Capability Shader"}}});
  EXPECT_TRUE(client.Diagnostics()["diagnostics"].empty());
}

TEST(ServerTest, CancelsRequests) {
  Client client;
  client.Initialize();
  client.Open(kValid);
  client.Diagnostics();
  // It is cancelled before it is sent.
  client.Notify("$/cancelRequest", {{"id", 2}});
  EXPECT_EQ(client.ErrorOf("textDocument/hover", PositionParams(0, 3)), -32800);
  EXPECT_EQ(client.ErrorOf("textDocument/hover", PositionParams(0, 3)), 0);
}

TEST(ServerTest, RunsCommands) {
  Client client;
  client.Initialize();
  client.Open(kValid);
  const auto command = [&](const char* name, Json arguments) {
    return client.Answer(
        "workspace/executeCommand",
        {{"command", name}, {"arguments", std::move(arguments)}});
  };
  EXPECT_THAT(command("spv-lsp.explain", {"cfg.merge.unique-block"})["result"]
                  .get<std::string>(),
              HasSubstr("merge block"));
  EXPECT_THAT(
      command("spv-lsp.controlFlow", {kUri})["result"].get<std::string>(),
      HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(command("spv-lsp.controlFlow", {kUri, "dot"})["result"]
                  .get<std::string>(),
              HasSubstr("digraph"));
  EXPECT_EQ(command("spv-lsp.explain", {"no.such.rule"})["error"]["code"],
            -32803);
  EXPECT_EQ(command("spv-lsp.explain", Json::array())["error"]["code"], -32602);
  EXPECT_EQ(command("foo", Json::array())["error"]["code"], -32602);
}

TEST(ServerTest, DisassemblesBinaries) {
  Session session;
  ASSERT_TRUE(session.Run(kValid).ok());
  const fs::path path = fs::path(testing::TempDir()) / "server_test a.spv";
  std::ofstream(path, std::ios::binary) << session.Binary();
  Client client;
  client.Initialize();
  const Json content =
      client.Result("workspace/textDocumentContent",
                    {{"uri", absl::StrCat("spirv:", path.string())}});
  EXPECT_THAT(content["text"].get<std::string>(), HasSubstr("= OpTypeVoid"));
  EXPECT_EQ(client.ErrorOf("workspace/textDocumentContent",
                           {{"uri", "spirv:/no/such/file"}}),
            -32803);
  EXPECT_EQ(
      client.ErrorOf("workspace/textDocumentContent", {{"uri", "http://x"}}),
      -32602);
  fs::remove(path);
}

TEST(ServerTest, FindsSymbolsOfAllDocuments) {
  Client client;
  client.Initialize();
  client.Open("%one_a = OpTypeVoid", "file:///a");
  client.Open("%two_a = OpTypeVoid %b = OpTypeBool", "file:///b");
  const Json symbols = client.Result("workspace/symbol", {{"query", "_A"}});
  ASSERT_EQ(symbols.size(), 2u);
  EXPECT_EQ(symbols[0]["name"], "%one_a");
  EXPECT_EQ(symbols[1]["location"]["uri"], "file:///b");
}

TEST(ServerTest, AppliesTheSettingsOfTheClient) {
  Client client;
  client.Initialize();
  client.Open(kValid);
  EXPECT_TRUE(client.Diagnostics()["diagnostics"].empty());
  client.Notify("workspace/didChangeConfiguration",
                {{"settings", {{"plumb", {{"targetEnv", "opencl2.0"}}}}}});
  EXPECT_FALSE(client.Diagnostics()["diagnostics"].empty());
}

// --- Random edits ---

std::vector<std::string> Shaders() {
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator("testdata/shaders")) {
    if (entry.path().extension() != ".spvasm") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

// Rule, line and column of each diagnostic of a run without history.
std::string FreshDiagnostics(const std::string& text) {
  SessionOptions options;
  options.format = InputFormat::kText;
  options.checks_fixes = false;
  Session session(std::move(options));
  EXPECT_TRUE(session.Run(text).ok());
  std::string found;
  for (const ResolvedDiagnostic& d : session.Report("x", 1000).diagnostics) {
    const auto& place = d.place.text;
    absl::StrAppend(&found, d.rule->id, " ",
                    place.has_value() ? place->begin.line - 1 : 0, ":",
                    place.has_value() ? place->begin.column - 1 : 0, "\n");
  }
  return found;
}

std::string PublishedDiagnostics(const Json& params) {
  std::string found;
  for (const Json& d : params["diagnostics"]) {
    absl::StrAppend(&found, d["code"].get<std::string>(), " ",
                    d["range"]["start"]["line"].get<int>(), ":",
                    d["range"]["start"]["character"].get<int>(), "\n");
  }
  return found;
}

TEST(ServerTest, AfterRandomEditsDiagnosticsAreThoseOfAFreshRun) {
  const std::vector<std::string> shaders = Shaders();
  ASSERT_FALSE(shaders.empty());
  constexpr int kEdits = 1000;
  constexpr int kEditsOfEach = 20;
  std::mt19937 random(7);
  const auto below = [&](size_t n) {
    return static_cast<size_t>(random() % n);
  };
  Client client;
  client.Initialize({{"general", {{"positionEncodings", {"utf-8"}}}}});
  std::string text;
  for (int edit = 0; edit < kEdits; ++edit) {
    if (edit % kEditsOfEach == 0) {
      text = shaders[below(shaders.size())];
      client.Open(text);
      client.Diagnostics();
    }
    const size_t begin = below(text.size());
    const size_t end = std::min(text.size(), begin + below(12));
    // Parts of the same text, and single characters.
    const std::string inserted =
        below(2) == 0 ? text.substr(below(text.size()), below(40))
                      : std::string(1, "%=; \n\"OpA0"[below(10)]);
    const Positions positions(text, PositionEncoding::kUtf8);
    client.Change({{{"range",
                     {{"start", ToJson(positions.At(begin))},
                      {"end", ToJson(positions.At(end))}}},
                    {"text", inserted}}},
                  edit);
    text.replace(begin, end - begin, inserted);
    const Json published = client.Diagnostics();
    ASSERT_EQ(published["version"], edit);
    ASSERT_EQ(PublishedDiagnostics(published), FreshDiagnostics(text))
        << "edit " << edit;
  }
}

}  // namespace
}  // namespace plumb::lsp
