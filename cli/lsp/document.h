// A text that a client has opened, and what is known about it.
//
// Tested by document_test.cc and testdata/lsp.
#ifndef PLUMB_CLI_LSP_DOCUMENT_H_
#define PLUMB_CLI_LSP_DOCUMENT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "api/resolve/id_text.h"
#include "api/session.h"
#include "cli/drawing/drawing.h"
#include "cli/lsp/positions.h"
#include "cli/lsp/text_index.h"
#include "core/constant_table.h"
#include "core/module.h"
#include "core/type_table.h"
#include "validate/analysis/decorations.h"

namespace plumb::lsp {

// The results for one state of a text.  Each is computed when it is first asked
// for, and linear in the text.
class Analysis {
 public:
  // The arguments must outlive this; the session is used for nothing else
  // meanwhile.
  Analysis(absl::string_view text, Session* session)
      : text_(text), session_(session) {}

  absl::string_view text() const { return text_; }
  const TextIndex& index();
  // The instructions that could be read: all of them, unless there is an error
  // of the syntax.
  const Module& module();
  // The diagnostics, with fixes that were not tried.
  const InputReport& report();
  // The same, with fixes that were tried (api/fix_check.h).
  const InputReport& report_with_fixes();

  // The session, which has validated the text; null if the text is malformed.
  const Session* ReadSession();

  // The control flow of all functions, or of one, with its diagnostics.
  drawing::Drawing Draw(absl::string_view title,
                        std::optional<uint32_t> function = std::nullopt);

  // The instruction that a statement was read as, or kNoInst.
  InstIndex InstOf(const Statement& statement);
  // The statement of an instruction, or null.
  const Statement* StatementOf(InstIndex inst);
  // The id of a name that a statement defines, or kNoId.
  Id IdOf(uint32_t name);

  const TypeTable& types();
  const ConstantTable& constants();
  const Decorations& decorations();
  // "vec4<f32>"
  std::string TypeText(Id type);
  // The value of a constant as a person writes it; empty if it is not known.
  std::string ValueText(Id constant);

 private:
  void Validate();
  std::string ValueText(Id constant, int depth);
  std::string CompositeText(const Inst& constant, int depth);

  const absl::string_view text_;
  Session* const session_;
  bool is_validated_ = false;
  bool is_malformed_ = true;
  std::unique_ptr<TextIndex> index_;
  std::optional<InputReport> report_, report_with_fixes_;
  std::optional<TypeTable> types_;
  std::optional<ConstantTable> constants_;
  std::optional<Decorations> decorations_;
  std::optional<IdText> ids_;
};

class Document {
 public:
  Document(std::string uri, std::string text, int64_t version,
           PositionEncoding encoding);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const std::string& uri() const { return uri_; }
  // What diagnostics call the file.
  std::string name() const;
  int64_t version() const { return version_; }
  const std::string& text() const { return text_; }
  const Positions& positions() const { return *positions_; }
  Analysis& analysis() { return *analysis_; }

  void set_version(int64_t version) { version_ = version; }
  void set_options(SessionOptions options);
  const SessionOptions& options() const { return session_.options(); }
  // Where the pages of the rule reference are; empty: nowhere.
  void set_rules_url(std::string url) { rules_url_ = std::move(url); }
  const std::string& rules_url() const { return rules_url_; }

  void SetText(std::string text);
  // Replaces the text from one offset to another.
  void Edit(size_t begin, size_t end, absl::string_view replacement);

 private:
  void StartAnalysis();

  const std::string uri_;
  std::string text_;
  int64_t version_;
  const PositionEncoding encoding_;
  Session session_;
  std::string rules_url_;
  std::optional<Positions> positions_;
  std::optional<Analysis> analysis_;
};

// The path of a "file:" URI, or of one of "spirv:", by which clients open
// binaries; empty for others.
std::string PathOfUri(absl::string_view uri);
std::string UriOfPath(absl::string_view path);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_DOCUMENT_H_
