// The facts of each image type as one row (section 3.3.6, OpTypeImage).
//
// Cost: linear in the types, and 4 bytes a type; a question is O(1).
//
// Tested by images_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_IMAGES_H_
#define PLUMB_VALIDATE_ANALYSIS_IMAGES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"
#include "grammar/grammar.h"

namespace plumb {

// The access qualifier of an image type without one.
inline constexpr grammar::AccessQualifier kNoAccessQualifier{0xffffffff};

// Operand values as in the instruction, valid or not.
struct ImageType {
  Id type;  // the OpTypeImage
  Id sampled_type;
  grammar::Dim dim;
  uint32_t depth;  // 0: no depth image, 1: a depth image, 2: not said
  uint32_t arrayed;
  uint32_t multisampled;
  uint32_t sampled;  // 0: known at run time, 1: with a sampler, 2: without
  grammar::ImageFormat format;
  grammar::AccessQualifier access;
};

class Images {
 public:
  // Both must outlive this.  Keeps its memory.
  void Build(const Module& module, const TypeTable& types);

  // The row of an image type or of the image type of a sampled image; null for
  // other ids and for rejected types.
  const ImageType* Find(Id type) const;

  // All image types, in module order.
  absl::Span<const ImageType> types() const { return rows_; }

 private:
  const TypeTable* types_ = nullptr;
  std::vector<ImageType> rows_;
  std::vector<uint32_t> numbers_;  // in rows_, by row of the type
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_IMAGES_H_
