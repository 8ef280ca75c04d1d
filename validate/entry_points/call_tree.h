// Instructions that some execution models alone may reach; see call_tree.cc.
#ifndef PLUMB_VALIDATE_ENTRY_POINTS_CALL_TREE_H_
#define PLUMB_VALIDATE_ENTRY_POINTS_CALL_TREE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCallTree;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENTRY_POINTS_CALL_TREE_H_
