// Extended instruction sets (section 3.3.4): an import must name a specified
// set. ssa/operand_class.cc checks that OpExtInst refers to an import.
//
// The readers check that the set has the instruction, and the families of the
// sets check the operands.
//
// Tested by testdata/rule_test.cc.
#include <iterator>

#include "absl/algorithm/container.h"
#include "parse/suggest.h"
#include "validate/engine/family.h"
#include "validate/facts/non_semantic.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"ext.extinstimport.set-known", "3.3.4",
     "the name must be that of an extended instruction set"},
    WithFix(Declare(Extension::kKhrNonSemanticInfo),
            {"ext.extinstimport.nonsemantic-extension", "3.3.4",
             "before SPIR-V 1.6, a non-semantic set requires extension "
             "SPV_KHR_non_semantic_info"}),
    // Implementations accept such modules.
    Also("extinst.amd.import.extension-declared",
         WithFix(DeclareArgument(0),
                 {"ext.extinstimport.amd-extension", "SPV_AMD_gcn_shader",
                  "the set requires extension {0}", "", Severity::kWarning})),
});

// Sets provided by an extension of the same name.
struct SetOfExtension {
  ExtInstSet set;
  Extension extension;
};
constexpr SetOfExtension kSetsOfExtensions[] = {
    {ExtInstSet::kAmdGcnShader, Extension::kAmdGcnShader},
    {ExtInstSet::kAmdShaderBallot, Extension::kAmdShaderBallot},
    {ExtInstSet::kAmdShaderExplicitVertexParameter,
     Extension::kAmdShaderExplicitVertexParameter},
    {ExtInstSet::kAmdShaderTrinaryMinmax, Extension::kAmdShaderTrinaryMinmax},
};

// The row of a set; null if it is not one of these.
const SetOfExtension* FindExtension(ExtInstSet set) {
  const auto row =
      absl::c_find_if(kSetsOfExtensions,
                      [set](const SetOfExtension& r) { return r.set == set; });
  return row == std::end(kSetsOfExtensions) ? nullptr : &*row;
}

void CheckImport(const CheckContext& c) {
  constexpr OperandIndex kName = operand::ExtInstImport::kName;
  if (IsNonSemanticImport(c.module(), c.inst().result())) {
    // Non-semantic sets need not be known.
    if (HasNonSemanticSets(c.context().features())) return;
    c.Report(R("ext.extinstimport.nonsemantic-extension"), kName);
    return;
  }
  const ExtInstSet set = c.module().imported_set(c.index());
  if (set == ExtInstSet::kNone) {
    DiagnosticBuilder report =
        c.Report(R("ext.extinstimport.set-known"), kName);
    if (!report) return;
    Suggestion suggestion(c.inst().string(kName));
    for (const grammar::ExtInstSetInfo& set_info : grammar::ExtInstSets()) {
      suggestion.Offer(grammar::Text(set_info.name));
    }
    if (!suggestion.best().empty()) {
      report.SuggestString(suggestion.best(), Place::At(c.index(), kName));
    }
  } else if (const SetOfExtension* row = FindExtension(set);
             row != nullptr && !c.context().features().Has(row->extension)) {
    c.Report(R("ext.extinstimport.amd-extension"), kName,
             {grammar::NameOf(row->extension)});
  }
}

constexpr Check kChecks[] = {{Op::kExtInstImport, CheckImport}};

}  // namespace

extern constinit const Family kExtendedSets(R, kChecks);

}  // namespace plumb
