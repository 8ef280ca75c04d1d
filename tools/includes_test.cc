// Areas of rules do not include headers of other areas: what two areas need is
// in validate/facts.  A check of one area may report rules of another; the
// headers for that end in _rules.h or _placement.h.
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "re2/re2.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The folder of `header`, a path below validate/rules; empty for a header that
// is in no area.
std::string AreaOf(const std::string& header) {
  const size_t slash = header.find('/');
  return slash == std::string::npos ? "" : header.substr(0, slash);
}

bool MayInclude(const std::string& area, const std::string& header) {
  const std::string other = AreaOf(header);
  return other.empty() || other == area || absl::EndsWith(header, "_rules.h") ||
         absl::EndsWith(header, "_placement.h");
}

TEST(IncludesTest, MayIncludeOwnAreaAndSharedRules) {
  EXPECT_TRUE(MayInclude("image", "image/image_report.h"));
  EXPECT_TRUE(MayInclude("image", "vulkan_section.h"));
  EXPECT_TRUE(MayInclude("enum", "memory/scope_rules.h"));
  EXPECT_TRUE(MayInclude("layout", "cfg/block_placement.h"));
  EXPECT_FALSE(MayInclude("image", "memory/object_types.h"));
}

TEST(IncludesTest, AreasDoNotIncludeOtherAreas) {
  // Tests see links to the sources.
  const fs::path root =
      fs::canonical("tools/format").parent_path().parent_path();
  const RE2 include("#include \"validate/rules/([^\"]+)\"");
  int sources = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(root / "validate/rules")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cc" && extension != ".h") continue;
    ++sources;
    const std::string area =
        AreaOf(fs::relative(entry.path(), root / "validate/rules").string());
    if (area.empty()) continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      std::string header;
      if (!RE2::FullMatch(line, include, &header)) continue;
      EXPECT_TRUE(MayInclude(area, header))
          << entry.path() << " includes " << header;
    }
  }
  EXPECT_GT(sources, 300);
}

}  // namespace
}  // namespace plumb
