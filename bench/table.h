// A table of text in Markdown, with aligned columns.
//
// Tested by table_test.cc.

#ifndef PLUMB_BENCH_TABLE_H_
#define PLUMB_BENCH_TABLE_H_

#include <optional>
#include <string>
#include <vector>

namespace plumb::bench {

class Table {
 public:
  explicit Table(std::vector<std::string> header);

  // Adds a row with a cell for each column; missing ones are empty.
  void AddRow(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }

  // The first column is flush left, the others flush right.
  std::string ToString() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
};

// The text for a figure that was not measured.
inline constexpr char kNotMeasured[] = "-";

// `value` with three significant digits and no exponent ("1234", "12.3",
// "0.0123"); kNotMeasured if there is none or it is not finite.
std::string Figure(std::optional<double> value);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_TABLE_H_
