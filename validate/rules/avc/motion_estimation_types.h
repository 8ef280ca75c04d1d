// Type patterns of motion estimation
// (SPV_INTEL_device_side_avc_motion_estimation): opaque payloads, results and
// streams, and numbers.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_AVC_MOTION_ESTIMATION_TYPES_H_
#define PLUMB_VALIDATE_RULES_AVC_MOTION_ESTIMATION_TYPES_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/type_table.h"
#include "grammar/grammar.h"
#include "validate/engine/number_patterns.h"
#include "validate/engine/type_pattern.h"

namespace plumb::avc {

// All instructions of motion estimation, which are consecutive in the grammar.
inline constexpr auto kAllOps = [] {
  constexpr auto kFirst = static_cast<uint16_t>(
      grammar::Op::
          kSubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL);
  constexpr auto kLast =
      static_cast<uint16_t>(grammar::Op::kSubgroupAvcSicGetInterRawSadsINTEL);
  std::array<grammar::Op, kLast - kFirst + 1> ops{};
  for (uint16_t i = 0; i < ops.size(); ++i) {
    ops[i] = grammar::Op{static_cast<uint16_t>(kFirst + i)};
  }
  return ops;
}();

inline constexpr absl::string_view kSection =
    "SPV_INTEL_device_side_avc_motion_estimation";

inline constexpr grammar::Op kMcePayloadTypes[] = {
    grammar::Op::kTypeAvcMcePayloadINTEL};
inline constexpr grammar::Op kImePayloadTypes[] = {
    grammar::Op::kTypeAvcImePayloadINTEL};
inline constexpr grammar::Op kRefPayloadTypes[] = {
    grammar::Op::kTypeAvcRefPayloadINTEL};
inline constexpr grammar::Op kSicPayloadTypes[] = {
    grammar::Op::kTypeAvcSicPayloadINTEL};
inline constexpr grammar::Op kMceResultTypes[] = {
    grammar::Op::kTypeAvcMceResultINTEL};
inline constexpr grammar::Op kImeResultTypes[] = {
    grammar::Op::kTypeAvcImeResultINTEL};
inline constexpr grammar::Op kRefResultTypes[] = {
    grammar::Op::kTypeAvcRefResultINTEL};
inline constexpr grammar::Op kSicResultTypes[] = {
    grammar::Op::kTypeAvcSicResultINTEL};
inline constexpr grammar::Op kSingleStreamoutTypes[] = {
    grammar::Op::kTypeAvcImeResultSingleReferenceStreamoutINTEL};
inline constexpr grammar::Op kDualStreamoutTypes[] = {
    grammar::Op::kTypeAvcImeResultDualReferenceStreamoutINTEL};
inline constexpr grammar::Op kSingleStreaminTypes[] = {
    grammar::Op::kTypeAvcImeSingleReferenceStreaminINTEL};
inline constexpr grammar::Op kDualStreaminTypes[] = {
    grammar::Op::kTypeAvcImeDualReferenceStreaminINTEL};
inline constexpr grammar::Op kVmeImageTypes[] = {
    grammar::Op::kTypeVmeImageINTEL};

inline constexpr TypePattern kMcePayload = DeclaredBy(kMcePayloadTypes);
inline constexpr TypePattern kImePayload = DeclaredBy(kImePayloadTypes);
inline constexpr TypePattern kRefPayload = DeclaredBy(kRefPayloadTypes);
inline constexpr TypePattern kSicPayload = DeclaredBy(kSicPayloadTypes);
inline constexpr TypePattern kMceResult = DeclaredBy(kMceResultTypes);
inline constexpr TypePattern kImeResult = DeclaredBy(kImeResultTypes);
inline constexpr TypePattern kRefResult = DeclaredBy(kRefResultTypes);
inline constexpr TypePattern kSicResult = DeclaredBy(kSicResultTypes);
inline constexpr TypePattern kSingleStreamout =
    DeclaredBy(kSingleStreamoutTypes);
inline constexpr TypePattern kDualStreamout = DeclaredBy(kDualStreamoutTypes);
inline constexpr TypePattern kSingleStreamin = DeclaredBy(kSingleStreaminTypes);
inline constexpr TypePattern kDualStreamin = DeclaredBy(kDualStreaminTypes);
inline constexpr TypePattern kVmeImage = DeclaredBy(kVmeImageTypes);

inline constexpr TypePattern kUint8 = Unsigned(Scalar(type_trait::kInt, 8));
inline constexpr TypePattern kUint16 = Unsigned(Scalar(type_trait::kInt, 16));
inline constexpr TypePattern kUint32 = Unsigned(Scalar(type_trait::kInt, 32));
inline constexpr TypePattern kUint64 = Unsigned(Scalar(type_trait::kInt, 64));
inline constexpr TypePattern kInt8 = Scalar(type_trait::kInt, 8);
inline constexpr TypePattern kInt32 = Scalar(type_trait::kInt, 32);
inline constexpr TypePattern kInt64 = Scalar(type_trait::kInt, 64);
inline constexpr TypePattern kInt16Pair = Vector(type_trait::kInt, 16, 2);
inline constexpr TypePattern kUint16Pair = Unsigned(kInt16Pair);
inline constexpr TypePattern kUint32Pair =
    Unsigned(Vector(type_trait::kInt, 32, 2));

}  // namespace plumb::avc

#endif  // PLUMB_VALIDATE_RULES_AVC_MOTION_ESTIMATION_TYPES_H_
