// The instructions of SPV_QCOM_image_processing and SPV_QCOM_image_processing2,
// by what they do.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_PROCESSING_OPS_H_
#define PLUMB_VALIDATE_FACTS_PROCESSING_OPS_H_

#include "grammar/grammar.h"

namespace plumb {

inline constexpr grammar::Op kWeightedSamples[] = {
    grammar::Op::kImageSampleWeightedQCOM};
inline constexpr grammar::Op kBoxFilters[] = {grammar::Op::kImageBoxFilterQCOM};
inline constexpr grammar::Op kMatches[] = {
    grammar::Op::kImageBlockMatchSSDQCOM, grammar::Op::kImageBlockMatchSADQCOM};
// Those that have a separate sampler.
inline constexpr grammar::Op kWindowMatches[] = {
    grammar::Op::kImageBlockMatchWindowSSDQCOM,
    grammar::Op::kImageBlockMatchWindowSADQCOM};
inline constexpr grammar::Op kGatherMatches[] = {
    grammar::Op::kImageBlockMatchGatherSSDQCOM,
    grammar::Op::kImageBlockMatchGatherSADQCOM};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_PROCESSING_OPS_H_
