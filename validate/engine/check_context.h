// The context of an instruction check: the instruction, and the function that
// contains it, if any.
#ifndef PLUMB_VALIDATE_ENGINE_CHECK_CONTEXT_H_
#define PLUMB_VALIDATE_ENGINE_CHECK_CONTEXT_H_

#include <initializer_list>

#include "absl/base/attributes.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "grammar/operands.h"
#include "validate/engine/function_context.h"
#include "validate/engine/module_context.h"

namespace plumb {

class CheckContext {
 public:
  // `function` is null for an instruction outside functions.
  CheckContext(ModuleContext& context, FunctionContext* function,
               DiagnosticList* diagnostics, InstIndex index)
      : context_(context),
        function_(function),
        diagnostics_(diagnostics),
        inst_(context.module(), index) {}

  // The context of the instruction wrapped by an OpSpecConstantOp
  // (Inst::Nested): the rules of the wrapped opcode apply to it, and report
  // operands at their places in the OpSpecConstantOp.
  CheckContext Nested() const {
    CheckContext nested = *this;
    nested.inst_ = inst_.Nested();
    return nested;
  }

  // Goes on to another instruction of the same function, or outside of all.
  void MoveTo(InstIndex index) { inst_ = module().inst(index); }

  // The context of another instruction of the same function, or outside of all:
  // one that continues this one (core/continuation.h).
  CheckContext At(InstIndex index) const {
    CheckContext other = *this;
    other.inst_ = module().inst(index);
    return other;
  }

  const Module& module() const { return inst_.module(); }
  const ModuleContext& context() const { return context_; }
  const Inst& inst() const { return inst_; }
  InstIndex index() const { return inst_.index(); }
  // The function that contains the instruction, or null.
  const FunctionContext* function() const { return function_; }

  // Reports a violation at an operand of this instruction (Place::kWhole: at
  // the instruction).
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder
  Report(const Rule& rule, OperandIndex operand,
         std::initializer_list<Arg> args = {}) const;
  // The type of the value of an <id> operand; kNoId if it has none.
  Id type_of(OperandIndex operand) const {
    return module().type_of(inst_.id(operand));
  }
  Id type_of(grammar::OptionalOperandIndex) const = delete;  // Inst::Find()
  // The row of that type; empty if it has none.
  const TypeInfo& operand_type(OperandIndex operand) const {
    return context_.types().Get(type_of(operand));
  }
  const TypeInfo& operand_type(grammar::OptionalOperandIndex) const = delete;
  const TypeInfo& result_type() const {
    return context_.types().Get(inst_.result_type());
  }

  // Reports the rule if an entry point with one of `models` reaches the
  // instruction.  The first argument is the execution model of that entry
  // point; up to two more follow.  Notes show the call path.
  void ReportIfReached(const Rule& rule, ModelSet models,
                       std::initializer_list<Arg> more = {}) const;
  // Adds the notes of such a report to another one (call_path_notes.h).
  void AddCallPathNotes(ModelSet models, DiagnosticBuilder report) const;

  // Poisons the instruction's result if an error has just been reported in the
  // instruction.  A warning poisons nothing, and neither does a rule that is
  // off.
  void PoisonResult() const {
    if (diagnostics_->last_error_inst() == index()) {
      context_.Poison(inst_.result());
    }
  }

 private:
  // A place that covers a nested instruction is the opcode operand.
  OperandIndex OuterOperand(OperandIndex operand) const;

  ModuleContext& context_;
  FunctionContext* function_;
  DiagnosticList* diagnostics_;
  Inst inst_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CHECK_CONTEXT_H_
