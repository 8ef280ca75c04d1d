// Every id must be defined exactly once (sections 2.5.1 and 2.16.1).
//
// The module records the instructions that redefine an id.  An undefined id
// matters only if it is used; most modules define every id below their bound,
// so a scan of the id table decides whether the uses must be walked.  An id is
// reported once, at its first use: a use that needs its definition takes
// precedence over names and decorations.  The result of an instruction that
// uses an undefined id is poisoned, as its type and value are meaningless.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/ssa/forward_reference.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Malformed({"ssa.id.defined-once", "2.16.1", "{0} is already defined"}),
    Also("debug.name.target-defined decoration.decorate.target-defined "
         "ext.nonsemantic.operands-are-ids "
         "decoration.groupdecorate.target-defined",
         WithFix({Fix::Kind::kSpelling},
                 WithEffect(Effect::kUndefined,
                            {"ssa.id.defined", "2.16.1",
                             "{0} is used, but not defined"}))),
});

// The operand with the result id of an instruction.
OperandIndex ResultOperand(const Inst& inst) {
  return inst.info().has_result_type ? 1 : 0;
}

// The first use of the only id that is used but not defined; of no
// instruction, if there is none, or there are several.
Place UseOfOnlyUndefinedId(const Module& module) {
  Id only;
  Place use = Place::WholeModule();
  for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
    bool several = false;
    module.ForEachIdUse(i, [&](OperandIndex operand, Id id) {
      if (module.def(id) != kNoInst || id == only) return;
      several |= only != kNoId;
      only = id;
      use = Place::At(i, operand);
    });
    if (several) return Place::WholeModule();
  }
  return use;
}

void CheckRedefinitions(ModuleContext& context) {
  const Module& module = context.module();
  bool any_error = false;
  const Place undefined = module.redefinitions().size() == 1
                              ? UseOfOnlyUndefinedId(module)
                              : Place::WholeModule();
  for (InstIndex i : module.redefinitions()) {
    const Inst inst = module.inst(i);
    const InstIndex first = module.def(inst.result());
    DiagnosticBuilder report =
        context.Report(R("ssa.id.defined-once"),
                       Place::At(i, ResultOperand(inst)), {inst.result()});
    report.Note("{0} is first defined here",
                Place::At(first, ResultOperand(module.inst(first))),
                {inst.result()});
    if (undefined.inst != kNoInst) {
      report.Note("{0} is used here, but not defined: was it meant?", undefined,
                  {module.inst(undefined.inst).id(undefined.operand)});
    }
    any_error |= report.is_error();
  }
  // Only now, so that a third definition is reported too.
  if (!any_error) return;
  for (InstIndex i : module.redefinitions()) {
    context.Poison(module.record(i).result);
  }
}

// Whether an instruction uses an undefined id.  Many modules have such ids
// without using them.
bool UsesUndefinedId(const Module& module) {
  bool found = false;
  for (InstIndex i(0); i < InstIndex(module.size()) && !found; ++i) {
    module.ForEachIdUse(
        i, [&](OperandIndex, Id id) { found |= module.def(id) == kNoInst; });
  }
  return found;
}

bool HasUndefinedId(const Module& module) {
  for (uint32_t id = 1; id < module.id_bound(); ++id) {
    if (module.def(Id(id)) == kNoInst) return UsesUndefinedId(module);
  }
  return false;
}

void CheckUsesDefined(ModuleContext& context, InstIndex i) {
  const Module& module = context.module();
  bool any_error = false;
  module.ForEachIdUse(i, [&](OperandIndex operand, Id id) {
    if (module.def(id) != kNoInst) return;
    if (!context.Report(R("ssa.id.defined"), Place::At(i, operand), {id})
             .is_error()) {
      return;
    }
    any_error = true;
    context.Poison(id);
  });
  if (any_error) context.Poison(module.record(i).result);
}

void CheckUndefined(ModuleContext& context) {
  const Module& module = context.module();
  if (!HasUndefinedId(module)) return;
  for (const bool names_and_decorations : {false, true}) {
    for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
      if (NamesOrDecorates(module.record(i).op) == names_and_decorations) {
        CheckUsesDefined(context, i);
      }
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kIds, CheckRedefinitions},
                                         {Phase::kIds, CheckUndefined}};

}  // namespace

extern constinit const Family kIds(R, kModuleChecks);

}  // namespace plumb
