#include "validate/engine/check_context.h"

#include "validate/analysis/entry_point.h"

namespace plumb {
namespace {

constexpr absl::string_view kEntryPointHere =
    "entry point {0} is declared here";

}  // namespace

OperandIndex CheckContext::OuterOperand(OperandIndex operand) const {
  if (!inst_.is_nested()) return operand;
  if (operand == Place::kWhole)
    return grammar::operand::SpecConstantOp::kOpcode;
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
  if (!context_.reach().models(f).Intersects(models)) return;
  const InstIndex at = context_.reach().EntryPointOf(f, models);
  if (at == kNoInst) return;
  const EntryPoint entry_point(module(), at);
  // The entry point's id goes into the note alone: whether it is poisoned is
  // for its own function to know.
  const Arg model = Arg::Enumerant(grammar::Kind::kExecutionModel,
                                   static_cast<uint32_t>(entry_point.model()));
  const Arg* const second = more.begin();
  Report(rule, Place::kWhole,
         {model, more.size() > 0 ? second[0] : Arg(),
          more.size() > 1 ? second[1] : Arg()})
      .Note(kEntryPointHere, Place::At(at), {entry_point.id()});
}

}  // namespace plumb
