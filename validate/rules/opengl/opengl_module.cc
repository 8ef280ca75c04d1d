// The memory and addressing models and the extended instruction sets of
// modules for OpenGL (ARB_gl_spirv).
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InOpenGl("opengl.addressing-model.logical",
             "in OpenGL, the addressing model must be Logical, not {0}"),
    ExpectedInOpenGl(
        "opengl.memory-model.glsl450",
        "in OpenGL, the memory model must be GLSL450 or Vulkan, not {0}"),
    ExpectedInOpenGl("opengl.extended-instructions.set",
                     "in OpenGL, this extended instruction set is not allowed: "
                     "it is for OpenCL"),
});

void CheckModels(const CheckContext& c) {
  namespace model = operand::MemoryModel;
  const grammar::AddressingModel addressing{
      c.inst().operand_word(model::kAddressingModel)};
  if (addressing != grammar::AddressingModel::kLogical) {
    c.Report(R("opengl.addressing-model.logical"), model::kAddressingModel,
             {Arg::Enumerant(Kind::kAddressingModel, addressing)});
  }
  // The capability of memory model Vulkan decides whether it is allowed.
  const grammar::MemoryModel memory{c.inst().operand_word(model::kMemoryModel)};
  if (memory != grammar::MemoryModel::kGLSL450 &&
      memory != grammar::MemoryModel::kVulkan) {
    c.Report(R("opengl.memory-model.glsl450"), model::kMemoryModel,
             {Arg::Enumerant(Kind::kMemoryModel, memory)});
  }
}

// Other sets come with extensions, or have no effect.
constexpr ExtInstSet kSetsOfOpenCl[] = {ExtInstSet::kOpenClStd,
                                        ExtInstSet::kOpenClDebugInfo100};

void CheckImport(const CheckContext& c) {
  const ExtInstSet set = c.module().imported_set(c.index());
  if (!absl::c_linear_search(kSetsOfOpenCl, set)) return;
  c.Report(R("opengl.extended-instructions.set"),
           operand::ExtInstImport::kName);
}

constexpr Check kChecks[] = {
    {Op::kMemoryModel, CheckModels, Requires(Api::kOpenGl)},
    {Op::kExtInstImport, CheckImport, Requires(Api::kOpenGl)}};

}  // namespace

extern constinit const Family kOpenglModule(R, kChecks);

}  // namespace plumb
