// See areas.h.
#include "api/explain/areas.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr Area kAreas[] = {
    {"abort", "Abort messages",
     "the host reads a message from bytes that the message's type lays out"},
    {"arith", "Arithmetic",
     "an operation is selected by its opcode and result type: operands of "
     "other types have no defined conversion"},
    {"asm", "The assembly syntax",
     "a text that violates the grammar does not describe a module"},
    {"atomic", "Atomic operations",
     "hardware supports atomics only for some widths, storage classes and "
     "scopes"},
    {"avc", "Motion estimation",
     "payloads and results are opaque: only their own instructions can use "
     "them"},
    {"barrier", "Barriers",
     "all invocations of a scope must agree on what they wait for"},
    {"binary", "The binary form",
     "a reader finds an instruction only by the word counts of those before "
     "it"},
    {"bit", "Bit operations",
     "shifts and bit fields are defined on integers of known width"},
    {"builtin", "Built-ins",
     "a built-in variable is tied to a shader stage, a direction and a type"},
    {"capability", "Capabilities",
     "a consumer reads only the declared capabilities to decide whether it "
     "supports the module"},
    {"cfg", "Structured control flow",
     "consumers reconverge invocations by the constructs that merge "
     "instructions declare"},
    {"clock", "Shader clocks",
     "a clock is shared by a subgroup or by the device"},
    {"composite", "Composites",
     "an index selects a part, and the operand or result must have the type of "
     "that part"},
    {"const", "Constants",
     "consumers fold constants before they read functions"},
    {"control", "Branches, phis and ends of functions",
     "the edges of the control-flow graph come from these instructions only"},
    {"convert", "Conversions",
     "each conversion is defined from one kind of number to another"},
    {"cooperative", "Cooperative matrices",
     "only the type describes how a matrix is distributed over invocations"},
    {"cooperativevector", "Cooperative vectors",
     "the operands describe the layout of matrices in memory"},
    {"debug", "Names, strings and source lines",
     "tools associate names and source lines with instructions by these "
     "references"},
    {"debuginfo", "Debug information",
     "debuggers follow the references between these instructions"},
    {"decoration", "Decorations",
     "a decoration has no meaning on a target that it is not defined for"},
    {"derivative", "Derivatives",
     "a derivative is a difference between neighboring invocations, so there "
     "must be neighbors"},
    {"device", "Features and limits of a device",
     "a device supports only what its features and limits allow"},
    {"dot", "Integer dot products",
     "packing and widths select the hardware instruction"},
    {"enqueue", "Device-side enqueue",
     "the arguments of an enqueued kernel must match its parameters"},
    {"entry", "Entry points",
     "the client finds an entry point and its interface by these declarations"},
    {"enum", "Enumerants and masks",
     "a value without a meaning cannot be acted on"},
    {"expect", "Expected values",
     "the hint must have the type of the value that it describes"},
    {"ext", "Extensions and instruction sets",
     "a consumer must be able to detect an extension that it does not support"},
    {"extinst", "Extended instructions",
     "the set defines the types that each instruction accepts"},
    {"function", "Functions",
     "calls and definitions must agree on parameters and results"},
    {"graph", "Graphs",
     "a graph is a data flow: each value is produced once and used with its "
     "type"},
    {"group", "Group and subgroup operations",
     "all invocations of a scope take part in the operation together"},
    {"heap", "Descriptor heaps",
     "descriptors are located by offsets into untyped memory"},
    {"hitobject", "Hit objects", "hit objects are opaque"},
    {"image", "Images",
     "coordinates, operands and results follow from the type of the image"},
    {"layout", "The order of a module",
     "a module is read in one pass: each section can rely on those before it"},
    {"limit", "Universal limits",
     "every consumer supports modules within these limits"},
    {"linkage", "Linkage",
     "a linker matches imports and exports by name and type"},
    {"logical", "Comparisons and selections",
     "the result is Boolean per component, and the operands have the same "
     "type"},
    {"longvector", "Long vectors",
     "the number of components may be known only at specialization"},
    {"maskedgather", "Masked gathers and scatters",
     "there is one pointer, and one bit of the mask, for each component"},
    {"memory", "Memory",
     "pointer types determine what is accessed, and storage classes how"},
    {"mesh", "Mesh shading",
     "outputs are written per vertex and per primitive, up to the declared "
     "counts"},
    {"mode", "Execution modes", "a mode changes how one execution model runs"},
    {"nodepayload", "Work graphs",
     "nodes exchange payloads as their declarations describe them"},
    {"opencl", "OpenCL requirements",
     "the host passes arguments to kernels by the types that OpenCL defines"},
    {"opengl", "OpenGL requirements",
     "OpenGL has fewer kinds of resources than Vulkan, and binds them "
     "differently"},
    {"pipe", "Pipes", "packets must have the size and alignment of their pipe"},
    {"pipeline", "Pipelines",
     "the stages of a pipeline, and the state of the client, are linked only "
     "by "
     "numbers, types and decorations"},
    {"poison", "Poison and freeze",
     "a poisoned value can be anything until it is frozen"},
    {"predicated", "Predicated loads and stores",
     "memory is accessed only if the predicate is true"},
    {"primitive", "Geometry streams",
     "vertices go to a stream whose number is constant"},
    {"rawaccess", "Raw access chains",
     "addresses are computed from strides and byte offsets"},
    {"rayquery", "Ray queries", "a ray query is opaque and has state"},
    {"raytracing", "Ray tracing",
     "the shaders of a pipeline pass payloads and attributes to each other"},
    {"ssa", "Ids and dominance",
     "an id has exactly one definition, which must precede and dominate its "
     "uses"},
    {"tasksequence", "Task sequences",
     "tasks are started and awaited through one object"},
    {"tensor", "Tensors",
     "element type, rank and shape determine what is accessed"},
    {"tensoraddressing", "Tensor layouts and views",
     "a layout or view has as many dimensions as its type declares"},
    {"tile", "Tile memory",
     "an attachment is read at the location of the fragment"},
    {"type", "Types",
     "all other rules depend on types, so types must be valid first"},
};

}  // namespace

absl::Span<const Area> Areas() { return kAreas; }

const Area* FindArea(absl::string_view name) {
  const Area* found = std::lower_bound(
      std::begin(kAreas), std::end(kAreas), name,
      [](const Area& a, absl::string_view n) { return a.name < n; });
  return found != std::end(kAreas) && found->name == name ? found : nullptr;
}

}  // namespace plumb
