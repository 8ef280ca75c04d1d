// The place of run-time arrays in OpenGL: the last member of a storage block,
// which is a structure in storage class Uniform with decoration BufferBlock,
// or one in StorageBuffer with Block (ARB_gl_spirv, section A.spv.4, and
// ARB_spirv_extensions).
//
// opengl_resources.cc checks objects that are not blocks.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InOpenGl("opengl.runtimearray.last-member",
             "in OpenGL, a run-time array must be the last member of a storage "
             "block, but {0} holds {1}"),
    ReliesOn(kDecorateOps,
             InOpenGl("opengl.runtimearray.uniform-block",
                      "in OpenGL, a structure in storage class Uniform that "
                      "ends in a run-time array must be decorated with "
                      "BufferBlock, but {0} is decorated with Block")),
});

// Whether a type contains a run-time array that is not the last member of a
// structure.
bool IsMisplaced(const ModuleContext& context, Id type) {
  bool is_misplaced = false;
  const Id element = ForEachArrayDimension(
      context, type, [&is_misplaced](const TypeInfo& array) {
        is_misplaced |= array.Is(tt::kRuntimeArray);
      });
  return is_misplaced || NestsRuntimeArray(context, element);
}

void CheckVariable(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const Id variable = c.inst().result();
  const StorageClass storage =
      context.types().TypeOf(context.module(), variable).storage_class;
  if (storage != StorageClass::kUniformConstant &&
      storage != StorageClass::kUniform &&
      storage != StorageClass::kStorageBuffer) {
    return;
  }
  const Id held = ObjectTypeOf(context, variable);
  if (!HasRuntimeArray(context.types().Get(held))) return;
  const Id element = InnermostElement(context, held);
  if (storage == StorageClass::kUniformConstant || IsMisplaced(context, held)) {
    c.Report(R("opengl.runtimearray.last-member"), Place::kWhole,
             {variable, Arg::Type(held)})
        .Note("it is declared here", Place::At(c.module().def(held)));
  } else if (storage == StorageClass::kUniform &&
             context.decorations().Has(element, Decoration::kBlock)) {
    c.Report(R("opengl.runtimearray.uniform-block"), Place::kWhole, {element})
        .Note("it is declared here", Place::At(c.module().def(element)));
  }
}

constexpr Check kChecks[] = {{grammar::kOpsWith<OpTrait::kVariable>,
                              CheckVariable,
                              Requires(Api::kOpenGl, Op::kTypeRuntimeArray)}};

}  // namespace

extern constinit const Family kOpenglRuntimeArrays(R, kChecks);

}  // namespace plumb
