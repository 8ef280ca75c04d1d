// The result of sparse image instructions: a structure of a residency code and
// a texel (section 3.3.10), and OpImageSparseTexelsResident.  sampling.cc
// checks depth comparisons.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"

namespace plumb {
namespace {

namespace read = grammar::operand::ImageRead;
namespace resident = grammar::operand::ImageSparseTexelsResident;

constexpr char kRequiresSampledType[] =
    "the components of the texel, {0}, must have the sampled type of the "
    "image, {1}";

constexpr RuleTable R({
    {"image.sparse.result-struct", "3.3.10",
     "the result type must be a structure of a residency code and a texel, not "
     "{0}"},
    {"image.sparse.result-two-members", "3.3.10",
     "the result type must have two members, a residency code and a texel, but "
     "{0} has {1}"},
    {"image.sparse.residency-member-int-scalar", "3.3.10",
     "the first member of the result type, the residency code, must be an "
     "integer scalar, not {0}"},
    {"image.sparse.texel-numeric-vector", "3.3.10",
     "the second member of the result type, the texel, must be a vector of "
     "numbers, not {0}"},
    {"image.sparse.texel-four-components", "3.3.10",
     "the second member of the result type, the texel, must have four "
     "components, but {0} does not"},
    {"image.sparse.texel-sampled-type", "3.3.10", kRequiresSampledType},
    {"image.imagesparseread.texel-numeric", "3.3.10",
     "the second member of the result type, the texel, must be a scalar or "
     "vector of numbers, not {0}"},
    {"image.imagesparseread.texel-sampled-type", "3.3.10",
     kRequiresSampledType},
    {"image.imagesparsetexelsresident.result-bool", "3.3.10",
     "the result type must be a Boolean scalar, not {0}"},
    {"image.imagesparsetexelsresident.code-int-scalar", "3.3.10",
     "{1} must be an integer scalar, not {0}"},
});

constexpr Op kSparseOps[] = {
    Op::kImageSparseSampleImplicitLod,
    Op::kImageSparseSampleExplicitLod,
    Op::kImageSparseSampleDrefImplicitLod,
    Op::kImageSparseSampleDrefExplicitLod,
    Op::kImageSparseFetch,
    Op::kImageSparseGather,
    Op::kImageSparseDrefGather,
    Op::kImageSparseRead,
};

constexpr Signature kSignatures[] = {
    {.ops = Op::kImageSparseTexelsResident,
     .result = kBoolScalar,
     .result_rule = &R("image.imagesparsetexelsresident.result-bool")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kImageSparseTexelsResident, resident::kResidentCode, kIntScalar,
     &R("image.imagesparsetexelsresident.code-int-scalar")},
};

// --- Texels ---

// The texel type of some instructions.
struct TexelRow {
  TypePattern shape;
  const Rule* shape_rule;
  const Rule* sampled_type_rule;
};

constexpr TexelRow kVector = {Vector(tt::kNumeric),
                              &R("image.sparse.texel-numeric-vector"),
                              &R("image.sparse.texel-sampled-type")};
constexpr TexelRow kAny = {ScalarOrVector(tt::kNumeric),
                           &R("image.imagesparseread.texel-numeric"),
                           &R("image.imagesparseread.texel-sampled-type")};

void Report(const CheckContext& c, const Rule& rule, Id type,
            uint32_t members = 0) {
  const InstIndex declared = c.module().def(c.inst().result_type());
  c.Report(rule, read::kResultType, {Arg::Type(type), members})
      .Note("the result type is declared here", Place::At(declared));
  c.PoisonResult();
}

// Checks that the result is a structure of a residency code and another
// member.
bool CheckStructure(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  if (info.unknown()) return false;
  if (!info.Is(tt::kStruct)) {
    Report(c, R("image.sparse.result-struct"), result);
    return false;
  }
  if (info.count != 2) {
    Report(c, R("image.sparse.result-two-members"), result, info.count);
    return false;
  }
  const Id code = c.context().types().MemberOf(c.module(), result, 0);
  if (Fits(c.context(), kIntScalar, code)) return true;
  Report(c, R("image.sparse.residency-member-int-scalar"), code);
  return false;
}

// Whether the texel is a depth comparison (sampling.cc).
bool IsDepthSample(Op op) {
  return op == Op::kImageSparseSampleDrefImplicitLod ||
         op == Op::kImageSparseSampleDrefExplicitLod;
}

void CheckSparse(const CheckContext& c) {
  if (!CheckStructure(c) || IsDepthSample(c.inst().op())) return;
  const TexelRow& row = c.inst().op() == Op::kImageSparseRead ? kAny : kVector;
  const Id texel = TexelTypeOf(c);
  if (!Fits(c.context(), row.shape, texel)) {
    Report(c, *row.shape_rule, texel);
    return;
  }
  if (&row == &kVector && CountOf(c, texel).value_or(4) != 4) {
    Report(c, R("image.sparse.texel-four-components"), texel);
    return;
  }
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  CheckTexelComponents(c, *row.sampled_type_rule, *image);
}

constexpr Check kChecks[] = {{kSparseOps, CheckSparse}};

}  // namespace

extern constinit const Family kSparseImages(R, kChecks, kSignatures,
                                            kOperandRules);

}  // namespace plumb
