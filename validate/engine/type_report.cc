#include "validate/engine/type_report.h"

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {
namespace {

constexpr absl::string_view kTypeHere = "the type is declared here";
constexpr absl::string_view kAlike = "the other operands are like this one";

Arg Name(const CheckContext& c, OperandIndex operand) {
  return Arg::Operand(c.inst(), operand);
}

}  // namespace

DiagnosticBuilder ReportType(const CheckContext& c, const Rule& rule,
                             OperandIndex operand, Id type) {
  DiagnosticBuilder report =
      c.Report(rule, operand, {Arg::Type(type), Name(c, operand)});
  const InstIndex declared = c.module().def(type);
  if (declared != kNoInst) report.Note(kTypeHere, Place::At(declared));
  return report;
}

DiagnosticBuilder ReportTypes(const CheckContext& c, const Rule& rule,
                              OperandIndex operand, Id type, Id expected,
                              std::optional<OperandIndex> at) {
  DiagnosticBuilder report =
      c.Report(rule, at.value_or(operand),
               {Arg::Type(type), Arg::Type(expected), Name(c, operand)});
  if (at.value_or(operand) != operand) {
    report.Note(kAlike, Place::At(c.index(), operand));
  }
  const InstIndex declared = c.module().def(expected);
  if (declared != kNoInst) report.Note(kTypeHere, Place::At(declared));
  const TypeInfo& info = c.context().types().Get(type);
  const bool is_object = c.inst().kind(operand) == grammar::Kind::kIdRef;
  if (is_object && info.Is(type_trait::kPointer) && info.element == expected) {
    NoteMissingLoad(c, operand, &report);
  }
  return report;
}

void NoteMissingLoad(const CheckContext& c, OperandIndex operand,
                     DiagnosticBuilder* report) {
  report->Note("{0} is a pointer: is OpLoad missing?",
               Place::At(c.index(), operand), {c.inst().id(operand)});
}

}  // namespace plumb
