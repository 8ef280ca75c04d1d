// OpAbortKHR, which ends an invocation with a message (SPV_KHR_abort).
//
// A module check, because logical matches of types are computed for all of
// them at once.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/logical_match.h"
#include "validate/facts/module_layouts.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_abort";

// The instructions that give a layout.
constexpr Op kLayoutOps[] = {Op::kDecorate, Op::kMemberDecorate};

constexpr RuleTable R({
    {"abort.message.type-concrete", kSection,
     "the message must consist of numbers and physical pointers, but {0} does "
     "not"},
    {"abort.message.type-match", kSection,
     "operand Message, of type {0}, must match Message Type, {1}, member by "
     "member"},
    // Implementations accept messages without a layout.
    ReliesOn(
        kLayoutOps,
        {.id = "abort.message.explicit-layout",
         .section = kSection,
         .text = "the message must have an explicit layout, but {0} does not",
         .severity = Severity::kWarning,
         .when = {.needs = Capability::kShader}}),
});

// Types that a message must not contain (section 2.2.2: concrete types),
// besides logical pointers.
constexpr TypeParts kNotConcrete = type_part::kVoid | type_part::kBool |
                                   type_part::kFunction | type_part::kOpaque;

void CheckAbort(const CheckContext& c, const LogicalClasses& classes,
                const ExplicitLayouts& layouts) {
  namespace abort = grammar::operand::AbortKHR;
  const Id type = c.inst().id(abort::kMessageType);
  const Id message = c.type_of(abort::kMessage);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return;
  if (info.Contains(kNotConcrete |
                    c.context().memory_model().logical_parts())) {
    ReportType(c, R("abort.message.type-concrete"), abort::kMessageType, type);
  } else if (!c.context().types().Get(message).unknown() &&
             !classes.Match(type, message)) {
    ReportTypes(c, R("abort.message.type-match"), abort::kMessage, message,
                type);
  } else if (!layouts.Has(type)) {
    ReportType(c, R("abort.message.explicit-layout"), abort::kMessageType,
               type);
  }
}

void CheckAborts(ModuleContext& context) {
  const LogicalClasses classes(context);
  const ExplicitLayouts& layouts = context.Fact<ModuleExplicitLayouts>();
  const Module& module = context.module();
  for (const FunctionRange& function : module.functions()) {
    for (InstIndex i = function.first; i < function.last; ++i) {
      if (module.record(i).op != Op::kAbortKHR) continue;
      CheckAbort(CheckContext(context, nullptr, context.diagnostics(), i),
                 classes, layouts);
    }
  }
}

}  // namespace

extern constinit const Family kAbort(
    R, kModuleCheck<Phase::kSummaries, CheckAborts, Capability::kAbortKHR>);

}  // namespace plumb
