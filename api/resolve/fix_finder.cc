#include "api/resolve/fix_finder.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

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

std::optional<ResolvedFix> FixFinder::Find(const Diagnostic& diagnostic) {
  const Fix& fix = diagnostic.rule->fix;
  if (module_.text().empty() || module_.size() == 0) return std::nullopt;
  return Declare(fix.kind == Fix::Kind::kArgument
                     ? DeclarationFix(diagnostic.args[fix.number])
                     : fix);
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

std::optional<ResolvedFix> FixFinder::InsertAfter(
    absl::Span<const InstIndex> insts, absl::string_view line,
    absl::string_view second) {
  const absl::string_view text = module_.text();
  if (insts.empty()) {
    const uint32_t first = module_.origin(InstIndex(0));
    return InsertLines(first, first, line, second);
  }
  const InstIndex last = insts.back();
  const uint32_t model = module_.origin(last);
  const size_t end = text.find('\n', model);
  const InstIndex next(last.value + 1);
  // The next instruction must be on another line.
  const size_t limit =
      next.value < module_.size() ? module_.origin(next) : text.size();
  if (end == text.npos || end >= limit) return std::nullopt;
  return InsertLines(static_cast<uint32_t>(end + 1), model, line, second);
}

ResolvedFix FixFinder::InsertLines(uint32_t offset, uint32_t model,
                                   absl::string_view line,
                                   absl::string_view second) {
  const absl::string_view like = lines_.Line(lines_.At(model).line);
  // A margin can be as long as the text; then the fix has none.
  constexpr size_t kMaxIndent = 200;
  size_t indent = std::min(like.find_first_not_of(" \t"), like.size());
  if (indent > kMaxIndent) indent = 0;
  const absl::string_view margin = like.substr(0, indent);
  LineAndColumn place = lines_.At(offset);
  const auto begin = static_cast<uint32_t>(offset - (place.column - 1));
  place.column = place.character = 1;
  return {{place, place},
          {begin, begin},
          absl::StrCat(margin, line, "\n", second.empty() ? "" : margin, second,
                       second.empty() ? "" : "\n")};
}

}  // namespace plumb
