// The primitives that a geometry stage takes.
//
// Tested by testdata/rule_test.cc and testdata/pipeline_template_test.cc.
#ifndef PLUMB_VALIDATE_PIPELINE_GEOMETRY_INPUT_H_
#define PLUMB_VALIDATE_PIPELINE_GEOMETRY_INPUT_H_

#include "absl/types/span.h"
#include "core/pipeline/pipeline.h"
#include "grammar/grammar.h"

namespace plumb {

// A mode of the geometry stage, and the topologies that give such primitives;
// the first is the plainest.
struct GeometryInput {
  grammar::ExecutionMode mode;
  absl::Span<const Topology> topologies;
};

namespace geometry_input_internal {

inline constexpr Topology kPoints[] = {Topology::kPointList};
inline constexpr Topology kLines[] = {Topology::kLineList,
                                      Topology::kLineStrip};
inline constexpr Topology kAdjacentLines[] = {
    Topology::kLineListWithAdjacency, Topology::kLineStripWithAdjacency};
inline constexpr Topology kTriangles[] = {
    Topology::kTriangleList, Topology::kTriangleStrip, Topology::kTriangleFan};
inline constexpr Topology kAdjacentTriangles[] = {
    Topology::kTriangleListWithAdjacency,
    Topology::kTriangleStripWithAdjacency};

}  // namespace geometry_input_internal

inline constexpr GeometryInput kGeometryInputs[] = {
    {grammar::ExecutionMode::kInputPoints, geometry_input_internal::kPoints},
    {grammar::ExecutionMode::kInputLines, geometry_input_internal::kLines},
    {grammar::ExecutionMode::kInputLinesAdjacency,
     geometry_input_internal::kAdjacentLines},
    {grammar::ExecutionMode::kTriangles, geometry_input_internal::kTriangles},
    {grammar::ExecutionMode::kInputTrianglesAdjacency,
     geometry_input_internal::kAdjacentTriangles},
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_GEOMETRY_INPUT_H_
