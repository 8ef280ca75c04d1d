#include "validate/engine/cascades.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"

namespace plumb {
namespace {

// Areas of rules whose violation by a type or constant makes it unknown.
constexpr absl::string_view kFormAreas[] = {"const.", "layout.", "ssa.",
                                            "type."};

bool InArea(const Rule& rule, absl::string_view area) {
  return absl::StartsWith(rule.id, area);
}

bool MakesMalformed(const Rule& rule) {
  return rule.effect == Effect::kMalformed;
}

// Whether an opcode declares a type, a constant, or a part of one.
bool DeclaresTypeOrConstant(Op op) {
  return Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration);
}

class Cascades {
 public:
  Cascades(const Module& module, DiagnosticList* diagnostics)
      : module_(module), list_(*diagnostics) {}

  void Drop() {
    unknown_.assign(module_.id_bound(), 0);
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity == Severity::kError && IsInInstruction(d)) NoteRoot(d);
    }
    if (!any_root_ && !AnySilenced()) return;
    Spread();
    // Types may be recursive by way of pointers, so make sure.
    const bool any_left =
        absl::c_any_of(list_.diagnostics(), [this](const Diagnostic& d) {
          return d.severity == Severity::kError && !Follows(d);
        });
    if (!any_left) return;
    list_.RemoveIf([this](const Diagnostic& d) { return Follows(d); });
  }

 private:
  bool IsInInstruction(const Diagnostic& d) const {
    return d.place.kind == Place::Kind::kInstruction &&
           d.place.inst < InstIndex(module_.size());
  }

  bool Unknown(Id id) const {
    return id.value < unknown_.size() && unknown_[id.value] != 0;
  }
  void MakeUnknown(Id id) {
    if (id != kNoId && id.value < unknown_.size()) unknown_[id.value] = 1;
  }

  void NoteRoot(const Diagnostic& d) {
    const InstIndex at = d.place.inst;
    const InstRecord& record = module_.record(at);
    const bool malformed = MakesMalformed(*d.rule);
    if (malformed) NoteMalformed(d);
    NoteSilenced(*d.rule, malformed, record.op);
    if (!malformed && !MakesUnknown(d, record.op)) return;
    any_root_ = true;
    MakeUnknown(record.result);
  }

  // Of several rules about one operand the first by id stays.
  void NoteMalformed(const Diagnostic& d) {
    malformed_.insert(d.place.inst);
    const auto key = std::make_pair(d.place.inst, d.place.operand);
    const auto [at, is_new] = operands_.try_emplace(key, d.rule);
    if (!is_new && d.rule->id < at->second->id) at->second = d.rule;
  }

  // Rules that this violation silences: those that follow from its rule, and
  // those that rely on what the instruction was meant to say.
  void NoteSilenced(const Rule& rule, bool malformed, Op op) {
    violated_.insert(rule.id);
    if (malformed) malformed_ops_.insert(op);
  }

  bool MakesUnknown(const Diagnostic& d, Op op) const {
    if (op == Op::kFunction) return InArea(*d.rule, "function.");
    if (DeclaresTypeOrConstant(op)) {
      return absl::c_any_of(kFormAreas, [&](absl::string_view area) {
        return InArea(*d.rule, area);
      });
    }
    return d.place.operand == 0 &&
           module_.inst(d.place.inst).info().has_result_type;
  }

  // Whether a rule is violated of which a violated rule says that it follows.
  bool AnySilenced() const {
    return absl::c_any_of(list_.diagnostics(), [this](const Diagnostic& d) {
      return IsSilenced(*d.rule);
    });
  }

  // Makes unknown what is undefined, and what is made of unknown things.
  void Spread() {
    for (uint32_t id = 1; id < module_.id_bound(); ++id) {
      if (module_.def(Id(id)) == kNoInst) unknown_[id] = 1;
    }
    for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
      const InstRecord& record = module_.record(i);
      if (record.op == Op::kGraphARM) graphs_.push_back(i);
      if (record.result == kNoId || Unknown(record.result)) continue;
      if (IsMadeOfUnknown(module_.inst(i))) MakeUnknown(record.result);
    }
  }

  bool IsMadeOfUnknown(const Inst& inst) const {
    const bool all =
        DeclaresTypeOrConstant(inst.op()) || inst.op() == Op::kFunction;
    const absl::Span<const Operand> operands = inst.operands();
    for (uint32_t o = 0; o < operands.size(); ++o) {
      const bool counts = operands[o].kind == Kind::kIdResultType ||
                          (all && IsIdUse(operands[o].kind));
      if (counts && Unknown(inst.id(o))) return true;
    }
    return false;
  }

  // Whether an unknown id that something mentions can be the cause of an error
  // there.
  bool IsCause(Id id, InstIndex at) const {
    if (!Unknown(id)) return false;
    // What is wrong with an instruction itself, a second definition above all.
    if (at != kNoInst && module_.record(at).result == id) return false;
    const InstIndex def = module_.def(id);
    if (def == kNoInst || def < at || at == kNoInst) return true;
    // Calls come before what they call, but never make that unknown.
    return module_.record(at).result == kNoId ||
           module_.record(def).op == Op::kFunction;
  }

  bool MentionsCause(InstIndex at) const {
    const Inst inst = module_.inst(at);
    const absl::Span<const Operand> operands = inst.operands();
    for (uint32_t o = 0; o < operands.size(); ++o) {
      if (IsIdUse(operands[o].kind) && IsCause(inst.id(o), at)) return true;
    }
    // Parameters and returned values have to fit what the function says.
    if (inst.op() == Op::kFunctionParameter || inst.op() == Op::kReturnValue ||
        inst.op() == Op::kReturn) {
      return Unknown(FunctionAround(at));
    }
    // So have the inputs and outputs of graphs.
    if (inst.op() == Op::kGraphInputARM ||
        inst.op() == Op::kGraphSetOutputARM) {
      return Unknown(GraphAround(at));
    }
    return false;
  }

  Id GraphAround(InstIndex at) const {
    const auto after = absl::c_upper_bound(graphs_, at);
    return after == graphs_.begin() ? kNoId
                                    : module_.record(*(after - 1)).result;
  }

  Id FunctionAround(InstIndex at) const {
    const absl::Span<const FunctionRange> functions = module_.functions();
    const auto after = std::upper_bound(
        functions.begin(), functions.end(), at,
        [](InstIndex i, const FunctionRange& f) { return i < f.first; });
    return after == functions.begin()
               ? kNoId
               : module_.record((after - 1)->first).result;
  }

  bool Follows(const Diagnostic& d) const {
    if (IsSilenced(*d.rule)) return true;
    const InstIndex at = IsInInstruction(d) ? d.place.inst : kNoInst;
    if (at != kNoInst) {
      if (MakesMalformed(*d.rule)) {
        const auto first = operands_.find({at, d.place.operand});
        return first != operands_.end() && first->second != d.rule;
      }
      if (malformed_.contains(at) || MentionsCause(at)) return true;
    }
    return absl::c_any_of(d.args, [&](const Arg& arg) {
      const bool is_id =
          arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType;
      return is_id && IsCause(Id(static_cast<uint32_t>(arg.number)), at);
    });
  }

  bool IsSilenced(const Rule& rule) const {
    return (!rule.follows.empty() && violated_.contains(rule.follows)) ||
           absl::c_any_of(rule.relies_on, [this](Op op) {
             return malformed_ops_.contains(op);
           });
  }

  const Module& module_;
  DiagnosticList& list_;
  std::vector<uint8_t> unknown_;  // by id
  std::vector<InstIndex> graphs_;
  absl::flat_hash_set<InstIndex> malformed_;
  absl::flat_hash_map<std::pair<InstIndex, int32_t>, const Rule*> operands_;
  absl::flat_hash_set<absl::string_view> violated_;  // ids of rules
  absl::flat_hash_set<Op> malformed_ops_;
  bool any_root_ = false;
};

}  // namespace

void DropCascades(const Module& module, DiagnosticList* diagnostics) {
  if (diagnostics->error_count() == 0) return;
  Cascades(module, diagnostics).Drop();
}

}  // namespace plumb
