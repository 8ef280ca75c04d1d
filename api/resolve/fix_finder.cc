#include "api/resolve/fix_finder.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

// The last word of a message if it follows `words`, else "".
absl::string_view LastWordAfter(absl::string_view words,
                                absl::string_view message) {
  const size_t at = message.rfind(words);
  if (at == message.npos) return "";
  const absl::string_view rest = message.substr(at + words.size());
  return rest.find(' ') == rest.npos ? rest : "";
}

}  // namespace

std::optional<ResolvedFix> FixFinder::Missing(absl::string_view message) {
  if (module_.text().empty() || module_.size() == 0) return std::nullopt;
  const absl::string_view capability =
      LastWordAfter("requires capability ", message);
  if (grammar::EnumerantByName(Kind::kCapability, capability) != nullptr) {
    return InsertAfter(module_.capabilities(),
                       absl::StrCat("OpCapability ", capability));
  }
  const absl::string_view extension =
      LastWordAfter("requires extension ", message);
  if (grammar::ExtensionFromName(extension) != Extension::kNone) {
    return InsertAfter(module_.extensions().empty() ? module_.capabilities()
                                                    : module_.extensions(),
                       absl::StrCat("OpExtension \"", extension, "\""));
  }
  return std::nullopt;
}

std::optional<ResolvedFix> FixFinder::InsertAfter(
    absl::Span<const InstIndex> insts, absl::string_view line) {
  const absl::string_view text = module_.text();
  if (insts.empty()) {
    const uint32_t first = module_.origin(InstIndex(0));
    return InsertLine(first, first, line);
  }
  const InstIndex last = insts.back();
  const uint32_t model = module_.origin(last);
  const size_t end = text.find('\n', model);
  const InstIndex next(last.value + 1);
  // The next instruction must be on another line.
  const size_t limit =
      next.value < module_.size() ? module_.origin(next) : text.size();
  if (end == text.npos || end >= limit) return std::nullopt;
  return InsertLine(static_cast<uint32_t>(end + 1), model, line);
}

ResolvedFix FixFinder::InsertLine(uint32_t offset, uint32_t model,
                                  absl::string_view line) {
  const absl::string_view like = lines_.Line(lines_.At(model).line);
  // A margin can be as long as the text; then the fix has none.
  constexpr size_t kMaxIndent = 200;
  size_t indent = std::min(like.find_first_not_of(" \t"), like.size());
  if (indent > kMaxIndent) indent = 0;
  LineAndColumn place = lines_.At(offset);
  const auto begin = static_cast<uint32_t>(offset - (place.column - 1));
  place.column = 1;
  return {{place, place},
          {begin, begin},
          absl::StrCat(like.substr(0, indent), line, "\n")};
}

}  // namespace plumb
