// See rule_subject.h.
#include "api/explain/rule_subject.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/report/report_writer.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

// "binding" of "decoration.binding.target".
absl::string_view SecondPart(absl::string_view id) {
  id.remove_prefix(id.find('.') + 1);
  return id.substr(0, id.find('.'));
}

absl::string_view InstructionNamed(absl::string_view lower_case) {
  for (const grammar::Name& name : grammar::OpNames()) {
    if (absl::EqualsIgnoreCase(absl::StripPrefix(Text(name), "Op"),
                               lower_case)) {
      return Text(name);
    }
  }
  return "";
}

absl::string_view EnumerantNamed(absl::string_view lower_case) {
  for (int kind = 0; kind < grammar::kKindCount; ++kind) {
    for (const grammar::EnumerantInfo& info :
         grammar::Enumerants(static_cast<grammar::Kind>(kind))) {
      if (absl::EqualsIgnoreCase(Text(info.name), lower_case)) {
        return Text(info.name);
      }
    }
  }
  return "";
}

}  // namespace

absl::string_view SubjectOf(const Rule& rule) {
  const absl::string_view name = SecondPart(rule.id);
  if (absl::StartsWith(rule.section, "3.3")) return InstructionNamed(name);
  if (absl::StartsWith(rule.section, "3.2")) return EnumerantNamed(name);
  return "";
}

std::string PlaceText(const Rule& rule) {
  const absl::string_view subject = SubjectOf(rule);
  return absl::StrCat(SectionText(rule), subject.empty() ? "" : ", at ",
                      subject);
}

}  // namespace plumb
