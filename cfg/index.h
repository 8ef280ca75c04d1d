// Node types of the graphs in this folder.
//
// Block numbers and function numbers are small dense integers; separate types
// keep one from indexing the other's arrays.  A default-constructed index is
// "none".  Tested by flow_graph_test.cc.

#ifndef PLUMB_CFG_INDEX_H_
#define PLUMB_CFG_INDEX_H_

#include "core/index.h"

namespace plumb::cfg {

// The place of a block among the blocks of its function, in program order.
using BlockIndex = Index<struct BlockTag>;
inline constexpr BlockIndex kNoBlock;

// The place of a function among the functions of its module.
using FunctionIndex = Index<struct FunctionTag>;
inline constexpr FunctionIndex kNoFunction;

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_INDEX_H_
