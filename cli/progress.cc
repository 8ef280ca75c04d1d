#include "cli/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

constexpr std::chrono::seconds kFirst{1};
constexpr std::chrono::milliseconds kInterval{200};

}  // namespace

void Progress::Begin(size_t count) {
  is_on_ = count > 1 && IsCapableTerminal(STDERR_FILENO);
  count_ = count;
  done_ = 0;
  start_ = Clock::now();
  next_ = start_ + kFirst;
}

void Progress::Add() {
  ++done_;
  if (!is_on_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fputs(absl::StrCat("\r", ProgressText(done_, count_, seconds), "\x1b[K")
                 .c_str(),
             stderr);
  is_shown_ = true;
}

void Progress::Hide() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
  is_shown_ = false;
}

void Progress::End() {
  Hide();
  is_on_ = false;
}

std::string GroupedNumber(size_t number) {
  std::string text = absl::StrCat(number);
  for (size_t end = text.size(); end > 3; end -= 3) {
    text.insert(end - 3, 1, ',');
  }
  return text;
}

std::string ProgressText(size_t done, size_t count, double seconds) {
  std::string text = absl::StrCat(GroupedNumber(done), " of ",
                                  GroupedNumber(count), " modules");
  if (done == 0 || seconds <= 0) return text;
  const double rate = static_cast<double>(done) / seconds;
  const auto left =
      static_cast<size_t>(std::ceil(static_cast<double>(count - done) / rate));
  absl::StrAppend(&text, ", ",
                  rate < 10 ? absl::StrFormat("%.1f", rate)
                            : GroupedNumber(static_cast<size_t>(rate)),
                  "/s, ");
  if (left < 60) return absl::StrCat(text, left, " s left");
  return absl::StrCat(text, left / 60, " min ", left % 60, " s left");
}

}  // namespace plumb
