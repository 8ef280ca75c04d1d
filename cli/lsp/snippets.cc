#include "cli/lsp/snippets.h"

namespace plumb::lsp {
namespace {

constexpr Snippet kSnippets[] = {
    {"block", "a block that branches", true,
     "%${1:block} = OpLabel\n$0\n     OpBranch %${2:next}\n"},
    {"if", "a selection", true,
     "     OpSelectionMerge %${1:merge} None\n"
     "     OpBranchConditional %${2:condition} %${3:then} %${1:merge}\n"
     "%${3:then} = OpLabel\n"
     "$0\n"
     "     OpBranch %${1:merge}\n"
     "%${1:merge} = OpLabel\n"},
    {"loop", "a loop with its condition at the start", true,
     "     OpBranch %${1:header}\n"
     "%${1:header} = OpLabel\n"
     "     OpLoopMerge %${2:merge} %${3:continue} None\n"
     "     OpBranch %${4:test}\n"
     "%${4:test} = OpLabel\n"
     "     OpBranchConditional %${5:condition} %${6:body} %${2:merge}\n"
     "%${6:body} = OpLabel\n"
     "$0\n"
     "     OpBranch %${3:continue}\n"
     "%${3:continue} = OpLabel\n"
     "     OpBranch %${1:header}\n"
     "%${2:merge} = OpLabel\n"},
    {"function", "a function without parameters", false,
     "%${1:function} = OpFunction %${2:void} None %${3:type}\n"
     "%${4:entry} = OpLabel\n"
     "$0\n"
     "     OpReturn\n"
     "     OpFunctionEnd\n"},
    {"compute shader", "a module with an empty compute shader", false,
     "     OpCapability Shader\n"
     "     OpMemoryModel Logical GLSL450\n"
     "     OpEntryPoint GLCompute %${1:main} \"${1:main}\"\n"
     "     OpExecutionMode %${1:main} LocalSize ${2:64} 1 1\n"
     "%void = OpTypeVoid\n"
     "%fn = OpTypeFunction %void\n"
     "%${1:main} = OpFunction %void None %fn\n"
     "%entry = OpLabel\n"
     "$0\n"
     "     OpReturn\n"
     "     OpFunctionEnd\n"},
};

}  // namespace

absl::Span<const Snippet> Snippets() { return kSnippets; }

}  // namespace plumb::lsp
