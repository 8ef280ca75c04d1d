#include "cli/drawing/layout.h"

#include <algorithm>

#include "cfg/adjacency.h"
#include "cfg/dominators.h"

namespace plumb::drawing {
namespace {

constexpr int64_t kGap = 36;        // between rows
constexpr int64_t kColumnGap = 24;  // between the blocks of a row
constexpr int64_t kPad = 10;        // between a construct and what is in it
constexpr int64_t kTitle = 16;      // for the title of a construct
constexpr int64_t kLaneWidth = 12;
constexpr int64_t kMargin = 22;      // at the bottom, where edges still turn
constexpr int64_t kRowWidth = 1200;  // of unreachable blocks

class Layouter {
 public:
  Layouter(const cfg::FlowGraph& graph, const cfg::Structure& structure,
           const cfg::DomTreeBuilder& search, absl::Span<const Size> sizes)
      : graph_(graph),
        structure_(structure),
        search_(search),
        tree_(structure.dominators()),
        sizes_(sizes),
        count_(graph.block_count()) {}

  Layout Run() {
    layout_.blocks.resize(count_);
    layout_.lane.assign(count_, Layout::kNoLane);
    layout_.back_lane.assign(count_, Layout::kNoLane);
    row_bottom_.assign(count_, 0);
    ListChildren();
    FindLevels();
    MeasureSubtrees();
    PlaceSubtrees();
    PlaceUnreachable();
    PlaceConstructs();
    layout_.exit.resize(count_);
    for (uint32_t b = 0; b < count_; ++b) {
      layout_.exit[b] = std::max(row_bottom_[b], layout_.blocks[b].bottom());
    }
    return std::move(layout_);
  }

 private:
  // The area of a block and the rows below it.
  struct Subtree {
    Size size;
    int64_t outer = 0;   // case and continue constructs that begin here
    bool inner = false;  // a construct of which this is the header
    bool has_back_lane = false;
    bool has_merge_row = false;  // the last row is the merge block
    uint32_t lanes = 0;
  };

  void ListChildren() {
    enter_.assign(count_, 0);
    std::vector<cfg::FlowEdge> edges;
    uint32_t next = 0;
    for (const cfg::BlockIndex b : tree_.preorder()) {
      enter_[b.value] = next++;
      const cfg::BlockIndex parent = tree_.immediate_dominator(b);
      if (parent != cfg::kNoBlock) edges.push_back({parent, b});
    }
    children_.Build(count_, edges, cfg::Orientation::kForward);
  }

  // The child of `parent` that dominates `b`; `parent` dominates `b`.
  cfg::BlockIndex ChildAbove(cfg::BlockIndex parent, cfg::BlockIndex b) const {
    const auto children = children_[parent];
    const auto after =
        std::upper_bound(children.begin(), children.end(), enter_[b.value],
                         [this](uint32_t at, cfg::BlockIndex c) {
                           return at < enter_[c.value];
                         });
    return *(after - 1);
  }

  bool IsBackEdge(cfg::BlockIndex from, cfg::BlockIndex to) const {
    return search_.IsSearchAncestor(to, from);
  }

  // The row of each block among its siblings.
  void FindLevels() {
    level_.assign(count_, 0);
    std::vector<uint32_t> order(count_, 0);
    uint32_t next = 0;
    for (const cfg::BlockIndex b : search_.reverse_postorder()) {
      order[b.value] = next++;
    }
    for (const cfg::BlockIndex b : search_.reverse_postorder()) {
      const cfg::BlockIndex parent = tree_.immediate_dominator(b);
      if (parent == cfg::kNoBlock) continue;
      for (const cfg::BlockIndex from : graph_.predecessors(b)) {
        if (from == parent || !tree_.reachable(from) || IsBackEdge(from, b)) {
          continue;
        }
        const cfg::BlockIndex sibling = ChildAbove(parent, from);
        if (order[sibling.value] < order[b.value]) {
          level_[b.value] =
              std::max(level_[b.value], level_[sibling.value] + 1);
        }
      }
    }
    for (const cfg::BlockIndex b : tree_.preorder()) PutMergeLast(b);
  }

  cfg::BlockIndex MergeChild(cfg::BlockIndex b) const {
    const cfg::ConstructIndex c = structure_.headed_by(b);
    if (c == cfg::kNoConstruct) return cfg::kNoBlock;
    const cfg::BlockIndex merge = structure_.construct(c).merge;
    if (merge == cfg::kNoBlock || merge == b || !tree_.reachable(merge) ||
        tree_.immediate_dominator(merge) != b) {
      return cfg::kNoBlock;
    }
    return merge;
  }

  void PutMergeLast(cfg::BlockIndex b) {
    const cfg::BlockIndex merge = MergeChild(b);
    if (merge == cfg::kNoBlock) return;
    uint32_t level = 0;
    for (const cfg::BlockIndex child : children_[b]) {
      if (child != merge) level = std::max(level, level_[child.value] + 1);
    }
    level_[merge.value] = level;
  }

  // The children of `b`, row after row.
  void SortRows(cfg::BlockIndex b) {
    const auto children = children_[b];
    rows_.assign(children.begin(), children.end());
    std::stable_sort(rows_.begin(), rows_.end(),
                     [this](cfg::BlockIndex x, cfg::BlockIndex y) {
                       return level_[x.value] < level_[y.value];
                     });
  }

  // Calls visit(first, last, size) for each row of rows_.
  template <typename Visit>
  void ForEachRow(Visit visit) const {
    for (size_t first = 0; first < rows_.size();) {
      size_t last = first;
      Size size;
      for (; last < rows_.size() &&
             level_[rows_[last].value] == level_[rows_[first].value];
           ++last) {
        const Size& child = subtrees_[rows_[last].value].size;
        size.width += child.width + (last > first ? kColumnGap : 0);
        size.height = std::max(size.height, child.height);
      }
      visit(first, last, size);
      first = last;
    }
  }

  bool NeedsLane(cfg::BlockIndex child) const {
    return level_[child.value] > 0;
  }

  void MeasureSubtrees() {
    subtrees_.resize(count_);
    const auto preorder = tree_.preorder();
    for (size_t i = preorder.size(); i-- > 0;) Measure(preorder[i]);
  }

  void Measure(cfg::BlockIndex b) {
    Subtree& tree = subtrees_[b.value];
    tree.outer = (structure_.case_at(b) != cfg::kNoConstruct) +
                 (structure_.continue_at(b) != cfg::kNoConstruct);
    tree.inner = structure_.headed_by(b) != cfg::kNoConstruct;
    tree.has_merge_row = tree.inner && MergeChild(b) != cfg::kNoBlock;
    for (const cfg::BlockIndex from : graph_.predecessors(b)) {
      tree.has_back_lane |= IsBackEdge(from, b);
    }
    const int64_t inner_pad = tree.inner ? kPad : 0;
    Size size = sizes_[b.value];
    int64_t merge_width = 0;
    size.height += tree.inner ? 2 * kPad + kTitle : 0;
    SortRows(b);
    ForEachRow([&](size_t first, size_t last, Size row) {
      size.height += kGap + row.height;
      const bool is_merge = tree.has_merge_row && last == rows_.size();
      int64_t& width = is_merge ? merge_width : size.width;
      width = std::max(width, row.width);
      for (size_t i = first; i < last; ++i) tree.lanes += NeedsLane(rows_[i]);
    });
    size.width = std::max(size.width + 2 * inner_pad, merge_width);
    size.width += tree.lanes * kLaneWidth * 2 + tree.outer * 2 * kPad +
                  (tree.has_back_lane ? 2 * kLaneWidth : 0);
    size.height += tree.outer * (2 * kPad + kTitle);
    tree.size = size;
  }

  void PlaceSubtrees() {
    if (tree_.preorder().empty()) return;
    // The corner of each subtree is known once its parent was placed.
    corner_.resize(count_);
    const cfg::BlockIndex root = tree_.preorder().front();
    corner_[root.value] = {kPad, kPad};
    for (const cfg::BlockIndex b : tree_.preorder()) Place(b);
    const Size size = subtrees_[root.value].size;
    layout_.size = {size.width + 2 * kPad, size.height + kPad + kMargin};
  }

  void Place(cfg::BlockIndex b) {
    const Subtree& tree = subtrees_[b.value];
    const Size corner = corner_[b.value];
    const int64_t center = corner.width + tree.size.width / 2;
    int64_t y = corner.height + tree.outer * (kPad + kTitle) +
                (tree.inner ? kPad + kTitle : 0);
    const Size own = sizes_[b.value];
    layout_.blocks[b.value] = {center - own.width / 2, y, own.width,
                               own.height};
    y += own.height;
    if (tree.has_back_lane) {
      layout_.back_lane[b.value] = corner.width + tree.outer * kPad +
                                   kLaneWidth / 2 + (tree.inner ? kPad : 0);
    }
    int64_t lane = corner.width + tree.size.width - tree.outer * kPad -
                   (tree.inner ? kPad : 0);
    SortRows(b);
    ForEachRow([&](size_t first, size_t last, Size row) {
      const bool is_merge = tree.has_merge_row && last == rows_.size();
      y += kGap + (is_merge ? kPad : 0);
      int64_t x = center - row.width / 2;
      for (size_t i = first; i < last; ++i) {
        const cfg::BlockIndex child = rows_[i];
        corner_[child.value] = {x, y};
        x += subtrees_[child.value].size.width + kColumnGap;
        if (!NeedsLane(child)) continue;
        lane -= kLaneWidth;
        layout_.lane[child.value] = lane + kLaneWidth / 2;
      }
      y += row.height;
      for (size_t i = first; i < last; ++i) {
        // Parts of the subtree below the block are in the way.
        const cfg::BlockIndex child = rows_[i];
        if (children_[child].empty()) row_bottom_[child.value] = y;
      }
    });
  }

  // Below all others: each below those before it that lead to it, otherwise in
  // program order.
  void PlaceUnreachable() {
    rows_.clear();
    for (uint32_t b = 0; b < count_; ++b) {
      if (tree_.reachable(cfg::BlockIndex(b))) continue;
      rows_.push_back(cfg::BlockIndex(b));
      for (const cfg::BlockIndex from :
           graph_.predecessors(cfg::BlockIndex(b))) {
        if (from.value < b && !tree_.reachable(from)) {
          level_[b] = std::max(level_[b], level_[from.value] + 1);
        }
      }
    }
    if (rows_.empty()) return;
    std::stable_sort(rows_.begin(), rows_.end(),
                     [this](cfg::BlockIndex x, cfg::BlockIndex y) {
                       return level_[x.value] < level_[y.value];
                     });
    int64_t x = kPad;
    int64_t y = layout_.size.height + kGap;
    int64_t row_height = 0;
    uint32_t level = 0;
    for (const cfg::BlockIndex b : rows_) {
      const Size size = sizes_[b.value];
      if (x > kPad &&
          (level_[b.value] != level || x + size.width > kRowWidth)) {
        x = kPad;
        y += row_height + kGap;
        row_height = 0;
      }
      level = level_[b.value];
      layout_.blocks[b.value] = {x, y, size.width, size.height};
      x += size.width + kColumnGap;
      row_height = std::max(row_height, size.height);
      layout_.size.width = std::max(layout_.size.width, x);
    }
    layout_.size.height = y + row_height + kMargin;
  }

  // A construct is around its blocks and the constructs in it.
  void PlaceConstructs() {
    std::vector<Box>& boxes = layout_.constructs;
    boxes.resize(structure_.constructs().size());
    for (uint32_t b = 0; b < count_; ++b) {
      const cfg::ConstructIndex c = structure_.innermost(cfg::BlockIndex(b));
      if (c != cfg::kNoConstruct) Include(layout_.blocks[b], &boxes[c.value]);
    }
    for (size_t c = boxes.size(); c-- > 1;) {
      Box& box = boxes[c];
      if (box.empty()) continue;
      box.x -= kPad;
      box.y -= kPad / 2 + kTitle;
      box.width += 2 * kPad;
      box.height += kPad / 2 + kTitle + kPad;
      const cfg::ConstructIndex parent = structure_.constructs()[c].parent;
      if (parent != cfg::kNoConstruct) Include(box, &boxes[parent.value]);
    }
    if (!boxes.empty()) boxes[0] = Box();
  }

  static void Include(const Box& box, Box* all) {
    if (all->empty()) {
      *all = box;
      return;
    }
    const int64_t right = std::max(all->right(), box.right());
    const int64_t bottom = std::max(all->bottom(), box.bottom());
    all->x = std::min(all->x, box.x);
    all->y = std::min(all->y, box.y);
    all->width = right - all->x;
    all->height = bottom - all->y;
  }

  const cfg::FlowGraph& graph_;
  const cfg::Structure& structure_;
  const cfg::DomTreeBuilder& search_;
  const cfg::DomTree& tree_;
  absl::Span<const Size> sizes_;
  uint32_t count_;
  Layout layout_;
  std::vector<uint32_t> enter_;  // place in the pre-order
  std::vector<uint32_t> level_;  // row among the siblings
  std::vector<Subtree> subtrees_;
  std::vector<Size> corner_;           // of the subtree
  std::vector<int64_t> row_bottom_;    // of a block that nothing stands below
  std::vector<cfg::BlockIndex> rows_;  // scratch
  cfg::Adjacency<cfg::BlockIndex> children_;
};

}  // namespace

Layout LayOut(const cfg::FlowGraph& graph, const cfg::Structure& structure,
              const cfg::DomTreeBuilder& search, absl::Span<const Size> sizes) {
  return Layouter(graph, structure, search, sizes).Run();
}

}  // namespace plumb::drawing
