// The layout of graphs (SPV_ARM_graph).
#ifndef PLUMB_VALIDATE_LAYOUT_GRAPH_LAYOUT_H_
#define PLUMB_VALIDATE_LAYOUT_GRAPH_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kGraphLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LAYOUT_GRAPH_LAYOUT_H_
