// OpenGL's rules for atomic instructions (ARB_gl_spirv, section A.spv.4).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

using grammar::MemorySemantics;

constexpr RuleTable R({
    InOpenGl("opengl.atomic.width",
             "in OpenGL, an atomic instruction must access integers of 32 or "
             "64 bits, not {0}"),
    // GLSL exchanges the texels of floating-point images.
    ExpectedInOpenGl("opengl.atomic.integer",
                     "in OpenGL, an atomic instruction must access integers, "
                     "not {0}"),
    // Front ends write None, which has the same effect.
    {"opengl.atomic-counter.semantics", kOpenGl,
     "in OpenGL, the memory semantics of an access to an atomic counter must "
     "be AtomicCounterMemory only",
     "", Severity::kPedantic, kInOpenGl},
});

void CheckCounter(const CheckContext& c) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != Kind::kIdMemorySemantics) continue;
    const ScalarConstant semantics =
        c.context().constants().Scalar(c.inst().id(o));
    if (!semantics.fixed() ||
        semantics.value ==
            static_cast<int64_t>(MemorySemantics::kAtomicCounterMemory)) {
      continue;
    }
    c.Report(R("opengl.atomic-counter.semantics"), o)
        .Note("the semantics are declared here",
              Place::At(c.module().def(c.inst().id(o))));
    return;
  }
}

void CheckAtomic(const CheckContext& c) {
  const OperandIndex pointer = grammar::OperandByName(c.inst().op(), "Pointer");
  const TypeInfo& type = c.operand_type(pointer);
  if (type.unknown() || !type.Is(tt::kPointer)) return;
  if (type.storage_class == StorageClass::kAtomicCounter) CheckCounter(c);
  const TypeInfo& value = c.context().types().Get(type.element);
  if (value.unknown() || !value.Is(tt::kScalar)) return;
  if (value.Is(tt::kFloat)) {
    c.Report(R("opengl.atomic.integer"), pointer, {Arg::Type(type.element)});
  } else if (value.Is(tt::kInt) && value.width != 32 && value.width != 64) {
    c.Report(R("opengl.atomic.width"), pointer, {Arg::Type(type.element)});
  }
}

constexpr Check kChecks[] = {
    {grammar::kOpsWith<OpTrait::kAtomic>, CheckAtomic, Requires(Api::kOpenGl)}};

}  // namespace

extern constinit const Family kOpenglAtomics(R, kChecks);

}  // namespace plumb
