// The order of a module's sections before its functions (section 2.4).
//
// A valid module costs one table look-up and one comparison per instruction.
// If the order is broken, the instructions are grouped into runs of one
// section, and the largest ordered part of the module is kept.  The rest is
// misplaced, so that one misplaced instruction is one diagnostic in whichever
// direction it moved.  There are few sections, so this is linear in the runs.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <vector>

#include "validate/engine/family.h"
#include "validate/facts/section.h"
#include "validate/rules/debug/line_placement.h"

namespace plumb {
namespace {

constexpr Scope kWithBindlessTexture = {.needs =
                                            Capability::kBindlessTextureNV};

constexpr absl::string_view kMisplaced =
    "{0} must be in the {1} section, but is in the {2} section";

constexpr RuleTable R({
    // The sections in their order: see OrderRule.
    WithFix({Fix::Kind::kMove}, {"layout.capability.first", "2.4", kMisplaced}),
    {"layout.extension.order", "2.4", kMisplaced},
    {"layout.extinstimport.order", "2.4", kMisplaced},
    {"layout.memorymodel.order", "2.4", kMisplaced},
    {"layout.samplerimageaddressingmode.order", "SPV_NV_bindless_texture",
     kMisplaced},
    {"layout.entrypoint.order", "2.4", kMisplaced},
    {"layout.executionmode.order", "2.4", kMisplaced},
    {"layout.debugsource.order", "2.4", kMisplaced},
    {"layout.name.order", "2.4", kMisplaced},
    {"layout.moduleprocessed.order", "2.4", kMisplaced},
    {"layout.annotation.order", "2.4", kMisplaced},
    Also("layout.extinst.non-semantic-earliest",
         {"layout.declaration.order", "2.4", kMisplaced}),
    {"layout.preamble.only-listed", "2.4",
     "{0} must be in a function, but is in the {1} section"},
    {"layout.memorymodel.required", "2.4", "the module has no OpMemoryModel"},
    {"layout.memorymodel.single", "2.4",
     "the module has more than one OpMemoryModel"},
    {"layout.samplerimageaddressingmode.bit-width", "SPV_NV_bindless_texture",
     "the bit width must be 32 or 64, not {0}"},
    {"layout.samplerimageaddressingmode.single", "SPV_NV_bindless_texture",
     "the module has more than one OpSamplerImageAddressingModeNV", "",
     Severity::kError, kWithBindlessTexture},
    {"layout.samplerimageaddressingmode.required", "SPV_NV_bindless_texture",
     "the module declares BindlessTextureNV, so it must have "
     "OpSamplerImageAddressingModeNV",
     "", Severity::kError, kWithBindlessTexture},
});

// The rule about the order of a section.  Graphs follow the functions, so
// instructions of that kind are declarations here.
constexpr const Rule& OrderRule(Section section) {
  const Section row = std::min(section, Section::kDeclaration);
  return *R.rules()[static_cast<size_t>(row) - 1];
}
static_assert(OrderRule(Section::kCapability).id == "layout.capability.first");
static_assert(OrderRule(Section::kDeclaration).id ==
              "layout.declaration.order");

// The section of an instruction outside functions and graphs.
Section SectionOf(const Module& module, InstIndex i, ExtInstRoles& roles) {
  const Placement p = PlacementOf(module.record(i).op);
  if (IsSectionOnly(p)) return static_cast<Section>(p);
  switch (p) {
    case Placement::kDeclarationOrBlock:
    case Placement::kLine:
      return Section::kDeclaration;
    case Placement::kExtInst:
      return roles.RoleOf(i) == ExtInstRole::kSemantic ? Section::kNone
                                                       : Section::kDeclaration;
    case Placement::kGraphEntryPoint:
    case Placement::kGraph:
      return Section::kGraph;
    default:
      return Section::kNone;
  }
}

// The weight of keeping an instruction in its place.  A debug line has the
// least weight.
constexpr uint64_t kLineWeight = 1;
constexpr uint64_t kWeight = uint64_t{1} << 32;

// Consecutive instructions of one section.
struct Run {
  Section section;
  InstIndex first;
  uint64_t weight;
  int previous = -1;  // the previous run in the largest order that ends here
  bool in_order = false;
};

class Preamble {
 public:
  explicit Preamble(ModuleContext& context)
      : context_(context), module_(context.module()), roles_(module_) {}

  void Check() {
    if (IsInOrder()) return;
    CollectRuns();
    KeepLargestOrder();
    ReportMisplaced();
  }

 private:
  // Skips the instructions of a graph, which are checked with the graphs.
  InstIndex SkipGraph(InstIndex graph) const {
    const InstIndex end = module_.global_end();
    for (InstIndex i = graph + 1; i != end; ++i) {
      const Placement p = PlacementOf(module_.record(i).op);
      if (p == Placement::kGraphEnd) return i + 1;
      if (p == Placement::kGraph) return i;
    }
    return end;
  }

  // The instruction after `i`, or after the graph that starts at `i`.
  InstIndex Next(InstIndex i) const {
    return module_.record(i).op == Op::kGraphARM ? SkipGraph(i) : i + 1;
  }

  // Instructions that may be anywhere from the declarations on belong to the
  // graphs if they follow one.
  Section SectionAfter(Section before, InstIndex i) {
    const Placement p = PlacementOf(module_.record(i).op);
    const Section section = SectionOf(module_, i, roles_);
    const bool floats = p == Placement::kLine || p == Placement::kExtInst;
    return before == Section::kGraph && section == Section::kDeclaration &&
                   floats
               ? Section::kGraph
               : section;
  }

  bool IsInOrder() {
    const InstIndex end = module_.global_end();
    Section current = Section::kCapability;
    for (InstIndex i(0); i < end;) {
      const Section s = SectionAfter(current, i);
      if (s < current) return false;
      current = s;
      // Names, decorations and types come in long runs.
      const Placement p = PlacementOf(module_.record(i).op);
      i = IsSectionOnly(p) ? SkipRow(i + 1, p) : Next(i);
    }
    return true;
  }

  // Skips all instructions with this placement.
  InstIndex SkipRow(InstIndex i, Placement p) const {
    const InstIndex end = module_.global_end();
    while (i < end && PlacementOf(module_.record(i).op) == p) ++i;
    return i;
  }

  void CollectRuns() {
    const InstIndex end = module_.global_end();
    bool stray = false;
    for (InstIndex i(0); i < end; i = Next(i)) {
      const Section s = SectionAfter(
          runs_.empty() ? Section::kNone : runs_.back().section, i);
      if (s == Section::kNone) {
        if (!stray) ReportStray(i);
        stray = PlacementOf(module_.record(i).op) != Placement::kFunctionEnd;
        continue;
      }
      // Instructions that may also be in blocks belong to a stray body.
      if (stray && !IsSectionOnly(PlacementOf(module_.record(i).op))) continue;
      stray = false;
      if (runs_.empty() || runs_.back().section != s) {
        runs_.push_back({s, i, 0});
      }
      const bool is_line =
          PlacementOf(module_.record(i).op) == Placement::kLine;
      runs_.back().weight += is_line ? kLineWeight : kWeight;
    }
  }

  void ReportStray(InstIndex i) {
    if (IsGraphPart(PlacementOf(module_.record(i).op))) return;
    const Section section =
        runs_.empty() ? Section::kCapability : runs_.back().section;
    context_.Report(R("layout.preamble.only-listed"), Place::At(i),
                    {module_.record(i).op, NameOf(section)});
  }

  // Marks the runs of the largest subsequence with ascending sections; of
  // equally large ones, the one that keeps earlier runs.
  void KeepLargestOrder() {
    struct Best {
      uint64_t weight = 0;
      int run = -1;
    };
    std::array<Best, kSectionCount> best;  // by section of the last run
    for (int r = 0; r < static_cast<int>(runs_.size()); ++r) {
      Run& run = runs_[r];
      const int s = static_cast<int>(run.section);
      const Best before = FindLargestUpTo(best, s);
      run.previous = before.run;
      best[s] = {before.weight + run.weight, r};
    }
    for (int r = FindLargestUpTo(best, kSectionCount - 1).run; r >= 0;
         r = runs_[r].previous) {
      runs_[r].in_order = true;
    }
  }

  template <typename Bests>
  static typename Bests::value_type FindLargestUpTo(const Bests& best,
                                                    int section) {
    typename Bests::value_type largest;
    for (int s = 0; s <= section; ++s) {
      const bool larger =
          best[s].weight > largest.weight ||
          (best[s].weight == largest.weight && best[s].run < largest.run);
      if (best[s].run >= 0 && larger) largest = best[s];
    }
    return largest;
  }

  void ReportMisplaced() {
    const Run* before = nullptr;
    std::array<const Run*, kSectionCount + 1> first_after = {};
    for (size_t r = runs_.size(); r-- > 0;) {
      if (!runs_[r].in_order) continue;
      const auto section = static_cast<size_t>(runs_[r].section);
      std::fill_n(first_after.begin(), section, &runs_[r]);
    }
    for (size_t r = 0; r < runs_.size(); ++r) {
      if (runs_[r].in_order) {
        // A section may consist of several runs: the first one opens it.
        if (before == nullptr || before->section != runs_[r].section) {
          before = &runs_[r];
        }
        continue;
      }
      const bool late = before != nullptr && before->section > runs_[r].section;
      const auto section = static_cast<size_t>(runs_[r].section);
      ReportMisplacedRun(runs_[r], before, late ? nullptr : NextInOrder(r),
                         first_after[section]);
    }
  }

  const Run* NextInOrder(size_t r) const {
    while (++r < runs_.size()) {
      if (runs_[r].in_order) return &runs_[r];
    }
    return nullptr;
  }

  // `after` is the run in order that follows an early run; null: the run is
  // late.  `later` is the first run in order of the sections that must follow.
  void ReportMisplacedRun(const Run& run, const Run* before, const Run* after,
                          const Run* later) {
    const Run* const around = before != nullptr ? before : after;
    const Op op = module_.record(run.first).op;
    const bool is_line = PlacementOf(op) == Placement::kLine;
    DiagnosticBuilder report = context_.Report(
        is_line ? kLinePlacementRules("debug.line.after-annotations")
                : OrderRule(run.section),
        Place::At(run.first),
        {op, NameOf(run.section), NameOf(around->section)});
    if (after == nullptr) {
      report.Note("it must come before {0}", Place::At(later->first),
                  {module_.record(later->first).op});
    } else {
      report.Note("the {0} section, which must come before, continues here",
                  Place::At(after->first), {NameOf(after->section)});
    }
  }

  ModuleContext& context_;
  const Module& module_;
  ExtInstRoles roles_;
  std::vector<Run> runs_;
};

void CheckSections(ModuleContext& context) { Preamble(context).Check(); }

void CheckMemoryModel(ModuleContext& context) {
  const absl::Span<const InstIndex> models = context.module().memory_models();
  if (models.empty()) {
    context.Report(R("layout.memorymodel.required"), Place::WholeModule());
  }
  if (models.size() > 1) {
    context.Report(R("layout.memorymodel.single"), Place::At(models[1]))
        .Note("the first one is here", Place::At(models[0]));
  }
}

// SPV_NV_bindless_texture requires exactly one addressing mode.
void CheckSamplerMode(ModuleContext& context) {
  const Module& module = context.module();
  InstIndex first = kNoInst;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    if (module.record(i).op != Op::kSamplerImageAddressingModeNV) continue;
    if (first == kNoInst) {
      first = i;
      continue;
    }
    context.Report(R("layout.samplerimageaddressingmode.single"), Place::At(i))
        .Note("the first one is here", Place::At(first));
    return;
  }
  if (first == kNoInst) {
    context.Report(R("layout.samplerimageaddressingmode.required"),
                   Place::WholeModule());
  }
}

void CheckSamplerModeWidth(const CheckContext& c) {
  constexpr OperandIndex kWidth =
      grammar::operand::SamplerImageAddressingModeNV::kBitWidth;
  const uint32_t width = c.inst().operand_word(kWidth);
  if (width == 32 || width == 64) return;
  c.Report(R("layout.samplerimageaddressingmode.bit-width"), kWidth, {width});
}

constexpr Check kChecks[] = {
    {Op::kSamplerImageAddressingModeNV, CheckSamplerModeWidth}};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kLayout, CheckSections},
    {Phase::kLayout, CheckMemoryModel},
    {Phase::kLayout, CheckSamplerMode,
     Requires(Capability::kBindlessTextureNV)}};

}  // namespace

extern constinit const Family kModuleLayout(R, kModuleChecks, kChecks);

}  // namespace plumb
