// Rows of different lengths in one flat array, made by a counting sort: items
// of one row are contiguous and keep their order.
//
// Tested by compressed_rows_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_COMPRESSED_ROWS_H_
#define PLUMB_VALIDATE_ANALYSIS_COMPRESSED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace plumb {

template <typename T>
class CompressedRows {
 public:
  // Sorts `items` into rows: `row_of(item)` is a number below `row_count`.
  // Replaces the contents and keeps the memory.  O(rows + items).
  template <typename RowOf>
  void Build(uint32_t row_count, absl::Span<const T> items, RowOf row_of) {
    Start(row_count);
    for (const T& item : items) Count(row_of(item));
    Allocate();
    for (const T& item : items) Add(row_of(item), item);
  }

  // The same for items that are listed nowhere: Start, Count for each of them,
  // Allocate(), and Add() for each of them again.
  void Start(uint32_t row_count) {
    // ends_[row + 1] is first a count, then the insertion position of `row`,
    // and finally the end of `row`.
    ends_.assign(static_cast<size_t>(row_count) + 2, 0);
  }
  void Count(uint32_t row) { ++ends_[row + 2]; }
  void Allocate() {
    for (size_t i = 2; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    items_.resize(ends_.back());
  }
  void Add(uint32_t row, const T& item) { items_[ends_[row + 1]++] = item; }

  // Without rows; of no cost, however many there were.
  void Clear() {
    ends_.clear();
    items_.clear();
  }

  uint32_t row_count() const {
    return ends_.empty() ? 0 : static_cast<uint32_t>(ends_.size() - 2);
  }
  // All items, row by row.
  absl::Span<const T> items() const { return items_; }
  // The bounds of a row in items().
  uint32_t begin_of(uint32_t row) const { return ends_[row]; }
  uint32_t end_of(uint32_t row) const { return ends_[row + 1]; }

  // Views last until the next Build.
  absl::Span<const T> operator[](uint32_t row) const {
    return absl::MakeConstSpan(items_).subspan(ends_[row],
                                               ends_[row + 1] - ends_[row]);
  }
  // For sorting within a row.
  absl::Span<T> row(uint32_t row) {
    return absl::MakeSpan(items_).subspan(ends_[row],
                                          ends_[row + 1] - ends_[row]);
  }

 private:
  std::vector<uint32_t> ends_;
  std::vector<T> items_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_COMPRESSED_ROWS_H_
