// The variables in the interfaces of entry points (section 3.3.5): up to
// version 1.3 those of the storage classes Input and Output, from version 1.4
// on all variables outside functions.
//
// Each function's uses of such variables are collected once.  Then 64 entry
// points at a time are propagated down the call graph as the bits of a mask
// per function, and compared with the uses there.  With many entry points,
// those that list few variables are decided by the first uses that they reach.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "cfg/call_graph.h"
#include "cfg/reachable_items.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr Scope kUpTo1_3 = {.max_version = 3};
constexpr Scope kFrom1_4 = {.min_version = 4};

constexpr RuleTable R({
    Also("entry.entrypoint.untyped-interface",
         Malformed({"entry.entrypoint.interface-is-variable", "3.3.5",
                    "interface {0} must be a variable"})),
    Malformed({"entry.entrypoint.interface-module-scope", "3.3.5",
               "interface {0} must be declared outside functions"}),
    Malformed({"entry.entrypoint.interface-storage-class", "3.3.5",
               "interface {0} must have storage class Input or Output "
               "before SPIR-V 1.4, not {1}",
               "", Severity::kError, kUpTo1_3}),
    Malformed({"entry.entrypoint.interface-no-duplicates", "3.3.5",
               "interface {0} is listed twice", "", Severity::kError,
               kFrom1_4}),
    WithFix({Fix::Kind::kInterface},
            {"entry.entrypoint.interface-complete", "3.3.5",
             "the interface does not list variable {0}, which the entry point "
             "uses"}),
});

constexpr uint32_t kNone = 0xffffffff;
constexpr uint32_t kBatch = 64;  // entry points at a time

// With more entry points, the first kFirstUses uses of each function are found.
constexpr size_t kManyEntryPoints = 512;
constexpr uint32_t kFirstUses = 64;

// The maximum number of notes with missing variables of an entry point.
constexpr uint32_t kMaxNotes = 8;

// Untyped variables have it at the same index.
StorageClass StorageClassOf(const Inst& variable) {
  return StorageClass{variable.operand_word(operand::Variable::kStorageClass)};
}

class Interfaces {
 public:
  void Check(ModuleContext& context) {
    context_ = &context;
    module_ = &context.module();
    if (module_->entry_points().empty()) return;
    NumberVariables();
    // Fast path: in most modules an entry point lists all of them.
    if (CheckLists()) return;
    CollectUses();
    if (uses_.empty()) return;
    absl::Span<const InstIndex> open = module_->entry_points();
    if (open.size() > kManyEntryPoints) {
      CheckByFirstUses();
      open = undecided_;
    }
    for (size_t first = 0; first < open.size(); first += kBatch) {
      CheckBatch(open.subspan(first, kBatch));
    }
  }

 private:
  // A use of a variable in a function, both by number.
  struct Use {
    uint32_t function;
    uint32_t variable;
    InstIndex inst;  // the first use
    OperandIndex operand;
  };

  bool MustBeListed(InstIndex variable) const {
    if (context_->features().version() >= 4) return true;
    const StorageClass storage = StorageClassOf(module_->inst(variable));
    return storage == StorageClass::kInput || storage == StorageClass::kOutput;
  }

  // Numbers the variables that interfaces must list.
  void NumberVariables() {
    variables_.clear();
    number_.assign(module_->id_bound(), kNone);
    for (const InstIndex i : module_->global_variables()) {
      const InstRecord& record = module_->record(i);
      if (!MustBeListed(i)) continue;
      number_[record.result.value] = static_cast<uint32_t>(variables_.size());
      variables_.push_back(record.result);
    }
  }

  uint32_t NumberOf(Id id) const {
    return id.value < number_.size() ? number_[id.value] : kNone;
  }

  // Checks the listed ids; true if each entry point lists all variables.
  bool CheckLists() {
    bool all_complete = true;
    last_listed_.assign(variables_.size(), kNoInst);
    for (InstIndex i : module_->entry_points()) {
      const EntryPoint entry_point(*module_, i);
      size_t listed = 0;
      for (uint32_t n = 0; n < entry_point.interface_size(); ++n) {
        const Id id = entry_point.interface(n);
        const Place place = Place::At(i, entry_point.interface_operand(n));
        const uint32_t v = NumberOf(id);
        if (v == kNone) {
          CheckOtherInterface(id, place);
          continue;
        }
        if (last_listed_[v] == i) {
          context_->Report(R("entry.entrypoint.interface-no-duplicates"), place,
                           {id});
        } else {
          ++listed;
        }
        last_listed_[v] = i;
      }
      all_complete &= listed == variables_.size();
    }
    return all_complete;
  }

  // Checks a listed id that is not an interface variable.
  void CheckOtherInterface(Id id, Place place) {
    const InstIndex def = module_->def(id);
    if (def == kNoInst) return;
    const Inst inst = module_->inst(def);
    const Rule* rule = nullptr;
    Arg storage;
    if (!Is(inst.op(), OpTrait::kVariable)) {
      rule = &R("entry.entrypoint.interface-is-variable");
    } else if (def >= module_->global_end()) {
      rule = &R("entry.entrypoint.interface-module-scope");
    } else {
      rule = &R("entry.entrypoint.interface-storage-class");
      storage =
          Arg::Enumerant(grammar::Kind::kStorageClass, StorageClassOf(inst));
    }
    context_->Report(*rule, place, {id, storage})
        .Note("it is defined here", Place::At(def));
  }

  void CollectUses() {
    uses_.clear();
    last_user_.assign(variables_.size(), kNone);
    ExtInstRoles roles(*module_);
    const absl::Span<const FunctionRange> functions = module_->functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      for (InstIndex i = functions[f].first; i != functions[f].last; ++i) {
        CollectUses(f, i, roles);
      }
    }
  }

  void CollectUses(uint32_t function, InstIndex i, ExtInstRoles& roles) {
    module_->ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
      const uint32_t v = NumberOf(id);
      if (v == kNone || last_user_[v] == function) return;
      // Debug information about a variable does not use it.
      if (PlacementOf(module_->record(i).op) == Placement::kExtInst &&
          roles.RoleOf(i) != ExtInstRole::kSemantic) {
        return;
      }
      last_user_[v] = function;
      uses_.push_back({function, v, i, operand});
    });
  }

  // Checks the entry points for which the first uses suffice.  The others are
  // undecided.
  void CheckByFirstUses() {
    items_.clear();
    for (const Use& use : uses_) {
      items_.push_back({cfg::FunctionIndex(use.function), use.variable});
    }
    first_uses_.Build(context_->call_graph(), items_, kFirstUses);
    undecided_.clear();
    last_listed_.assign(variables_.size(), kNoInst);
    for (const InstIndex i : module_->entry_points()) {
      const EntryPoint entry_point(*module_, i);
      const cfg::FunctionIndex f = context_->FunctionOf(entry_point.id());
      if (f == cfg::kNoFunction) continue;
      ForEachListed(entry_point, [&](uint32_t v) { last_listed_[v] = i; });
      CheckFirstUses(i, first_uses_.of(f));
    }
  }

  // Reports the variables that an entry point does not list.
  void CheckFirstUses(InstIndex entry_point,
                      absl::Span<const uint32_t> first_uses) {
    std::array<const Use*, kMaxNotes> missing;
    uint32_t count = 0;
    for (const uint32_t n : first_uses) {
      if (last_listed_[uses_[n].variable] == entry_point) continue;
      missing[count++] = &uses_[n];
      if (count == kMaxNotes) break;
    }
    if (count < kMaxNotes && first_uses.size() == kFirstUses) {
      undecided_.push_back(entry_point);
    } else if (count != 0) {
      ReportEntryPoint(entry_point, absl::MakeSpan(missing.data(), count));
    }
  }

  // Calls `visit` with the numbers of the variables in an interface.
  template <typename Visit>
  void ForEachListed(const EntryPoint& entry_point, Visit visit) const {
    for (uint32_t n = 0; n < entry_point.interface_size(); ++n) {
      const uint32_t v = NumberOf(entry_point.interface(n));
      if (v != kNone) visit(v);
    }
  }

  // Checks at most kBatch entry points, one bit each.
  void CheckBatch(absl::Span<const InstIndex> entry_points) {
    reaching_.assign(module_->functions().size(), 0);
    listed_.assign(variables_.size(), 0);
    for (uint32_t b = 0; b < entry_points.size(); ++b) {
      const EntryPoint entry_point(*module_, entry_points[b]);
      const uint64_t bit = uint64_t{1} << b;
      const cfg::FunctionIndex f = context_->FunctionOf(entry_point.id());
      if (f != cfg::kNoFunction) reaching_[f.value] |= bit;
      ForEachListed(entry_point, [&](uint32_t v) { listed_[v] |= bit; });
    }
    context_->call_graph().PropagateDown(absl::MakeSpan(reaching_));
    ReportIncomplete(entry_points);
  }

  // One diagnostic for each entry point, however many variables are missing.
  void ReportIncomplete(absl::Span<const InstIndex> entry_points) {
    std::array<std::array<const Use*, kMaxNotes>, kBatch> missing;
    std::array<uint32_t, kBatch> counts{};
    uint64_t incomplete = 0;
    uint64_t open = ~uint64_t{0};  // entry points that may have another note
    for (const Use& use : uses_) {
      const uint64_t bits =
          reaching_[use.function] & ~listed_[use.variable] & open;
      listed_[use.variable] |= bits;  // report it once
      incomplete |= bits;
      for (uint64_t rest = bits; rest != 0; rest &= rest - 1) {
        const int b = std::countr_zero(rest);
        missing[b][counts[b]++] = &use;
        if (counts[b] == kMaxNotes) open &= ~(uint64_t{1} << b);
      }
    }
    for (; incomplete != 0; incomplete &= incomplete - 1) {
      const int b = std::countr_zero(incomplete);
      ReportEntryPoint(entry_points[b],
                       absl::MakeSpan(missing[b].data(), counts[b]));
    }
  }

  void ReportEntryPoint(InstIndex at, absl::Span<const Use* const> missing) {
    DiagnosticBuilder report =
        context_->Report(R("entry.entrypoint.interface-complete"),
                         Place::At(at, EntryPoint(*module_, at).id_operand()),
                         {variables_[missing[0]->variable]});
    for (const Use* use : missing) {
      report.Note("{0} is used here", Place::At(use->inst, use->operand),
                  {variables_[use->variable]});
    }
  }

  ModuleContext* context_ = nullptr;
  const Module* module_ = nullptr;
  std::vector<Id> variables_;
  std::vector<uint32_t> number_;        // of a variable, by id
  std::vector<InstIndex> last_listed_;  // by variable: entry point
  std::vector<uint32_t> last_user_;     // by variable: function
  std::vector<Use> uses_;
  std::vector<cfg::ReachableItems::Item> items_;  // the uses
  cfg::ReachableItems first_uses_;
  std::vector<InstIndex> undecided_;
  std::vector<uint64_t> reaching_;  // entry points of the batch, per function
  std::vector<uint64_t> listed_;    // entry points of the batch, per variable
};

void CheckInterfaces(ModuleContext& context) {
  context.Scratch<Interfaces>().Check(context);
}

}  // namespace

extern constinit const Family kInterfaces(
    R, kModuleCheck<Phase::kSummaries, CheckInterfaces>);

}  // namespace plumb
