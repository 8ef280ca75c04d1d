#include "grammar/operand_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb::grammar {
namespace {

// The common part of names in a list: "member  type" of "Member 0 type".
std::string WithoutNumber(absl::string_view name) {
  std::string words;
  for (const char c : name) {
    if (!absl::ascii_isdigit(c)) words.push_back(absl::ascii_tolower(c));
  }
  return words;
}

// "Member 0 type" `steps` members later.
std::string NameAfterSteps(absl::string_view name, uint32_t steps) {
  const auto begin =
      std::find_if(name.begin(), name.end(), absl::ascii_isdigit);
  const auto end = std::find_if_not(begin, name.end(), absl::ascii_isdigit);
  const auto at = static_cast<size_t>(begin - name.begin());
  const auto size = static_cast<size_t>(end - begin);
  uint32_t first = 0;
  if (!absl::SimpleAtoi(name.substr(at, size), &first)) {
    return std::string(name);
  }
  return absl::StrCat(name.substr(0, at), first + steps,
                      name.substr(at + size));
}

}  // namespace

std::string NameOfOne(absl::string_view name, uint32_t number) {
  std::vector<absl::string_view> names = absl::StrSplit(name, ", ");
  if (names.back() != "...") {
    // "Operands ..."
    if (!absl::ConsumeSuffix(&name, "s ...")) return std::string(name);
    return absl::StrCat(name, " ", number + 1);
  }
  names.pop_back();
  // The list repeats where the first name occurs again.
  const auto again =
      std::find_if(names.begin() + 1, names.end(), [&](absl::string_view n) {
        return WithoutNumber(n) == WithoutNumber(names.front());
      });
  const auto period = static_cast<uint32_t>(again - names.begin());
  return NameAfterSteps(names[number % period], number / period);
}

std::string OperandInText(absl::string_view name, uint32_t number) {
  const std::string one = NameOfOne(name, number);
  if (one.empty() || one == "Operand") return "the operand";
  return absl::StrCat("operand ", absl::StripPrefix(one, "Operand "));
}

}  // namespace plumb::grammar
