#include "cli/drawing/page.h"

#include <sodium.h>

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::drawing {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ScriptOf(const std::string& page) {
  const std::string begin = "<script>";
  const size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find("</script>") - at);
}

std::string Sha256Of(const std::string& text) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(text.data()),
                     text.size());
  return absl::Base64Escape(
      absl::string_view(reinterpret_cast<const char*>(hash), sizeof(hash)));
}

TEST(PageTest, AllowsOnlyItsScript) {
  const std::string page = absl::StrCat(PageStart("t", false), PageEnd());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr(absl::StrCat("script-src 'sha256-",
                                           Sha256Of(ScriptOf(page)), "'")));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_EQ(page.find("<script>"), page.rfind("<script"));
}

TEST(PageTest, HasASwitchWhereThereIsDebugInformation) {
  EXPECT_THAT(PageStart("t", true), HasSubstr("id=\"debug\""));
  EXPECT_THAT(PageStart("t", false), Not(HasSubstr("id=\"debug\"")));
}

// Each element that the script uses exists.
TEST(PageTest, HasTheElementsOfItsScript) {
  const std::string start = PageStart("t", true);
  const std::string script = PageEnd();
  int count = 0;
  for (size_t at = script.find("find('"); at != script.npos;
       at = script.find("find('", at + 1)) {
    const size_t begin = at + 6;
    const std::string id =
        script.substr(begin, script.find('\'', begin) - begin);
    EXPECT_THAT(start, HasSubstr(absl::StrCat("id=\"", id, "\""))) << id;
    ++count;
  }
  EXPECT_GT(count, 8);
}

}  // namespace
}  // namespace plumb::drawing
