#include "cli/lsp/document.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/fix_check.h"
#include "api/resolve/type_text.h"
#include "cli/drawing/flow_chart.h"
#include "core/constant.h"
#include "core/specialization.h"
#include "parse/disassembly/number_text.h"

namespace plumb::lsp {
namespace {

using grammar::Op;

// The name of a text in reports, which clients do not see.
constexpr absl::string_view kReportName = "text";
// More of them tell nothing new, and cost time at each key.
constexpr size_t kMaxShown = 1000;

const Specialization& NoSpecialization() {
  static const Specialization& none = *new Specialization;
  return none;
}

}  // namespace

// --- Analysis ---

void Analysis::Validate() {
  if (is_validated_) return;
  // Errors that do not concern the module need options that are not set here.
  // If it is cancelled, the next one asks again.
  const absl::StatusOr<Verdict> verdict = session_->Run(text_);
  is_malformed_ = !verdict.ok() || *verdict == Verdict::kMalformed;
  is_validated_ = true;
}

const Session* Analysis::ReadSession() {
  Validate();
  return is_malformed_ ? nullptr : session_;
}

const TextIndex& Analysis::index() {
  if (index_ == nullptr) index_ = std::make_unique<TextIndex>(text_);
  return *index_;
}

const Module& Analysis::module() {
  Validate();
  return session_->module();
}

const InputReport& Analysis::report() {
  if (!report_.has_value()) {
    Validate();
    report_ = MakeReport(kReportName, session_->module(),
                         session_->diagnostics(), session_->env(), kMaxShown);
    // A text that is not begun is no mistake.
    if (session_->module().size() == 0 && index().tokens().empty()) {
      report_->diagnostics.clear();
    }
  }
  return *report_;
}

const InputReport& Analysis::report_with_fixes() {
  if (!report_with_fixes_.has_value()) {
    report_with_fixes_ = report();
    RemoveWrongFixes(session_->options(), text_, &*report_with_fixes_);
  }
  return *report_with_fixes_;
}

drawing::Drawing Analysis::Draw(absl::string_view title,
                                std::optional<uint32_t> function) {
  return drawing::DrawModule(module(), session_->diagnostics(), title,
                             function);
}

InstIndex Analysis::InstOf(const Statement& statement) {
  const uint32_t begin = index().BeginOf(statement);
  const InstIndex inst = module().InstAtOrigin(begin);
  return inst != kNoInst && module().origin(inst) == begin ? inst : kNoInst;
}

const Statement* Analysis::StatementOf(InstIndex inst) {
  if (inst == kNoInst) return nullptr;
  const uint32_t statement = index().StatementAt(module().origin(inst));
  return statement == kNone ? nullptr : &index().statements()[statement];
}

Id Analysis::IdOf(uint32_t name) {
  const Statement* const definition = index().DefinitionOf(name);
  if (definition == nullptr) return kNoId;
  const InstIndex inst = InstOf(*definition);
  return inst == kNoInst ? kNoId : module().record(inst).result;
}

const TypeTable& Analysis::types() {
  if (!types_.has_value()) types_.emplace().Build(module());
  return *types_;
}

const ConstantTable& Analysis::constants() {
  if (!constants_.has_value()) {
    constants_.emplace().Build(module(), types(), NoSpecialization());
  }
  return *constants_;
}

const Decorations& Analysis::decorations() {
  if (!decorations_.has_value()) decorations_.emplace().Build(module());
  return *decorations_;
}

std::string Analysis::TypeText(Id type) {
  if (!ids_.has_value()) ids_.emplace(module());
  return plumb::TypeText(module(), type, &*ids_);
}

std::string Analysis::ValueText(Id constant) {
  constexpr int kMaxDepth = 4;
  return ValueText(constant, kMaxDepth);
}

std::string Analysis::ValueText(Id constant, int depth) {
  const InstIndex at = module().def(constant);
  if (at == kNoInst) return "";
  const Inst inst = module().inst(at);
  switch (inst.op()) {
    case Op::kConstantTrue:
    case Op::kSpecConstantTrue:
      return "true";
    case Op::kConstantFalse:
    case Op::kSpecConstantFalse:
      return "false";
    case Op::kConstantNull:
      return "null";
    case Op::kConstant:
    case Op::kSpecConstant: {
      std::string value;
      AppendTypedLiteral(module(), inst.result_type(), inst.words().subspan(3),
                         &value);
      return absl::StartsWith(value, "!") ? "" : value;
    }
    case Op::kConstantComposite:
    case Op::kSpecConstantComposite:
      return depth == 0 ? "" : CompositeText(inst, depth);
    case Op::kSpecConstantOp:
      break;
    default:
      return "";
  }
  const ScalarConstant value = constants().Scalar(constant);
  if (!value.known) return "";
  if (types().Get(inst.result_type()).Is(type_trait::kBool)) {
    return value.value != 0 ? "true" : "false";
  }
  return absl::StrCat(value.value);
}

std::string Analysis::CompositeText(const Inst& constant, int depth) {
  constexpr uint32_t kMaxParts = 8;
  std::string text = "(";
  for (uint32_t o = 2; o < constant.operand_count(); ++o) {
    if (o > 2) text += ", ";
    if (o - 2 == kMaxParts) {
      text += "…";
      break;
    }
    const std::string part = ValueText(constant.id(o), depth - 1);
    text += part.empty() ? "…" : part;
  }
  return text + ")";
}

// --- Document ---

Document::Document(std::string uri, std::string text, int64_t version,
                   PositionEncoding encoding)
    : uri_(std::move(uri)),
      text_(std::move(text)),
      version_(version),
      encoding_(encoding) {
  set_options({});
}

std::string Document::name() const {
  const std::string path = PathOfUri(uri_);
  return path.empty() ? uri_ : path;
}

void Document::set_options(SessionOptions options) {
  options.format = InputFormat::kText;
  options.checks_fixes = false;
  session_.set_options(std::move(options));
  StartAnalysis();
}

void Document::StartAnalysis() {
  positions_.emplace(text_, encoding_);
  analysis_.emplace(text_, &session_);
}

void Document::SetText(std::string text) {
  text_ = std::move(text);
  StartAnalysis();
}

void Document::Edit(size_t begin, size_t end, absl::string_view replacement) {
  text_.replace(begin, end - begin, replacement.data(), replacement.size());
  StartAnalysis();
}

// --- URIs ---

std::string PathOfUri(absl::string_view uri) {
  if (!absl::ConsumePrefix(&uri, "file:") &&
      !absl::ConsumePrefix(&uri, "spirv:")) {
    return "";
  }
  if (absl::ConsumePrefix(&uri, "//")) {
    // The name of a host.
    uri.remove_prefix(std::min(uri.find('/'), uri.size()));
  }
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() &&
        absl::ascii_isxdigit(uri[i + 1]) && absl::ascii_isxdigit(uri[i + 2])) {
      path += absl::HexStringToBytes(uri.substr(i + 1, 2));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string UriOfPath(absl::string_view path) {
  std::string uri = "file://";
  for (const char c : path) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
        absl::StrContains("/-._~", absl::string_view(&c, 1))) {
      uri += c;
    } else {
      absl::StrAppend(&uri, "%",
                      absl::Hex(static_cast<uint8_t>(c), absl::kZeroPad2));
    }
  }
  return uri;
}

}  // namespace plumb::lsp
