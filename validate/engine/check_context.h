// What an instruction check sees: the instruction, and the function it stands
// in, if any.
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

  // The context of the instruction that an OpSpecConstantOp computes with, as
  // if it stood by itself (Inst::Nested): the rules of that opcode judge it,
  // and blame operands where they stand.
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
  // The function the instruction stands in, or null.
  const FunctionContext* function() const { return function_; }

  // Reports a violation at an operand of this instruction (Place::kWhole: at
  // the instruction).
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder
  Report(const Rule& rule, OperandIndex operand,
         std::initializer_list<Arg> args = {}) const;
  // The type of an <id> operand's value; kNoId if it has none.
  Id type_of(OperandIndex operand) const {
    return module().type_of(inst_.id(operand));
  }
  Id type_of(grammar::OptionalOperandIndex) const = delete;  // Inst::Find()
  // The row of that type; without traits if there is none.
  const TypeInfo& operand_type(OperandIndex operand) const {
    return context_.types().Get(type_of(operand));
  }
  const TypeInfo& operand_type(grammar::OptionalOperandIndex) const = delete;
  const TypeInfo& result_type() const {
    return context_.types().Get(inst_.result_type());
  }

  // Reports at the instruction, if an entry point with one of `models` reaches
  // it.  Its first argument is that entry point's execution model; up to two
  // more follow.  Notes say how it is reached.
  void ReportIfReached(const Rule& rule, ModelSet models,
                       std::initializer_list<Arg> more = {}) const;
  // Adds the notes of such a report to another one (reach_notes.h).
  void NoteReach(ModelSet models, DiagnosticBuilder report) const;

  // Poisons the instruction's result if an error has just been reported in the
  // instruction.  A warning poisons nothing, and neither does a rule that is
  // off.
  void PoisonResult() const {
    if (diagnostics_->last_error_inst() == index()) {
      context_.Poison(inst_.result());
    }
  }

 private:
  // All of a nested instruction is the opcode that says what it is.
  OperandIndex OuterOperand(OperandIndex operand) const;

  ModuleContext& context_;
  FunctionContext* function_;
  DiagnosticList* diagnostics_;
  Inst inst_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CHECK_CONTEXT_H_
