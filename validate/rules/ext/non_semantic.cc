// Results of non-semantic instructions (section 3.3.4): only other
// non-semantic instructions may use them, because any tool may remove these
// instructions.
//
// Names and decorations may use them too, as they are removed with the
// instruction.  Modules that do not import such a set are skipped.
//
// Tested by testdata/rule_test.cc.
#include "validate/facts/non_semantic.h"

#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Malformed({"ext.nonsemantic.result-consumers", "3.3.4",
               "{0} is the result of a non-semantic instruction, so only "
               "non-semantic instructions can use it"}),
});

bool ImportsNonSemanticSet(const ModuleContext& context) {
  if (!HasNonSemanticSets(context.features())) return false;
  const Module& module = context.module();
  for (InstIndex import : module.ext_inst_imports()) {
    if (IsNonSemanticImport(module, module.record(import).result)) return true;
  }
  return false;
}

bool IsNonSemantic(const Module& module, InstIndex i) {
  return IsExtInst(module.record(i).op) &&
         IsNonSemanticImport(module, module.inst(i).id(operand::ExtInst::kSet));
}

// Outside functions every operand must be a type, a constant or a variable.
void CheckFunction(FunctionContext& fn) {
  if (!ImportsNonSemanticSet(fn.context())) return;
  const Module& module = fn.module();
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    if (IsNonSemantic(module, i)) continue;
    module.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
      const InstIndex def = module.def(id);
      if (def == kNoInst || !IsNonSemantic(module, def)) return;
      fn.Report(R("ext.nonsemantic.result-consumers"), Place::At(i, operand),
                {id})
          .Note("it is defined here", Place::At(def));
    });
  }
}

}  // namespace

extern constinit const Family kNonSemantic(R, kFunctionCheck<CheckFunction>);

}  // namespace plumb
