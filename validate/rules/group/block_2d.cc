// Blocks of memory that a subgroup loads, stores or prefetches
// (SPV_INTEL_2d_block_io, SPV_INTEL_subgroup_buffer_prefetch).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

namespace load = grammar::operand::Subgroup2DBlockLoadINTEL;
namespace prefetch = grammar::operand::SubgroupBlockPrefetchINTEL;
namespace store = grammar::operand::Subgroup2DBlockStoreINTEL;

constexpr char kBlocks[] = "SPV_INTEL_2d_block_io";
constexpr char kPrefetch[] = "SPV_INTEL_subgroup_buffer_prefetch";

constexpr RuleTable R({
    {"group.2dblock.size-type", kBlocks,
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"group.2dblock.size-constant", kBlocks,
     "{1} must be a constant, but {0} is not"},
    {"group.2dblock.element-size", kBlocks,
     "operand Element Size must be 1, 2, 4 or 8, not {0}"},
    {"group.2dblock.block-width", kBlocks,
     "with Element Size {1}, operand Block Width must be a multiple of {2}, "
     "not {0}"},
    {"group.2dblock.base-pointer-class", kBlocks,
     "{1} must be a pointer into CrossWorkgroup, not {0}"},
    {"group.2dblock.invocation-pointer-class", kBlocks,
     "{1} must be a pointer into Function, not {0}"},
    {"group.2dblock.transform-pointee", kBlocks,
     "operand Dst Pointer must point to a 32-bit integer scalar, but {0} does "
     "not"},
    {"group.2dblock.memory-size-type", kBlocks,
     "{1} must be an integer scalar, not {0}"},
    {"group.2dblock.coordinate-type", kBlocks,
     "operand Coordinate must be a vector of two integers, not {0}"},
    {"group.blockprefetch.pointer-class", kPrefetch,
     "operand Ptr must be a pointer into CrossWorkgroup, not {0}"},
    {"group.blockprefetch.pointee", kPrefetch,
     "operand Ptr must point to an integer scalar, but {0} does not"},
    {"group.blockprefetch.numbytes-type", kPrefetch,
     "operand Num Bytes must be an unsigned 32-bit integer scalar, not {0}"},
    {"group.blockprefetch.numbytes-constant", kPrefetch,
     "operand Num Bytes must be a constant, but {0} is not"},
});

constexpr Op kOtherLoads[] = {Op::kSubgroup2DBlockLoadINTEL,
                              Op::kSubgroup2DBlockLoadTransposeINTEL};
constexpr auto kLoads =
    JoinOps(Op::kSubgroup2DBlockLoadTransformINTEL, kOtherLoads);
constexpr auto kSources =
    JoinOps(Op::kSubgroup2DBlockLoadTransformINTEL, kOtherLoads,
            Op::kSubgroup2DBlockPrefetchINTEL);
constexpr auto kOps =
    JoinOps(Op::kSubgroup2DBlockLoadTransformINTEL, kOtherLoads,
            Op::kSubgroup2DBlockPrefetchINTEL, Op::kSubgroup2DBlockStoreINTEL);

constexpr StorageClass kGlobal[] = {StorageClass::kCrossWorkgroup};
constexpr StorageClass kPrivate[] = {StorageClass::kFunction};
constexpr TypePattern kGlobalPointer = kAnyPointer.InStorageClass(kGlobal);
constexpr TypePattern kPrivatePointer = kAnyPointer.InStorageClass(kPrivate);

constexpr OperandRule kOperandRules[] = {
    {kOps, load::kElementSize, kInt32, &R("group.2dblock.size-type")},
    {kOps, load::kElementSize, kAnyType, &R("group.2dblock.size-constant"),
     DefinedBy::kConstant},
    {kOps, load::kBlockWidth, kInt32, &R("group.2dblock.size-type")},
    {kOps, load::kBlockWidth, kAnyType, &R("group.2dblock.size-constant"),
     DefinedBy::kConstant},
    {kOps, load::kBlockHeight, kInt32, &R("group.2dblock.size-type")},
    {kOps, load::kBlockHeight, kAnyType, &R("group.2dblock.size-constant"),
     DefinedBy::kConstant},
    {kOps, load::kBlockCount, kInt32, &R("group.2dblock.size-type")},
    {kOps, load::kBlockCount, kAnyType, &R("group.2dblock.size-constant"),
     DefinedBy::kConstant},
    {kSources, load::kSrcBasePointer, kGlobalPointer,
     &R("group.2dblock.base-pointer-class")},
    {Op::kSubgroup2DBlockStoreINTEL, store::kDstBasePointer, kGlobalPointer,
     &R("group.2dblock.base-pointer-class")},
    {kLoads, load::kDstPointer, kPrivatePointer,
     &R("group.2dblock.invocation-pointer-class")},
    {Op::kSubgroup2DBlockStoreINTEL, store::kSrcPointer, kPrivatePointer,
     &R("group.2dblock.invocation-pointer-class")},
    {Op::kSubgroup2DBlockLoadTransformINTEL,
     load::kDstPointer,
     {.shape = tt::kAnyPointer, .element = &kInt32},
     &R("group.2dblock.transform-pointee")},
    {kOps, "Memory Width", kIntScalar, &R("group.2dblock.memory-size-type")},
    {kOps, "Memory Height", kIntScalar, &R("group.2dblock.memory-size-type")},
    {kOps, "Memory Pitch", kIntScalar, &R("group.2dblock.memory-size-type")},
    {kOps, "Coordinate", Vector(tt::kInt, 0, 2),
     &R("group.2dblock.coordinate-type")},
    {Op::kSubgroupBlockPrefetchINTEL, prefetch::kPtr, kGlobalPointer,
     &R("group.blockprefetch.pointer-class")},
    {Op::kSubgroupBlockPrefetchINTEL,
     prefetch::kPtr,
     {.shape = tt::kAnyPointer, .element = &kIntScalar},
     &R("group.blockprefetch.pointee")},
    {Op::kSubgroupBlockPrefetchINTEL, prefetch::kNumBytes, Unsigned(kInt32),
     &R("group.blockprefetch.numbytes-type")},
    {Op::kSubgroupBlockPrefetchINTEL, prefetch::kNumBytes, kAnyType,
     &R("group.blockprefetch.numbytes-constant"), DefinedBy::kConstant},
};

void CheckSizes(const CheckContext& c) {
  const auto size = FixedValue(c, c.inst().id(load::kElementSize));
  if (!size) return;
  if (*size != 1 && *size != 2 && *size != 4 && *size != 8) {
    c.Report(R("group.2dblock.element-size"), load::kElementSize, {*size});
    return;
  }
  const auto width = FixedValue(c, c.inst().id(load::kBlockWidth));
  const uint32_t unit = *size < 4 ? 4 / *size : 1;
  if (!width || *width % unit == 0) return;
  c.Report(R("group.2dblock.block-width"), load::kBlockWidth,
           {*width, *size, unit});
}

static_assert(AllHave(kOps, load::kBlockWidth, load::kElementSize));
constexpr Check kChecks[] = {{kOps, CheckSizes}};

}  // namespace

extern constinit const Family kBlock2d(R, kChecks, kOperandRules);

}  // namespace plumb
