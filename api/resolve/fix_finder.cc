#include "api/resolve/fix_finder.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "grammar/operands.h"
#include "parse/text/operand_locator.h"

namespace plumb {
namespace {

constexpr size_t kMaxIndent = 200;  // a margin can be as long as the text

// The single declaration that an argument names, if it names one.
Fix DeclarationFix(const Arg& arg) {
  if (arg.kind == Arg::Kind::kEnumerant &&
      arg.operand_kind == Kind::kCapability) {
    return Declare(static_cast<grammar::Capability>(arg.number));
  }
  if (arg.kind == Arg::Kind::kText) {
    const Extension extension = grammar::ExtensionFromName(arg.text);
    return extension == Extension::kNone ? Fix{} : Declare(extension);
  }
  if (arg.kind != Arg::Kind::kRequirement) return {};
  const auto& requirement = grammar::RequirementAt(arg.requirement());
  const absl::Span<const Capability> capabilities =
      grammar::Capabilities(requirement);
  const absl::Span<const Extension> extensions =
      grammar::Extensions(requirement);
  const Arg::UnmetParts unmet = arg.unmet_parts();
  if (unmet.capability && !unmet.version && capabilities.size() == 1) {
    return Declare(capabilities[0]);
  }
  const bool is_extension = unmet.version && !unmet.capability &&
                            requirement.min_version == grammar::kNeverCore;
  return is_extension && extensions.size() == 1 ? Declare(extensions[0])
                                                : Fix{};
}

}  // namespace

std::optional<ResolvedFix> FixFinder::Find(const Diagnostic& diagnostic,
                                           absl::Span<const Note> notes) {
  const Fix& fix = diagnostic.rule->fix;
  if (module_.text().empty() || module_.size() == 0) return std::nullopt;
  switch (fix.kind) {
    case Fix::Kind::kNone:
    case Fix::Kind::kSpelling:
      return std::nullopt;
    case Fix::Kind::kCapability:
    case Fix::Kind::kExtension:
      return Declare(fix);
    case Fix::Kind::kArgument:
      return Declare(DeclarationFix(diagnostic.args[fix.number]));
    case Fix::Kind::kDecoration:
      return Decorate(Id(static_cast<uint32_t>(diagnostic.args[0].number)),
                      fix.number);
    case Fix::Kind::kMode:
      return AddMode(diagnostic.place.inst, fix.number);
    case Fix::Kind::kInterface:
      return AddToInterface(diagnostic, notes);
    case Fix::Kind::kFunctionEnd:
      return EndFunction(diagnostic.place.inst);
    case Fix::Kind::kMove:
      return MoveCapabilities(diagnostic.place.inst);
  }
  return std::nullopt;
}

std::optional<ResolvedFix> FixFinder::Declare(const Fix& declaration) {
  if (declaration.kind == Fix::Kind::kCapability) {
    const grammar::EnumerantInfo* const info =
        grammar::EnumerantByValue(Kind::kCapability, declaration.number);
    return InsertAfter(module_.capabilities(),
                       absl::StrCat("OpCapability ", grammar::Text(info->name)),
                       ExtensionOf(*info));
  }
  if (declaration.kind == Fix::Kind::kExtension) {
    const auto extension = static_cast<Extension>(declaration.number);
    return InsertAfter(
        module_.extensions().empty() ? module_.capabilities()
                                     : module_.extensions(),
        absl::StrCat("OpExtension \"", grammar::NameOf(extension), "\""));
  }
  return std::nullopt;
}

// The declaration of an extension without which a capability is not available;
// empty if there is none.
std::string FixFinder::ExtensionOf(const grammar::EnumerantInfo& capability) {
  const auto& requirement = grammar::RequirementAt(capability.requirement);
  const absl::Span<const Extension> extensions =
      grammar::Extensions(requirement);
  if (extensions.empty() ||
      module_.header().minor_version() >= requirement.min_version) {
    return "";
  }
  for (const InstIndex i : module_.extensions()) {
    const Inst inst = module_.inst(i);
    const Extension declared =
        grammar::ExtensionFromName(inst.string(inst.operand_count() - 1));
    if (absl::c_linear_search(extensions, declared)) return "";
  }
  return absl::StrCat("OpExtension \"", grammar::NameOf(extensions[0]), "\"");
}

// Only of structures: members of other types are decorated elsewhere.
std::optional<ResolvedFix> FixFinder::Decorate(Id target, uint32_t decoration) {
  const InstIndex def = module_.def(target);
  const grammar::EnumerantInfo* const info =
      grammar::EnumerantByValue(Kind::kDecoration, decoration);
  if (def == kNoInst || module_.record(def).op != Op::kTypeStruct) {
    return std::nullopt;
  }
  const std::string line = absl::StrCat("OpDecorate ", NameOf(target), " ",
                                        grammar::Text(info->name));
  // After the last instruction of this section, or of one before it.
  for (const absl::Span<const InstIndex> insts :
       {module_.decorations(), module_.names(), module_.execution_modes(),
        module_.entry_points(), module_.memory_models()}) {
    if (!insts.empty()) return InsertAfter(insts, line);
  }
  return std::nullopt;
}

std::optional<ResolvedFix> FixFinder::AddMode(InstIndex entry_point,
                                              uint32_t mode) {
  constexpr OperandIndex kFunction = grammar::operand::EntryPoint::kEntryPoint;
  const Id function = module_.inst(entry_point).id(kFunction);
  const grammar::EnumerantInfo* const info =
      grammar::EnumerantByValue(Kind::kExecutionMode, mode);
  if (module_.def(function) == kNoInst) return std::nullopt;
  return InsertAfter(module_.execution_modes().empty()
                         ? module_.entry_points()
                         : module_.execution_modes(),
                     absl::StrCat("OpExecutionMode ", NameOf(function), " ",
                                  grammar::Text(info->name)));
}

// The report is about one variable; its notes are at uses of all that are
// missing, or of the first ones.
std::optional<ResolvedFix> FixFinder::AddToInterface(
    const Diagnostic& diagnostic, absl::Span<const Note> notes) {
  std::vector<Id> variables;
  for (const Note& note : notes) {
    const Id id(static_cast<uint32_t>(note.args[0].number));
    if (note.args[0].kind == Arg::Kind::kId &&
        !absl::c_linear_search(variables, id)) {
      variables.push_back(id);
    }
  }
  std::string added;
  for (const Id id : variables) absl::StrAppend(&added, " ", NameOf(id));
  const InstIndex entry_point = diagnostic.place.inst;
  const auto last =
      static_cast<int32_t>(module_.inst(entry_point).operand_count()) - 1;
  const uint32_t end =
      TokenOfOperand(module_.text(), module_.origin(entry_point), last).end;
  ResolvedFix fix;
  fix.edits.push_back(Edit(end, end, std::move(added)));
  return fix;
}

std::optional<ResolvedFix> FixFinder::EndFunction(InstIndex function) {
  const FunctionRange* const range = module_.FunctionAround(function);
  if (range == nullptr) return std::nullopt;
  return InsertAfter({InstIndex(range->last.value - 1)}, "OpFunctionEnd");
}

std::optional<ResolvedFix> FixFinder::MoveCapabilities(InstIndex first) {
  const auto is_capability = [this](InstIndex i) {
    return i.value < module_.size() && module_.record(i).op == Op::kCapability;
  };
  InstIndex last = first;
  while (is_capability(last + 1)) ++last;
  if (!after_capabilities_.has_value()) {
    after_capabilities_ = InstIndex(0);
    while (is_capability(*after_capabilities_)) ++*after_capabilities_;
  }
  const std::optional<uint32_t> to = BeginOfLine(*after_capabilities_);
  const std::optional<uint32_t> begin = BeginOfLine(first);
  const std::optional<uint32_t> end = EndOfLine(last);
  if (!to.has_value() || !begin.has_value() || !end.has_value() ||
      *to >= *begin) {
    return std::nullopt;
  }
  ResolvedFix fix;
  std::string moved(module_.text().substr(*begin, *end - *begin));
  fix.edits.push_back(Edit(*to, *to, std::move(moved)));
  fix.edits.push_back(Edit(*begin, *end, ""));
  return fix;
}

absl::string_view FixFinder::NameOf(Id id) const {
  const InstIndex def = module_.def(id);
  const int32_t result = module_.inst(def).info().has_result_type ? 1 : 0;
  const TextRange range =
      TokenOfOperand(module_.text(), module_.origin(def), result);
  return module_.text().substr(range.begin, range.end - range.begin);
}

std::optional<uint32_t> FixFinder::EndOfLine(InstIndex inst) const {
  const absl::string_view text = module_.text();
  const auto last =
      static_cast<int32_t>(module_.inst(inst).operand_count()) - 1;
  const TextRange token = TokenOfOperand(text, module_.origin(inst), last);
  const size_t end = text.find('\n', token.end);
  const InstIndex next(inst.value + 1);
  const size_t limit =
      next.value < module_.size() ? module_.origin(next) : text.size();
  if (end == text.npos || end >= limit) return std::nullopt;
  return static_cast<uint32_t>(end + 1);
}

std::optional<uint32_t> FixFinder::BeginOfLine(InstIndex inst) {
  const uint32_t origin = module_.origin(inst);
  const size_t margin = lines_.At(origin).column - 1;
  if (margin > kMaxIndent) return std::nullopt;
  const auto begin = static_cast<uint32_t>(origin - margin);
  const absl::string_view before = module_.text().substr(begin, margin);
  if (!absl::StripLeadingAsciiWhitespace(before).empty()) return std::nullopt;
  return begin;
}

std::optional<ResolvedFix> FixFinder::InsertAfter(
    absl::Span<const InstIndex> insts, absl::string_view line,
    absl::string_view second) {
  if (insts.empty()) {
    const uint32_t first = module_.origin(InstIndex(0));
    const std::optional<uint32_t> begin = BeginOfLine(InstIndex(0));
    return InsertLines(begin.value_or(first), first, line, second);
  }
  const InstIndex last = insts.back();
  const std::optional<uint32_t> end = EndOfLine(last);
  if (!end.has_value()) return std::nullopt;
  return InsertLines(*end, module_.origin(last), line, second);
}

ResolvedFix FixFinder::InsertLines(uint32_t offset, uint32_t model,
                                   absl::string_view line,
                                   absl::string_view second) {
  const absl::string_view like = lines_.Line(lines_.At(model).line);
  // A longer margin is not repeated.
  size_t indent = std::min(like.find_first_not_of(" \t"), like.size());
  if (indent > kMaxIndent) indent = 0;
  const absl::string_view margin = like.substr(0, indent);
  ResolvedFix fix;
  fix.edits.push_back(
      Edit(offset, offset,
           absl::StrCat(margin, line, "\n", second.empty() ? "" : margin,
                        second, second.empty() ? "" : "\n")));
  return fix;
}

ResolvedEdit FixFinder::Edit(uint32_t begin, uint32_t end,
                             std::string replacement) {
  return {
      {lines_.At(begin), lines_.At(end)}, {begin, end}, std::move(replacement)};
}

}  // namespace plumb
