// Imports and exports by the decoration LinkageAttributes (sections 2.13,
// 2.16.1 and 3.2.16).  A module without capability Linkage has none, and is
// searched only for functions without a body.
//
// Tested by testdata/rule_test.cc.
#include "absl/container/flat_hash_map.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/facts/linked.h"

namespace plumb {
namespace {

constexpr Op kDecorateOps[] = {Op::kDecorate, Op::kGroupDecorate};

constexpr RuleTable R({
    Also("linkage.attributes.applies-to linkage.attributes.untyped-variable "
         "linkage.weakamd.applies-to",
         Malformed({"linkage.attributes.target", "3.2.19",
                    "only a function or a variable outside functions can be "
                    "imported or exported, not {0}"})),
    Also("linkage.weakamd.unique-name",
         {"linkage.export.unique-name", "2.13",
          "{0} is exported under the same name"}),
    Also("linkage.linkonceodr.definition linkage.weakamd.definition",
         ReliesOn(kDecorateOps,
                  {"linkage.declaration.needs-import", "2.16.1",
                   "function {0} has no body, so it must be imported"})),
    Also("linkage.import.function-no-body",
         {"linkage.definition.not-import", "2.16.1",
          "function {0} is imported, so it must have no body"}),
    Also("linkage.import.variable-no-initializer "
         "linkage.variable.untyped-import-no-initializer",
         {"linkage.variable.import-no-initializer", "2.16.1",
          "variable {0} is imported, so it must have no initializer"}),
    {"linkage.entrypoint.not-decorated", "2.16.1",
     "entry point {0} must not be imported or exported"},
});

constexpr absl::string_view kDefinedHere = "it is defined here";
constexpr absl::string_view kImportedHere = "it is imported here";

bool HasInitializer(const Inst& variable) {
  return variable.operand_count() >
         (variable.op() == Op::kVariable
              ? operand::Variable::kInitializer
              : operand::UntypedVariableKHR::kInitializer);
}

bool IsModuleVariable(const Inst& inst) {
  // Untyped variables have the storage class at the same index.
  return Is(inst.op(), OpTrait::kVariable) &&
         StorageClass{inst.operand_word(operand::Variable::kStorageClass)} !=
             StorageClass::kFunction;
}

void CheckTarget(ModuleContext& context, const Linked& linked) {
  const InstIndex def = context.module().def(linked.target());
  if (def == kNoInst) return;
  const Inst inst = context.module().inst(def);
  // Assembler code is exported like a function.  Linkage on a type has no
  // effect, and the conformance suite treats it as valid.
  if (inst.op() == Op::kFunction || inst.op() == Op::kAsmINTEL ||
      Is(inst.op(), OpTrait::kTypeDeclaration)) {
    return;
  }
  if (!IsModuleVariable(inst)) {
    context
        .Report(R("linkage.attributes.target"), linked.target_place(),
                {linked.target()})
        .Note(kDefinedHere, Place::At(def));
  } else if (linked.imported() && HasInitializer(inst)) {
    context
        .Report(R("linkage.variable.import-no-initializer"), Place::At(def),
                {linked.target()})
        .Note(kImportedHere, linked.place());
  }
}

void CheckTargets(ModuleContext& context) {
  ForEachLinked(context, [&](const Linked& linked) {
    CheckTarget(context, linked);
    if (context.entry_points().Get(linked.target()).entry_points.empty())
      return;
    context.Report(R("linkage.entrypoint.not-decorated"), linked.place(),
                   {linked.target()});
  });
}

void CheckNames(ModuleContext& context) {
  absl::flat_hash_map<absl::string_view, Linked> exported;
  ForEachLinked(context, [&](const Linked& linked) {
    if (linked.imported()) return;
    const auto [entry, is_new] = exported.try_emplace(linked.name(), linked);
    const Linked& first = entry->second;
    if (is_new || first.target() == linked.target()) return;
    context
        .Report(R("linkage.export.unique-name"), linked.name_place(),
                {first.target()})
        .Note("that name is given here", first.name_place());
  });
}

// A function must have a body if and only if it is not imported.
void CheckBody(FunctionContext& fn) {
  if (fn.context().function_broken(fn.function())) return;
  const Decorations& decorations = fn.context().decorations();
  const bool has_body = fn.range().block_count > 0;
  if (has_body && !decorations.HasAny(Decoration::kLinkageAttributes)) return;
  InstIndex import = kNoInst;
  decorations.ForEachOf(fn.id(), kNoMember, [&](const Decorated& d) {
    if (d.kind == Decoration::kLinkageAttributes && import == kNoInst &&
        Linked(fn.module(), d).imported()) {
      import = d.statement;
    }
  });
  const Place place = Place::At(fn.range().first);
  if (!has_body && import == kNoInst) {
    fn.Report(R("linkage.declaration.needs-import"), place, {fn.id()});
  } else if (has_body && import != kNoInst) {
    fn.Report(R("linkage.definition.not-import"), place, {fn.id()})
        .Note(kImportedHere, Place::At(import));
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckTargets, Requires(Decoration::kLinkageAttributes)},
    {Phase::kSummaries, CheckNames, Requires(Decoration::kLinkageAttributes)}};

}  // namespace

extern constinit const Family kLinkage(R, kModuleChecks,
                                       kFunctionCheck<CheckBody>);

}  // namespace plumb
