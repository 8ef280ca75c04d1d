// Comparison with SPIRV-Tools: modules that its assembler makes from the
// conformance vectors are read, written and disassembled here; it must
// assemble our text to the same words.
//
// The vectors are not in this repository.  They are expected in
// $PLUMB_SHARED/vectors or in ../shared/vectors beside the repository; without
// them the test is skipped.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_writer.h"
#include "parse/disassembly/disassembler.h"
#include "spirv-tools/libspirv.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<uint32_t>;

// One in this many cases is run, to keep the test short.
constexpr int kStride = 5;

fs::path VectorsFolder() {
  std::error_code error;
  std::vector<fs::path> places;
  if (const char* shared = std::getenv("PLUMB_SHARED")) {
    places.emplace_back(shared);
  }
  // The test sees links to the real source files.
  const fs::path source = fs::canonical("LICENSE", error);
  if (!error) places.push_back(source.parent_path().parent_path() / "shared");
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "vectors" / "val", error)) {
      return place / "vectors" / "val";
    }
  }
  return {};
}

class Peer {
 public:
  explicit Peer(const std::string& env) {
    spv_target_env target = SPV_ENV_UNIVERSAL_1_6;
    if (!spvParseTargetEnv(env.c_str(), &target)) {
      target = SPV_ENV_UNIVERSAL_1_6;
    }
    context_.reset(spvContextCreate(target));
  }

  // The words of a text, with ids unchanged; empty if the peer rejects it.
  Words Assemble(const std::string& text) const {
    spv_binary binary = nullptr;
    spvTextToBinaryWithOptions(context_.get(), text.data(), text.size(),
                               SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS,
                               &binary, nullptr);
    if (binary == nullptr) return {};
    Words words(binary->code, binary->code + binary->wordCount);
    spvBinaryDestroy(binary);
    return words;
  }

 private:
  struct Destroy {
    void operator()(spv_context context) const { spvContextDestroy(context); }
  };
  std::unique_ptr<spv_context_t, Destroy> context_;
};

struct Counts {
  int cases = 0;
  int assembled = 0;  // by the peer
  int read_back = 0;  // our text, by the peer
};

// Runs one case; `counts` records how far it got.
void RunCase(const nlohmann::json& vector, Counts* counts) {
  if (!vector.contains("asm")) return;
  ++counts->cases;
  const std::string id = vector["id"];
  const std::string env = vector.value("asm_env", std::string(vector["env"]));
  const Peer peer(absl::StrReplaceAll(env, {{"-", ""}}));
  const Words words = peer.Assemble(vector["asm"]);
  if (words.empty()) return;
  ++counts->assembled;

  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(reader.Read(words, &module, &list)) << id;
  EXPECT_TRUE(list.empty()) << id << ": " << list.diagnostics()[0].rule->id
                            << " at word " << list.diagnostics()[0].place.begin;
  const std::string bytes(reinterpret_cast<const char*>(words.data()),
                          words.size() * sizeof(uint32_t));
  EXPECT_EQ(EncodeModule(module), bytes) << id;

  const std::string swapped = EncodeModule(module, ByteOrder::kBigEndian);
  Module again;
  EXPECT_TRUE(reader.ReadBytes(swapped, &again, &list)) << id;
  EXPECT_EQ(EncodeModule(again), bytes) << id;

  // Numeric ids, so that they round-trip.
  const std::string text =
      Disassembler(module, {.header = false, .friendly_names = false})
          .Disassemble();
  Words back = peer.Assemble(text);
  if (back.empty()) return;  // names newer than the peer
  ++counts->read_back;
  back[2] = words[2];
  // The peer computes the bound from the ids.
  back[3] = words[3];
  EXPECT_EQ(back, words) << id;
}

TEST(BinaryDifferentialTest, Vectors) {
  const fs::path folder = VectorsFolder();
  if (folder.empty()) GTEST_SKIP() << "there are no vectors beside the sources";
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Counts counts;
  int number = 0;
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line)) {
      if (number++ % kStride == 0) {
        RunCase(nlohmann::json::parse(line), &counts);
      }
    }
  }
  std::printf("%d cases, %d assembled by the peer, %d texts read back by it\n",
              counts.cases, counts.assembled, counts.read_back);
  EXPECT_GT(counts.assembled, counts.cases / 2);
  EXPECT_GT(counts.read_back, counts.assembled * 9 / 10);
}

}  // namespace
}  // namespace plumb
