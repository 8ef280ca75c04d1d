#include "cli/read_ahead.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using std::chrono::microseconds;

std::vector<Input> Inputs(size_t count) {
  std::vector<Input> inputs;
  for (size_t i = 0; i < count; ++i) inputs.push_back({absl::StrCat(i)});
  return inputs;
}

// The prefetched files.
class Fetched {
 public:
  ReadAhead::Fetch Fetch() {
    return [this](const std::string& path) {
      const std::lock_guard<std::mutex> lock(mutex_);
      paths_.insert(path);
      changed_.notify_all();
    };
  }
  void WaitFor(size_t input) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return paths_.count(absl::StrCat(input)) > 0; });
  }
  std::multiset<std::string> Now() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return paths_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multiset<std::string> paths_;
};

TEST(ReadAheadTest, AsksForNothingWhileFilesAreReadFast) {
  const std::vector<Input> inputs = Inputs(1000);
  Fetched fetched;
  {
    ReadAhead ahead(inputs, fetched.Fetch());
    for (size_t i = 0; i < inputs.size(); ++i) {
      // A large file may take its time, and now and then one is interrupted.
      const bool large = i % 5 == 0;
      const bool interrupted = i % 40 == 1;
      ahead.Note(i, large ? 500'000 : 1000,
                 microseconds(large         ? 400
                              : interrupted ? 5000
                                            : 5));
    }
  }
  EXPECT_TRUE(fetched.Now().empty());
}

TEST(ReadAheadTest, StaysAheadOfWhatIsRead) {
  constexpr size_t kAhead = ReadAhead::kAhead;
  const std::vector<Input> inputs = Inputs(kAhead + 200);
  Fetched fetched;
  {
    ReadAhead ahead(inputs, fetched.Fetch());
    for (size_t i = 0; i < 100; ++i) ahead.Note(i, 1000, microseconds(100));
    fetched.WaitFor(99 + kAhead);
    EXPECT_EQ(fetched.Now().count(absl::StrCat(100 + kAhead)), 0);
    ahead.Note(150, 1000, microseconds(5));
    ahead.Note(120, 1000, microseconds(5));  // by a slower thread
    fetched.WaitFor(150 + kAhead);
    EXPECT_EQ(fetched.Now().count(absl::StrCat(151 + kAhead)), 0);
    ahead.Note(inputs.size() - 2, 1000, microseconds(5));
    fetched.WaitFor(inputs.size() - 1);
  }
  const std::multiset<std::string> all = fetched.Now();
  EXPECT_EQ(all.count("0"), 0);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

// Reading may stay slow until all files were prefetched.
TEST(ReadAheadTest, FewInputs) {
  const std::vector<Input> inputs = Inputs(8);
  Fetched fetched;
  {
    ReadAhead ahead(inputs, fetched.Fetch());
    for (size_t i = 0; i < 8; ++i) ahead.Note(i, 1000, microseconds(100));
  }
  EXPECT_LE(fetched.Now().size(), 3);
}

TEST(ReadAheadTest, LeavesAloneWhatIsNoFile) {
  // Opening a pipe waits for its other end.
  ReadAhead::FetchFile("/no/such/file");
  ReadAhead::FetchFile("/");
  ReadAhead::FetchFile("-");
  ReadAhead::FetchFile("/dev/zero");
}

}  // namespace
}  // namespace plumb
