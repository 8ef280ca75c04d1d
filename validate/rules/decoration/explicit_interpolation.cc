// Inputs that a shader interpolates itself: only InterpolateAtVertexAMD may
// read them (SPV_AMD_shader_explicit_vertex_parameter).
//
// Members are not checked, because it is not always known which one is read.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "grammar/ext_inst_enums.h"
#include "validate/analysis/uses.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/decoration_rows.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Producers let source code name the instruction, whose operands are then
    // values.
    {"decoration.explicitinterpamd.access",
     "SPV_AMD_shader_explicit_vertex_parameter",
     "{0} is decorated with ExplicitInterpAMD, so it should be read only by "
     "InterpolateAtVertexAMD",
     "", Severity::kWarning},
});

enum class Access : uint8_t { kNone, kRead, kPart };

Access AccessOf(const Module& module, const Use& use) {
  const Inst inst = module.inst(use.inst);
  switch (inst.op()) {
    case Op::kLoad:
    case Op::kCopyMemory:
    case Op::kCopyMemorySized:
      return Access::kRead;
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
      return use.operand == operand::AccessChain::kBase ? Access::kPart
                                                        : Access::kNone;
    case Op::kCopyObject:
      return Access::kPart;
    case Op::kExtInst:
      // Instructions of other sets only describe their operands, or take
      // values.
      return inst.ext_inst_set() == grammar::ExtInstSet::kGlslStd450
                 ? Access::kRead
                 : Access::kNone;
    default:
      return Access::kNone;
  }
}

// Reports the first read of a variable or of a part of it.
void CheckVariable(ModuleContext& context, const Decorated& d) {
  std::vector<Id> pointers = {d.target};
  for (size_t i = 0; i < pointers.size(); ++i) {
    for (const Use& use : context.uses().Get(pointers[i])) {
      const Access access = AccessOf(context.module(), use);
      if (access == Access::kRead) {
        context
            .Report(R("decoration.explicitinterpamd.access"),
                    Place::At(use.inst, use.operand), {d.target})
            .Note("the decoration is here", PlaceOf(d));
        return;
      }
      // An access chain comes after the definition of its base.
      const Id part = context.module().record(use.inst).result;
      if (access == Access::kPart &&
          use.inst > context.module().def(pointers[i])) {
        pointers.push_back(part);
      }
    }
  }
}

void CheckAccesses(ModuleContext& context) {
  context.Provide(fact::kUses);
  context.decorations().ForEach(
      Decoration::kExplicitInterpAMD, [&](const Decorated& d) {
        const TypeInfo& pointer =
            context.types().TypeOf(context.module(), d.target);
        if (d.member == kNoMember && !IsRepeatedDecoration(context, d) &&
            pointer.storage_class == StorageClass::kInput) {
          CheckVariable(context, d);
        }
      });
}

}  // namespace

extern constinit const Family kExplicitInterpolation(
    R, kModuleCheck<Phase::kSummaries, CheckAccesses,
                    Decoration::kExplicitInterpAMD>);

}  // namespace plumb
