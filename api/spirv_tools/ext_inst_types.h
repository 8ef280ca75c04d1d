// The numbers of extended instruction sets.
//
// Tested by contract_test.sh.
#ifndef PLUMB_API_SPIRV_TOOLS_EXT_INST_TYPES_H_
#define PLUMB_API_SPIRV_TOOLS_EXT_INST_TYPES_H_

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "core/module.h"

namespace plumb::spirv_tools {

// The number of the set that an OpExtInstImport names;
// SPV_EXT_INST_TYPE_NONE if it is unknown and not a non-semantic one.
spv_ext_inst_type_t ExtInstTypeOf(const Inst& import);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_EXT_INST_TYPES_H_
