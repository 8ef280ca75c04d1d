// Lists of the instructions that access images, for rules about all
// instructions of a kind.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_IMAGE_OPS_H_
#define PLUMB_VALIDATE_FACTS_IMAGE_OPS_H_

#include "grammar/grammar.h"

namespace plumb::image_ops {

inline constexpr Op kDenseSamples[] = {
    Op::kImageSampleImplicitLod,         Op::kImageSampleExplicitLod,
    Op::kImageSampleDrefImplicitLod,     Op::kImageSampleDrefExplicitLod,
    Op::kImageSampleProjImplicitLod,     Op::kImageSampleProjExplicitLod,
    Op::kImageSampleProjDrefImplicitLod, Op::kImageSampleProjDrefExplicitLod,
};
inline constexpr Op kSparseSamples[] = {
    Op::kImageSparseSampleImplicitLod,
    Op::kImageSparseSampleExplicitLod,
    Op::kImageSparseSampleDrefImplicitLod,
    Op::kImageSparseSampleDrefExplicitLod,
};
inline constexpr Op kGathers[] = {Op::kImageGather, Op::kImageDrefGather,
                                  Op::kImageSparseGather,
                                  Op::kImageSparseDrefGather};
inline constexpr Op kFetches[] = {Op::kImageFetch, Op::kImageSparseFetch};
inline constexpr Op kReads[] = {Op::kImageRead, Op::kImageSparseRead};
inline constexpr Op kWrites[] = {Op::kImageWrite};

}  // namespace plumb::image_ops

#endif  // PLUMB_VALIDATE_FACTS_IMAGE_OPS_H_
