#include "cli/lsp/open_pipeline.h"

#include <map>
#include <string>
#include <vector>

#include "api/pipeline/testing_stage.h"
#include "cli/lsp/files.h"
#include "cli/lsp/message_queue.h"
#include "cli/lsp/protocol.h"
#include "cli/lsp/server.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

TEST(StageNameTest, IsTheExtensionBeforeTheLast) {
  const auto name = StageNameOf("file:///a/scene.v2.frag.spvasm");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->pipeline, "file:///a/scene.v2");
  EXPECT_TRUE(name->models == ModelSet(grammar::ExecutionModel::kFragment));
  EXPECT_EQ(DescriptionUri(*name), "file:///a/scene.v2.pipeline.json");
  EXPECT_FALSE(StageNameOf("file:///a/scene.spvasm").has_value());
  EXPECT_FALSE(StageNameOf("file:///a/scene.comp.spvasm").has_value());
  EXPECT_FALSE(StageNameOf("frag").has_value());
  EXPECT_FALSE(StageNameOf(".frag").has_value());
  EXPECT_FALSE(StageNameOf("").has_value());
}

// One file.
class OneFile final : public Files {
 public:
  std::string path, content;
  absl::Status Read(
      const std::string& wanted,
      absl::FunctionRef<void(absl::string_view bytes)> use) override {
    if (wanted != path) return absl::NotFoundError("file not found");
    use(content);
    return absl::OkStatus();
  }
};

constexpr char kVertex[] = "file:///s/scene.vert.spvasm";
constexpr char kFragment[] = "file:///s/scene.frag.spvasm";

class OpenPipelineTest : public testing::Test {
 protected:
  OpenPipelineTest()
      : server_([this](const std::string& content) { return Take(content); },
                &queue_, &files_) {
    Send({{"id", 1}, {"method", "initialize"}, {"params", Json::object()}});
  }

  void Open(const char* uri, const std::string& text) {
    Send({{"method", "textDocument/didOpen"},
          {"params", {{"textDocument", {{"uri", uri}, {"text", text}}}}}});
  }
  void Change(const char* uri, const std::string& text) {
    Send({{"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", uri}}},
            {"contentChanges", Json::array({Json{{"text", text}}})}}}});
  }
  // The rules of the diagnostics that were published last.
  std::vector<std::string> RulesOf(const std::string& uri) {
    std::vector<std::string> rules;
    for (const Json& d : published_[uri]) {
      rules.push_back(d["code"].get<std::string>());
    }
    return rules;
  }

  void Send(Json message) {
    message["jsonrpc"] = "2.0";
    server_.Handle({std::move(message), 0});
    server_.PublishChanged();
  }
  bool Take(const std::string& content) {
    const Json message = Json::parse(content);
    const Json params = message.value("params", Json());
    if (message.value("method", "") == "textDocument/publishDiagnostics") {
      published_[params["uri"].get<std::string>()] = params["diagnostics"];
    } else if (message.value("method", "") == "window/logMessage") {
      logged_ = params["message"].get<std::string>();
    }
    return true;
  }

  MessageQueue queue_;
  OneFile files_;
  Server server_;
  std::map<std::string, Json> published_;
  std::string logged_;
};

using Rules = std::vector<std::string>;

TEST_F(OpenPipelineTest, StagesAreCheckedAgainstEachOther) {
  Open(kFragment, StageText("Fragment", "Input", "f32", 3));
  EXPECT_EQ(RulesOf(kFragment), Rules());
  Open(kVertex, StageText("Vertex", "Output", "f32", 2));
  EXPECT_EQ(RulesOf(kFragment), Rules({"pipeline.interface.output-required"}));
  EXPECT_EQ(RulesOf(kVertex), Rules());
  const Json related = published_[kFragment][0]["relatedInformation"];
  ASSERT_EQ(related.size(), 1u);
  EXPECT_EQ(related[0]["location"]["uri"], kVertex);
  EXPECT_EQ(related[0]["location"]["range"]["start"]["line"], 14);

  Change(kVertex, StageText("Vertex", "Output", "f32", 3));
  EXPECT_EQ(RulesOf(kFragment), Rules());
  Change(kVertex, StageText("Vertex", "Output", "f32", 4));
  EXPECT_EQ(RulesOf(kFragment).size(), 1u);
  Change(kVertex, "OpCapability");
  EXPECT_EQ(RulesOf(kFragment), Rules());
  Change(kVertex, StageText("Vertex", "Output", "f32", 4));
  Send({{"method", "textDocument/didClose"},
        {"params", {{"textDocument", {{"uri", kVertex}}}}}});
  EXPECT_EQ(RulesOf(kFragment), Rules());
}

TEST_F(OpenPipelineTest, OtherDocumentsAreOtherPipelines) {
  Open(kFragment, StageText("Fragment", "Input", "f32", 3));
  Open("file:///s/scene2.vert.spvasm", StageText("Vertex", "Output", "f32", 2));
  Open("file:///s/scene.x.vert.spvasm",
       StageText("Vertex", "Output", "f32", 2));
  Open("file:///t/scene.vert.spvasm", StageText("Vertex", "Output", "f32", 2));
  // Not the stage that the name states.
  Open("file:///s/scene.geom.spvasm", StageText("Vertex", "Output", "f32", 2));
  EXPECT_EQ(RulesOf(kFragment), Rules());
}

TEST_F(OpenPipelineTest, AFileDescribesTheRest) {
  files_.path = "/s/scene.pipeline.json";
  files_.content = R"({"vertexAttributes": []})";
  Open(kVertex, StageText("Vertex", "Input", "f32", 2));
  EXPECT_EQ(RulesOf(kVertex),
            Rules({"pipeline.vertex-input.attribute-required"}));
  EXPECT_EQ(logged_, "");
  files_.content = R"({"vertex": []})";
  Change(kVertex, StageText("Vertex", "Input", "f32", 1));
  EXPECT_EQ(RulesOf(kVertex), Rules());
  EXPECT_EQ(logged_,
            "/s/scene.pipeline.json: the description has an unknown member "
            "\"vertex\"");
}

}  // namespace
}  // namespace plumb::lsp
