// Debug information across a module: the function of each
// DebugFunctionDefinition, the functions of entry points, continued texts, and
// members that their types list.
//
// Only modules that import such a set are walked.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>
#include <vector>

#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"

namespace plumb {
namespace {

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";

constexpr RuleTable R({
    {"debuginfo.functiondefinition.entry-block", kSection,
     "a DebugFunctionDefinition must be in the first block of its function"},
    {"debuginfo.functiondefinition.single", kSection,
     "a function must have at most one DebugFunctionDefinition"},
    {"debuginfo.functiondefinition.function-unique", kSection,
     "{0} must have only one DebugFunctionDefinition in the module"},
    {"debuginfo.debugentrypoint.has-definition", kSection,
     "{0}, the function of an entry point, must have a "
     "DebugFunctionDefinition"},
    {"debuginfo.debugentrypoint.is-entry-point", kSection,
     "{1}, the function that {0} describes, must be the function of an entry "
     "point"},
    {"debuginfo.debugsourcecontinued.predecessor", kSection,
     "a DebugSourceContinued must follow a DebugSource or another "
     "DebugSourceContinued"},
    {"debuginfo.debugsourcecontinued.same-set", kSection,
     "the preceding instruction must be of the same import, not of {0}"},
    {"debuginfo.debugsourcecontinued.predecessor-text", kSection,
     "the preceding DebugSource must have a text to continue"},
    // Implementations do not check that a member is in its parent's list.
    {"debuginfo.typemember.parent-lists-member", "OpenCL.DebugInfo.100 4.3",
     "{0} should list this member, which names it as its parent", "",
     Severity::kWarning},
});

constexpr auto kFirst = operand::ExtInst::kOperands;

// --- Definitions of functions ---

class FunctionDefinitions {
 public:
  explicit FunctionDefinitions(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    for (uint32_t f = 0; f < module_.functions().size(); ++f) CheckFunction(f);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const std::optional<DebugInst> debug = DebugInst::Get(module_, i);
      if (debug && debug->dialect() == DebugDialect::kShader &&
          debug->Is(AnyOf(Debug::kDebugEntryPoint))) {
        CheckEntryPoint(debug->inst());
      }
    }
  }

 private:
  void CheckFunction(uint32_t function) {
    const FunctionRange& range = module_.functions()[function];
    InstIndex first = kNoInst;
    uint32_t blocks = 0;
    for (InstIndex i = range.first; i < range.last; ++i) {
      const Op op = module_.record(i).op;
      if (op == Op::kLabel) ++blocks;
      if (!IsDebugInst(module_, i, AnyOf(Debug::kDebugFunctionDefinition))) {
        continue;
      }
      if (first != kNoInst) {
        context_.Report(R("debuginfo.functiondefinition.single"), Place::At(i))
            .Note("the first one is here", Place::At(first));
        continue;
      }
      first = i;
      if (blocks > 1 && !context_.function_broken(function)) {
        context_.Report(R("debuginfo.functiondefinition.entry-block"),
                        Place::At(i));
      }
      Define(module_.inst(i), module_.record(range.first).result);
    }
  }

  void Define(const Inst& definition, Id function) {
    const auto first = definition.Find(kFirst);
    if (!first) return;
    const Id described = definition.id(*first);
    if (!IsDebugFunction(described)) return;
    if (definitions_.empty()) definitions_.resize(module_.id_bound());
    Definition& entry = definitions_[described.value];
    if (entry.at != kNoInst) {
      context_
          .Report(R("debuginfo.functiondefinition.function-unique"),
                  Place::At(definition.index(), kFirst), {described})
          .Note("the first one is here", Place::At(entry.at));
      return;
    }
    entry = {definition.index(), function};
  }

  void CheckEntryPoint(const Inst& inst) {
    const auto first = inst.Find(kFirst);
    if (!first) return;
    const Id described = inst.id(*first);
    if (!IsDebugFunction(described)) return;  // reported by another rule
    const Place place = Place::At(inst.index(), kFirst);
    if (definitions_.empty() || definitions_[described.value].at == kNoInst) {
      context_.Report(R("debuginfo.debugentrypoint.has-definition"), place,
                      {described});
      return;
    }
    const Definition& definition = definitions_[described.value];
    if (context_.entry_points().Get(definition.function).entry_points.empty()) {
      context_
          .Report(R("debuginfo.debugentrypoint.is-entry-point"), place,
                  {described, definition.function})
          .Note("it is defined here", Place::At(definition.at));
    }
  }

  bool IsDebugFunction(Id id) const {
    const InstIndex def = module_.def(id);
    return def != kNoInst &&
           IsDebugInst(module_, def, AnyOf(Debug::kDebugFunction));
  }

  // The first DebugFunctionDefinition of a DebugFunction.
  struct Definition {
    InstIndex at = kNoInst;
    Id function;  // the function that contains it
  };

  ModuleContext& context_;
  const Module& module_;
  std::vector<Definition> definitions_;  // by DebugFunction; may be empty
};

void CheckDefinitions(ModuleContext& context) {
  FunctionDefinitions(context).Check();
}

// --- Continued texts ---

void CheckContinued(const CheckContext& c) {
  constexpr OperandIndex kSet = operand::ExtInst::kSet;
  constexpr DebugSet kSources =
      AnyOf(Debug::kDebugSource, Debug::kDebugSourceContinued);
  InstIndex before = kNoInst;
  std::optional<DebugInst> source;
  if (c.index() > InstIndex(0)) {
    before = InstIndex(c.index().value - 1);
    source = DebugInst::Get(c.module(), before);
  }
  if (!source || source->dialect() != DebugDialect::kShader ||
      !source->Is(kSources)) {
    c.Report(R("debuginfo.debugsourcecontinued.predecessor"), Place::kWhole);
  } else if (const Id set = source->inst().id(kSet); set != c.inst().id(kSet)) {
    c.Report(R("debuginfo.debugsourcecontinued.same-set"), kSet, {set});
  } else if (source->Is(AnyOf(Debug::kDebugSource)) &&
             source->inst().operand_count() <= kFirst + 1) {
    c.Report(R("debuginfo.debugsourcecontinued.predecessor-text"),
             Place::kWhole)
        .Note("it is here", Place::At(before));
  }
}

constexpr auto kContinued = kDebugNumbersOf<Debug::kDebugSourceContinued>;
constexpr Check kChecks[] = {
    {{ExtInstSet::kNonSemanticShaderDebugInfo, kContinued}, CheckContinued},
    {{ExtInstSet::kNonSemanticShaderDebugInfo100, kContinued}, CheckContinued}};

// --- Members ---

// Checks that each member is among those of the type that it names as its
// parent, all at once: linear in the members.
void CheckMembers(ModuleContext& context) {
  const Module& module = context.module();
  constexpr DebugRole kParent = DebugRole::kParentComposite;
  const auto parent_of = [](const DebugInst& member) {
    const OperandIndex at = member.Find(kParent);
    return at == kNoOperand ? kNoId : member.inst().id(at);
  };
  std::vector<uint8_t> is_listed(module.id_bound());
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const std::optional<DebugInst> type = DebugInst::Get(module, i);
    if (!type || !type->Is(AnyOf(Debug::kDebugTypeComposite))) continue;
    const OperandIndex first = type->Find(DebugRole::kMembers);
    for (OperandIndex o = first; o < type->inst().operand_count(); ++o) {
      const std::optional<DebugInst> member = NamedBy(module, *type, o);
      if (member && parent_of(*member) == type->inst().result()) {
        is_listed[member->inst().result().value] = 1;
      }
    }
  }
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const std::optional<DebugInst> member = DebugInst::Get(module, i);
    if (!member || !member->Is(AnyOf(Debug::kDebugTypeMember)) ||
        is_listed[member->inst().result().value] != 0) {
      continue;
    }
    const Id parent = parent_of(*member);
    const std::optional<DebugInst> type = DebugInst::Get(module, parent);
    // A placeholder for an unknown type has no list.
    if (!type || !type->Is(AnyOf(Debug::kDebugTypeComposite))) continue;
    context.Report(R("debuginfo.typemember.parent-lists-member"),
                   Place::At(i, member->Find(kParent)), {parent});
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckDefinitions, Requires(kShaderDebugSets)},
    {Phase::kSummaries, CheckMembers, Requires(kOtherDebugSets)}};

}  // namespace

extern constinit const Family kDebugFunctions(R, kModuleChecks, kChecks);

}  // namespace plumb
