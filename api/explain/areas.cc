// See areas.h.
#include "api/explain/areas.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr Area kAreas[] = {
    {"abort", "Abort messages",
     "a message is read by the host from the bytes that its type lays out"},
    {"arith", "Arithmetic",
     "the operation is chosen by the opcode and the result type alone: "
     "operands of another type have no defined conversion"},
    {"asm", "The assembly syntax",
     "a text that does not follow the grammar stands for no module"},
    {"atomic", "Atomic operations",
     "hardware is atomic for some widths, storage classes and scopes only"},
    {"avc", "Motion estimation",
     "payloads and results are opaque: only their own instructions know them"},
    {"barrier", "Barriers",
     "all invocations of a scope must agree on what they wait for"},
    {"binary", "The binary form",
     "a reader finds an instruction only by the word count of the one before"},
    {"bit", "Bit operations",
     "shifts and fields of bits are defined on integers of known width"},
    {"builtin", "Built-ins",
     "a built-in variable is tied to a stage of the pipeline, a direction and "
     "a type"},
    {"capability", "Capabilities",
     "a consumer looks at the declared capabilities alone to know whether it "
     "can take the module"},
    {"cfg", "Structured control flow",
     "consumers reconverge invocations by the constructs that merge "
     "instructions declare"},
    {"clock", "Shader clocks",
     "a clock is shared by a subgroup or by the device"},
    {"composite", "Composites",
     "a part is found by its index, and its type must be what is put there"},
    {"const", "Constants",
     "consumers fold constants before they see any function"},
    {"control", "Branches, phis and ends of functions",
     "edges between blocks are taken from these instructions alone"},
    {"convert", "Conversions",
     "each conversion is defined from one kind of number to another"},
    {"cooperative", "Cooperative matrices",
     "the matrix is spread over invocations in a way that only its type tells"},
    {"cooperativevector", "Cooperative vectors",
     "matrices in memory are read as the operands describe them"},
    {"debug", "Names, strings and source lines",
     "tools find names and lines by what precedes or is named by them"},
    {"debuginfo", "Debug information",
     "debuggers follow the references between these instructions"},
    {"decoration", "Decorations",
     "a decoration on what it was not made for means nothing"},
    {"derivative", "Derivatives",
     "a difference between neighbours needs invocations that have neighbours"},
    {"device", "Features and limits of a device",
     "a device takes what its features and limits allow"},
    {"dot", "Integer dot products",
     "the packing and the widths say which hardware instruction it is"},
    {"enqueue", "Device-side enqueue",
     "the kernel that is enqueued must take what it is given"},
    {"entry", "Entry points",
     "the client finds an entry point, and what it reads and writes, by its "
     "declaration"},
    {"enum", "Enumerants and masks",
     "a value without a meaning cannot be acted upon"},
    {"expect", "Expected values", "the hint must be about the value it is at"},
    {"ext", "Extensions and instruction sets",
     "a consumer that lacks an extension must be able to tell"},
    {"extinst", "Extended instructions",
     "the set defines the types that each instruction takes"},
    {"function", "Functions",
     "calls and definitions must agree on parameters and results"},
    {"graph", "Graphs",
     "a graph is data flow: each value is made once and used as its type says"},
    {"group", "Group and subgroup operations",
     "invocations take part in it together, within one scope"},
    {"heap", "Descriptor heaps",
     "descriptors are found by offsets into untyped memory"},
    {"hitobject", "Hit objects", "hit objects are opaque"},
    {"image", "Images",
     "coordinates, operands and results follow from the type of the image"},
    {"layout", "The order of a module",
     "a module is read in one pass: each section may rely on those before"},
    {"limit", "Universal limits",
     "every consumer can take a module within these limits"},
    {"linkage", "Linkage",
     "a linker joins imports and exports by name and type"},
    {"logical", "Comparisons and selections",
     "the result is Boolean per component, and the operands are of one kind"},
    {"longvector", "Long vectors",
     "the number of components may be known only later"},
    {"maskedgather", "Masked gathers and scatters",
     "there is one pointer, and one bit of the mask, for each component"},
    {"memory", "Memory",
     "types of pointers say what is read and written, and storage classes how"},
    {"mesh", "Mesh shading",
     "outputs are written per vertex and per primitive, within declared "
     "counts"},
    {"mode", "Execution modes", "a mode changes how one execution model runs"},
    {"nodepayload", "Work graphs",
     "payloads are passed between nodes as their declarations describe them"},
    {"opencl", "What OpenCL asks of modules",
     "kernels run on what the host passes to them, by the types that OpenCL "
     "knows"},
    {"opengl", "What OpenGL asks of modules",
     "OpenGL has fewer kinds of resources than Vulkan, and finds them by other "
     "numbers"},
    {"pipe", "Pipes", "packets have the size and alignment that the pipe has"},
    {"poison", "Poison and freeze",
     "a poisoned value may be anything until it is frozen"},
    {"predicated", "Predicated loads and stores",
     "memory is accessed only where the predicate says so"},
    {"primitive", "Geometry streams",
     "vertices go to a stream whose number is fixed"},
    {"rawaccess", "Raw access chains",
     "addresses are computed from strides and offsets in bytes"},
    {"rayquery", "Ray queries", "a query is opaque, and has a state"},
    {"raytracing", "Ray tracing",
     "shaders of a pipeline pass payloads and attributes to each other"},
    {"ssa", "Ids and dominance",
     "an id has one definition, which every use must come after"},
    {"tasksequence", "Task sequences",
     "tasks are started and awaited through one object"},
    {"tensor", "Tensors", "element type, rank and shape say what is accessed"},
    {"tensoraddressing", "Tensor layouts and views",
     "a layout or view has as many dimensions as its type says"},
    {"tile", "Tile memory", "an attachment is read at the fragment's place"},
    {"type", "Types",
     "everything else follows from types, so they must make sense first"},
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
