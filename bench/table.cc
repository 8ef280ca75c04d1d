// See table.h.  Tested by table_test.cc.

#include "bench/table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace plumb::bench {

Table::Table(std::vector<std::string> header) {
  rows_.push_back(std::move(header));
}

void Table::AddRow(std::vector<std::string> cells) {
  cells.resize(rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::string Table::ToString() const {
  std::vector<size_t> widths(rows_[0].size(), 3);
  for (const std::vector<std::string>& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], row[c].size());
    }
  }
  std::string text;
  for (size_t r = 0; r < rows_.size(); ++r) {
    for (size_t c = 0; c < widths.size(); ++c) {
      const std::string padding(widths[c] - rows_[r][c].size(), ' ');
      absl::StrAppend(&text, "| ", c == 0 ? "" : padding, rows_[r][c],
                      c == 0 ? padding : "", " ");
    }
    text += "|\n";
    if (r != 0) continue;
    for (size_t c = 0; c < widths.size(); ++c) {
      absl::StrAppend(&text, "|", c == 0 ? "-" : "",
                      std::string(widths[c], '-'), c == 0 ? "-" : "-:");
    }
    text += "|\n";
  }
  return text;
}

std::string Figure(std::optional<double> value) {
  if (!value.has_value() || !std::isfinite(*value)) return kNotMeasured;
  if (*value == 0) return "0";
  // Rounding may add a digit (9.996 becomes 10.0), so the digits are counted
  // after it.
  const double magnitude = std::floor(std::log10(std::fabs(*value)));
  int decimals = std::max(0, 2 - static_cast<int>(magnitude));
  const double unit = std::pow(10.0, decimals);
  const double rounded = std::round(std::fabs(*value) * unit) / unit;
  if (decimals > 0 && rounded >= std::pow(10.0, magnitude + 1)) --decimals;
  return absl::StrFormat("%.*f", decimals, *value);
}

}  // namespace plumb::bench
