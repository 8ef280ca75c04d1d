// Operands of the instructions of NonSemantic.Graph.DebugInfo.
#ifndef PLUMB_VALIDATE_EXTENSIONS_GRAPH_DEBUG_INFO_H_
#define PLUMB_VALIDATE_EXTENSIONS_GRAPH_DEBUG_INFO_H_

#include "validate/family.h"

namespace plumb {

extern const Family kGraphDebugInfo;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_GRAPH_DEBUG_INFO_H_
