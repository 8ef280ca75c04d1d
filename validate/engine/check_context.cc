#include "validate/engine/check_context.h"

#include "validate/analysis/entry_point.h"
#include "validate/engine/call_path_notes.h"

namespace plumb {
OperandIndex CheckContext::OuterOperand(OperandIndex operand) const {
  if (!inst_.is_nested()) return operand;
  if (operand == Place::kWhole) {
    return grammar::operand::SpecConstantOp::kOpcode;
  }
  return inst_.OuterOperand(operand);
}

DiagnosticBuilder CheckContext::Report(const Rule& rule, OperandIndex operand,
                                       std::initializer_list<Arg> args) const {
  return context_.Report(rule, Place::At(index(), OuterOperand(operand)), args,
                         diagnostics_);
}

void CheckContext::ReportIfReached(const Rule& rule, ModelSet models,
                                   std::initializer_list<Arg> more) const {
  if (function_ == nullptr) return;
  const cfg::FunctionIndex f(function_->function());
  const Reach& reach = context_.reach();
  if (!reach.models(f).Intersects(models) || !context_.Applies(rule)) return;
  const EntryPaths& paths = reach.PathsFrom(models);
  const InstIndex at = paths.entry_point(f);
  if (at == kNoInst) return;
  const Arg model = Arg::Enumerant(grammar::Kind::kExecutionModel,
                                   EntryPoint(module(), at).model());
  const Arg* const second = more.begin();
  plumb::AddCallPathNotes(module(), paths, f,
                          Report(rule, Place::kWhole,
                                 {model, more.size() > 0 ? second[0] : Arg(),
                                  more.size() > 1 ? second[1] : Arg()}));
}

void CheckContext::AddCallPathNotes(ModelSet models,
                                    DiagnosticBuilder report) const {
  if (function_ == nullptr) return;
  plumb::AddCallPathNotes(context_, cfg::FunctionIndex(function_->function()),
                          models, report);
}

}  // namespace plumb
