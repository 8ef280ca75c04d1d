#include "api/needs/module_needs.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "api/report/json_text.h"
#include "api/report/place_parts.h"
#include "api/report/report_writer.h"
#include "core/diagnostic.h"
#include "core/feature_set.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Kind;

constexpr uint32_t kVersionWord = 1;

uint32_t VersionWord(uint32_t minor) { return 0x10000 | minor << 8; }

std::string VersionName(uint32_t minor) { return absl::StrCat("1.", minor); }

// A capability or an extension, and the instructions that declare it.
struct Declared {
  Need::Kind kind;
  std::string name;
  uint32_t implied = 0;  // how many capabilities it brings
  std::vector<InstIndex> at = {};
  bool needed = false;
  std::optional<ResolvedDiagnostic> reason = std::nullopt;
};

// The number of capabilities that a capability implies, directly or indirectly.
uint32_t ImpliedBy(Capability capability) {
  FeatureSet features;
  features.Declare(capability);
  return static_cast<uint32_t>(features.capability_count());
}

// The declarations that can be done without one by one, in their order.  Those
// under a condition (SPV_INTEL_function_variants) depend on it.
std::vector<Declared> FindDeclared(const Module& module) {
  std::vector<Declared> all;
  const auto add = [&](Declared declared, InstIndex at) {
    const auto same = absl::c_find_if(all, [&](const Declared& other) {
      return other.kind == declared.kind && other.name == declared.name;
    });
    Declared& one =
        same == all.end() ? all.emplace_back(std::move(declared)) : *same;
    one.at.push_back(at);
  };
  for (InstIndex i : module.capabilities()) {
    const Inst inst = module.inst(i);
    if (inst.op() != grammar::Op::kCapability) continue;
    const grammar::EnumerantInfo* info =
        grammar::EnumerantByValue(Kind::kCapability, inst.operand_word(0));
    if (info == nullptr) continue;
    add({Need::Kind::kCapability, absl::StrCat(grammar::Text(info->name)),
         ImpliedBy(Capability{inst.operand_word(0)})},
        i);
  }
  for (InstIndex i : module.extensions()) {
    const Inst inst = module.inst(i);
    if (inst.op() != grammar::Op::kExtension) continue;
    const std::string name(inst.string(0));
    if (grammar::ExtensionFromName(name) == grammar::Extension::kNone) continue;
    add({Need::Kind::kExtension, name}, i);
  }
  return all;
}

// The module of a session with instructions left out, or of another version.
class Trial {
 public:
  Trial(const Session& session, absl::string_view file)
      : original_(session), file_(file), session_(OptionsOf(session)) {
    const Module& module = session.module();
    version_ = module.header().version;
    left_out_.assign(module.size(), 0);
  }

  void LeaveOut(absl::Span<const InstIndex> at, bool is_out) {
    for (InstIndex i : at) left_out_[i.value] = is_out;
  }
  void SetVersion(uint32_t minor) { version_ = VersionWord(minor); }

  // Whether it is valid.
  absl::StatusOr<bool> Run() {
    const Module& module = original_.module();
    words_.assign(module.words().begin(),
                  module.words().begin() + kHeaderWords);
    words_[kVersionWord] = version_;
    kept_.clear();
    for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
      if (left_out_[i.value] != 0) continue;
      const absl::Span<const uint32_t> words = module.inst(i).words();
      words_.insert(words_.end(), words.begin(), words.end());
      kept_.push_back(i);
    }
    const auto verdict = session_.Run(
        absl::string_view(reinterpret_cast<const char*>(words_.data()),
                          words_.size() * sizeof(uint32_t)));
    if (!verdict.ok()) return verdict.status();
    return *verdict == Verdict::kValid;
  }

  // The first error of the last run, in terms of the original input.
  std::optional<ResolvedDiagnostic> Reason() const {
    const auto found = session_.diagnostics().diagnostics();
    const auto first = absl::c_find_if(found, [](const Diagnostic& d) {
      return d.severity == Severity::kError;
    });
    if (first == found.end()) return std::nullopt;
    Place place = Place::WholeModule();
    if (first->place.kind == Place::Kind::kInstruction) {
      place = Place::At(kept_[first->place.inst.value], first->place.operand);
    }
    DiagnosticList list;
    list.Add(*first->rule, place,
             {first->args[0], first->args[1], first->args[2], first->args[3]});
    InputReport report =
        MakeReport(file_, original_.module(), list, original_.env());
    if (report.diagnostics.empty()) return std::nullopt;
    return std::move(report.diagnostics[0]);
  }

 private:
  static SessionOptions OptionsOf(const Session& session) {
    SessionOptions options = session.options();
    options.env = session.env();
    options.format = InputFormat::kBinary;
    return options;
  }

  const Session& original_;
  const absl::string_view file_;
  Session session_;
  uint32_t version_ = 0;
  std::vector<uint8_t> left_out_;  // by instruction
  std::vector<uint32_t> words_;
  std::vector<InstIndex> kept_;  // by instruction of the trial
};

// Leaves out what can be done without, of the rest states why.
absl::Status RemoveUnneeded(std::vector<Declared>* declared, Trial* trial) {
  std::vector<Declared*> order;
  for (Declared& one : *declared) order.push_back(&one);
  absl::c_stable_sort(order, [](const Declared* a, const Declared* b) {
    return a->implied > b->implied;
  });
  for (Declared* one : order) {
    trial->LeaveOut(one->at, true);
    const auto is_valid = trial->Run();
    if (!is_valid.ok()) return is_valid.status();
    one->needed = !*is_valid;
    if (!one->needed) continue;
    one->reason = trial->Reason();
    trial->LeaveOut(one->at, false);
  }
  return absl::OkStatus();
}

// The minimum version, and what the preceding version lacks.
absl::StatusOr<Need> FindMinVersion(uint32_t declared, Trial* trial) {
  Need need;
  for (uint32_t minor = 0; minor < declared; ++minor) {
    trial->SetVersion(minor);
    const auto is_valid = trial->Run();
    if (!is_valid.ok()) return is_valid.status();
    need.name = VersionName(minor);
    if (*is_valid) return need;
    need.reason = trial->Reason();
  }
  need.name = VersionName(declared);
  return need;
}

const char* NameOf(Need::Kind kind) {
  switch (kind) {
    case Need::Kind::kVersion:
      return "version";
    case Need::Kind::kCapability:
      return "capability";
    case Need::Kind::kExtension:
      break;
  }
  return "extension";
}

// "12:5: ", "instruction 4: ", or nothing.
std::string PlaceText(const ResolvedPlace& place) {
  if (place.text.has_value()) return absl::StrCat(LineText(place), " ");
  return place.instruction.has_value()
             ? absl::StrCat(InstructionText(place), ": ")
             : "";
}

nlohmann::ordered_json ToJson(const Need& need) {
  nlohmann::ordered_json json;
  json["kind"] = NameOf(need.kind);
  json["name"] = need.name;
  if (!need.reason.has_value()) return json;
  json["rule"] = absl::StrCat(need.reason->rule->id);
  json["message"] = need.reason->message;
  const ResolvedPlace& place = need.reason->place;
  if (place.text.has_value()) AddLine(place.text->begin, &json);
  if (place.instruction.has_value()) AddInstruction(place, &json);
  return json;
}

}  // namespace

absl::StatusOr<ModuleNeeds> FindNeeds(const Session& session,
                                      absl::string_view file) {
  const Module& module = session.module();
  Trial trial(session, file);
  std::vector<Declared> declared = FindDeclared(module);
  if (absl::Status status = RemoveUnneeded(&declared, &trial); !status.ok()) {
    return status;
  }
  const uint32_t minor = module.header().minor_version();
  absl::StatusOr<Need> version = FindMinVersion(minor, &trial);
  if (!version.ok()) return version.status();
  ModuleNeeds needs;
  needs.declared_version = VersionName(minor);
  if (version->name != needs.declared_version) {
    needs.unneeded.push_back(
        {Need::Kind::kVersion, needs.declared_version, std::nullopt});
  }
  needs.needed.push_back(*std::move(version));
  for (Declared& one : declared) {
    std::vector<Need>& list = one.needed ? needs.needed : needs.unneeded;
    list.push_back({one.kind, std::move(one.name), std::move(one.reason)});
  }
  return needs;
}

std::string NeedsText(absl::string_view file, const ModuleNeeds& needs) {
  size_t width = 0;
  const auto label = [](const Need& need) {
    return absl::StrCat(NameOf(need.kind), " ", need.name);
  };
  for (const Need& need : needs.needed) {
    width = std::max(width, label(need).size());
  }
  const std::string name_of_file = PrintableText(file);
  std::string text = absl::StrCat(name_of_file, " requires\n");
  for (const Need& need : needs.needed) {
    const std::string name = label(need);
    absl::StrAppend(&text, "  ", name);
    if (need.reason.has_value()) {
      absl::StrAppend(&text, std::string(width - name.size(), ' '), "  ",
                      PlaceText(need.reason->place), need.reason->message, " [",
                      need.reason->rule->id, "]");
    }
    absl::StrAppend(&text, "\n");
  }
  if (needs.unneeded.empty()) return text;
  absl::StrAppend(&text, name_of_file, " declares, but does not require\n");
  for (const Need& need : needs.unneeded) {
    absl::StrAppend(&text, "  ", label(need), "\n");
  }
  return text;
}

std::string NeedsJson(absl::string_view file, const ModuleNeeds& needs) {
  nlohmann::ordered_json json;
  json["kind"] = "needs";
  json["file"] = absl::StrCat(file);
  json["declared_version"] = needs.declared_version;
  json["needed"] = nlohmann::ordered_json::array();
  json["unneeded"] = nlohmann::ordered_json::array();
  for (const Need& need : needs.needed) json["needed"].push_back(ToJson(need));
  for (const Need& need : needs.unneeded) {
    json["unneeded"].push_back(ToJson(need));
  }
  return JsonText(json) + "\n";
}

}  // namespace plumb
