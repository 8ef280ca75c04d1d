// Functions and calls against their function types (sections 2.16.1 and
// 3.3.9): parameters, arguments and results; and Function Control.
//
// Types are compared by <id>: non-aggregate types must not be declared twice,
// and aggregate types that are declared twice are different types.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Malformed({"function.function.type-is-function-type", "3.3.9",
               "{0} must be a function type"}),
    {"function.function.result-type", "3.3.9",
     "the function has result type {0}, but "
     "its function type returns {1}"},
    {"function.function.parameter-count", "3.3.9",
     "the function has {0} parameter{0s}, but its function type has {1}"},
    {"function.control.optnone-not-inline", "SPV_EXT_optnone",
     "OptNoneEXT and Inline are mutually exclusive"},
    {"function.functionparameter.type", "3.3.9",
     "the parameter has type {0}, but the function type declares {1}"},
    {"function.functioncall.result-type", "3.3.9",
     "the call has result type {0}, but function {2} returns {1}"},
    Also("function.call.argument-number",
         {"function.functioncall.argument-count", "3.3.9",
          "the call has {0} argument{0s}, but function {2} has {1} "
          "parameter{1s}"}),
    Also("function.call.argument-types",
         {"function.functioncall.argument-type", "3.3.9",
          "the argument has type {0}, but the parameter has type {1}"}),
});

constexpr absl::string_view kTypeHere = "the function type is declared here";
constexpr absl::string_view kCalleeHere = "the function is defined here";

constexpr OperandIndex kFunctionType = operand::Function::kFunctionType;
constexpr OperandIndex kCallee = operand::FunctionCall::kFunction;
constexpr auto kFirstArgument = operand::FunctionCall::kArguments;

// An OpTypeFunction.
class FunctionType {
 public:
  FunctionType(const Module& module, InstIndex at) : inst_(module, at) {}

  InstIndex at() const { return inst_.index(); }
  Id result_type() const {
    return inst_.id(operand::TypeFunction::kReturnType);
  }
  uint32_t parameter_count() const {
    return inst_.operand_count() - operand::TypeFunction::kParameterTypes.value;
  }
  Id parameter(uint32_t n) const { return inst_.id(parameter_operand(n)); }
  OperandIndex parameter_operand(uint32_t n) const {
    return operand::TypeFunction::kParameterTypes + n;
  }

 private:
  Inst inst_;
};

// Compares the parameters after the OpFunction with those of its type.
void CheckParameters(FunctionContext& fn, const FunctionType& type) {
  const Module& module = fn.module();
  const FunctionRange& range = fn.range();
  uint32_t count = 0;
  for (InstIndex i = range.first + 1; i != range.last; ++i) {
    const Op op = module.record(i).op;
    const Placement p = PlacementOf(op);
    // Extended instructions are debug information here.
    if (p == Placement::kLine || p == Placement::kExtInst) continue;
    if (p != Placement::kParameter) break;
    const Id parameter_type = module.inst(i).result_type();
    const uint32_t n = count++;
    if (n < type.parameter_count() && type.parameter(n) != parameter_type) {
      fn.Report(R("function.functionparameter.type"),
                Place::At(i, operand::FunctionParameter::kResultType),
                {Arg::Type(parameter_type), Arg::Type(type.parameter(n))})
          .Note(kTypeHere, Place::At(type.at(), type.parameter_operand(n)));
    }
  }
  if (count != type.parameter_count()) {
    fn.Report(R("function.function.parameter-count"),
              Place::At(range.first, kFunctionType),
              {count, type.parameter_count()})
        .Note(kTypeHere, Place::At(type.at()));
  }
}

void CheckFunction(FunctionContext& fn) {
  const Module& module = fn.module();
  const InstIndex first = fn.range().first;
  const Id type_id = module.inst(first).id(kFunctionType);
  const InstIndex at = module.def(type_id);
  if (at == kNoInst) return;
  if (module.record(at).op != Op::kTypeFunction) {
    fn.Report(R("function.function.type-is-function-type"),
              Place::At(first, kFunctionType), {type_id})
        .Note("it is defined here", Place::At(at));
    return;
  }
  const FunctionType type(module, at);
  const Id result_type = module.inst(first).result_type();
  if (result_type != type.result_type()) {
    fn.Report(R("function.function.result-type"),
              Place::At(first, operand::Function::kResultType),
              {Arg::Type(result_type), Arg::Type(type.result_type())})
        .Note(kTypeHere, Place::At(at, operand::TypeFunction::kReturnType));
  }
  // In a broken layout, parameters may be in the wrong place.
  if (!fn.context().function_broken(fn.function())) CheckParameters(fn, type);
}

// Whether a call may pass one for the other before legalization, which makes
// pointers equal that are still different.
bool MayBecomeEqual(const Module& module, Id a, Id b) {
  const InstIndex def_a = module.def(a);
  const InstIndex def_b = module.def(b);
  return def_a != kNoInst && def_b != kNoInst &&
         module.record(def_a).op == Op::kTypePointer &&
         module.record(def_b).op == Op::kTypePointer;
}

void CheckArguments(const CheckContext& c, const FunctionType& type) {
  const Module& module = c.module();
  const Id callee = c.inst().id(kCallee);
  const InstIndex function = module.def(callee);
  const uint32_t count = c.inst().operand_count() - kFirstArgument.value;
  if (count != type.parameter_count()) {
    c.Report(R("function.functioncall.argument-count"), Place::kWhole,
             {count, type.parameter_count(), callee})
        .Note(kCalleeHere, Place::At(function));
  }
  const bool lenient = c.context().options().before_hlsl_legalization;
  for (uint32_t n = 0; n < std::min(count, type.parameter_count()); ++n) {
    const OperandIndex argument = kFirstArgument + n;
    const Id argument_type = c.type_of(argument);
    if (argument_type == kNoId || argument_type == type.parameter(n) ||
        (lenient && MayBecomeEqual(module, argument_type, type.parameter(n)))) {
      continue;
    }
    c.Report(R("function.functioncall.argument-type"), argument,
             {Arg::Type(argument_type), Arg::Type(type.parameter(n))})
        .Note(kTypeHere, Place::At(type.at(), type.parameter_operand(n)));
  }
}

void CheckCall(const CheckContext& c) {
  const Module& module = c.module();
  const Id callee = c.inst().id(kCallee);
  const InstIndex function = module.def(callee);
  if (function == kNoInst) return;
  if (module.record(function).op != Op::kFunction) return;
  const InstIndex at = module.def(module.inst(function).id(kFunctionType));
  if (at == kNoInst || module.record(at).op != Op::kTypeFunction) return;
  const FunctionType type(module, at);
  const Id result_type = c.inst().result_type();
  if (result_type != type.result_type()) {
    c.Report(R("function.functioncall.result-type"),
             operand::FunctionCall::kResultType,
             {Arg::Type(result_type), Arg::Type(type.result_type()), callee})
        .Note(kCalleeHere, Place::At(function));
  }
  CheckArguments(c, type);
}

void CheckControl(const CheckContext& c) {
  using grammar::FunctionControl;
  constexpr uint32_t kBoth =
      static_cast<uint32_t>(FunctionControl::kOptNoneEXT) |
      static_cast<uint32_t>(FunctionControl::kInline);
  constexpr OperandIndex kControl = operand::Function::kFunctionControl;
  if ((c.inst().operand_word(kControl) & kBoth) == kBoth) {
    c.Report(R("function.control.optnone-not-inline"), kControl);
  }
}
constexpr Check kChecks[] = {{Op::kFunctionCall, CheckCall},
                             {Op::kFunction, CheckControl}};

}  // namespace

extern constinit const Family kSignatures(R, kFunctionCheck<CheckFunction>,
                                          kChecks);

}  // namespace plumb
