// Graphs of SPV_ARM_graph: their types, constants, entry points, inputs and
// outputs.
#ifndef PLUMB_VALIDATE_EXTENSIONS_GRAPH_H_
#define PLUMB_VALIDATE_EXTENSIONS_GRAPH_H_

#include "validate/family.h"

namespace plumb {

extern const Family kGraphRules;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_GRAPH_H_
