// See ext_inst_palette.h.
#include "testdata/ext_inst_palette.h"

#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "grammar/op_traits.h"

namespace plumb {
namespace {

constexpr absl::string_view kEnv = "; env: ";
constexpr char kUse[] = "; use\n";

// The environment in the first lines.
std::optional<TargetEnv> EnvOf(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, kEnv)) return ParseTargetEnv(line);
  }
  return kDefaultTargetEnv;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Palette>> Palette::Read(
    const std::string& path, absl::string_view import) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  if (!in) return absl::NotFoundError(path);
  std::string text = absl::StrReplaceAll(buffer.str(), {{"$set", import}});
  const std::optional<TargetEnv> env = EnvOf(text);
  if (!env) return absl::InvalidArgumentError(path);
  SessionOptions options;
  options.env = *env;
  options.format = InputFormat::kText;
  std::unique_ptr<Palette> palette(new Palette(std::move(options)));
  palette->env_ = *env;
  if (absl::Status s = palette->Load(std::move(text), import); !s.ok()) {
    return absl::Status(s.code(), absl::StrCat(path, ": ", s.message()));
  }
  return palette;
}

absl::Status Palette::Load(std::string text, absl::string_view import) {
  text_ = std::move(text);
  const absl::StatusOr<Verdict> verdict = session_.Run(text_);
  if (!verdict.ok()) return verdict.status();
  if (*verdict != Verdict::kValid) {
    std::string all = "not valid";
    for (const ResolvedDiagnostic& d : session_.Report("").diagnostics) {
      absl::StrAppend(&all, "\n", d.place.text ? d.place.text->begin.line : 0,
                      ": ", d.message);
    }
    return absl::InvalidArgumentError(all);
  }
  set_ = grammar::ExtInstSetFromName(import);
  for (const InstIndex i : module().ext_inst_imports()) {
    const Id id = module().record(i).result;
    if (module().imported_set(module().def(id)) == set_) import_ = id;
  }
  if (import_ == kNoId) return absl::InvalidArgumentError("no such import");
  FindSlots();
  if (slots_.empty()) return absl::InvalidArgumentError("no place to use");
  NameIds();
  return absl::OkStatus();
}

void Palette::FindSlots() {
  InstIndex i(0);
  for (size_t at = text_.find(kUse); at != std::string::npos;
       at = text_.find(kUse, at + 1)) {
    while (i.value < module().size() && module().origin(i) < at) ++i;
    if (i.value == module().size()) {
      slots_.push_back({i, static_cast<uint32_t>(module().words().size())});
    } else {
      slots_.push_back({i, module().record(i).first_word});
    }
  }
}

void Palette::NameIds() {
  names_.resize(module().id_bound());
  for (InstIndex i(0); i.value < module().size(); ++i) {
    const InstRecord& record = module().record(i);
    if (record.result == kNoId) continue;
    ids_.push_back(record.result);
    if (Is(record.op, OpTrait::kTypeDeclaration)) {
      types_.push_back(record.result);
    }
    const absl::string_view line =
        absl::string_view(text_).substr(module().origin(i));
    names_[record.result.value] = std::string(line.substr(0, line.find(' ')));
  }
}

}  // namespace plumb
