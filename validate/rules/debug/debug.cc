// Names and sources: the classes of operands, and continued sources (section
// 3.3.2).  line_placement.h has the rules about the place of OpLine.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Malformed({"debug.source.file-is-string", "3.3.2",
               "file {0} must be an OpString"}),
    Malformed({"debug.line.file-is-string", "3.3.2",
               "file {0} must be an OpString"}),
    {"debug.membername.type-is-struct", "3.3.2",
     "{0} must be a structure type to have member names"},
    {"debug.membername.member-in-range", "3.3.2",
     "member {2} is out of range: structure {0} has {1} member{1s}"},
    {"debug.sourcecontinued.predecessor", "3.3.2",
     "OpSourceContinued must follow OpSource or OpSourceContinued, not {0}"},
});

constexpr absl::string_view kDefinedHere = "it is defined here";

// Reports `rule` unless the operand is an OpString.
void RequireString(const CheckContext& c, OperandIndex operand,
                   const Rule& rule) {
  const Id file = c.inst().id(operand);
  const InstIndex def = c.module().def(file);
  if (def == kNoInst || c.module().record(def).op == Op::kString) return;
  c.Report(rule, operand, {file}).Note(kDefinedHere, Place::At(def));
}

void CheckSource(const CheckContext& c) {
  // File is optional; without it the text of the source may take its place.
  const auto file = c.inst().Find(operand::Source::kFile);
  if (!file || c.inst().kind(*file) != grammar::Kind::kIdRef) return;
  RequireString(c, *file, R("debug.source.file-is-string"));
}

void CheckLine(const CheckContext& c) {
  RequireString(c, operand::Line::kFile, R("debug.line.file-is-string"));
}

void CheckMemberName(const CheckContext& c) {
  const Id type = c.inst().id(operand::MemberName::kType);
  const InstIndex def = c.module().def(type);
  if (def == kNoInst) return;
  const Inst declaration = c.module().inst(def);
  if (declaration.op() != Op::kTypeStruct) {
    c.Report(R("debug.membername.type-is-struct"), operand::MemberName::kType,
             {type})
        .Note(kDefinedHere, Place::At(def));
    return;
  }
  const uint32_t members = c.context().types().Get(type).count;
  const uint32_t member = c.inst().operand_word(operand::MemberName::kMember);
  if (member >= members) {
    c.Report(R("debug.membername.member-in-range"),
             operand::MemberName::kMember, {type, members, member})
        .Note("the structure is declared here", Place::At(def));
  }
}

// Reports a run of them once.
void CheckSourceContinued(const CheckContext& c) {
  if (c.index() == InstIndex(0)) {
    c.Report(R("debug.sourcecontinued.predecessor"), Place::kWhole,
             {"nothing"});
    return;
  }
  const Op previous = c.module().record(InstIndex(c.index().value - 1)).op;
  if (previous != Op::kSource && previous != Op::kSourceContinued) {
    c.Report(R("debug.sourcecontinued.predecessor"), Place::kWhole, {previous});
  }
}

constexpr Check kChecks[] = {
    {Op::kSource, CheckSource},
    {Op::kLine, CheckLine},
    {Op::kMemberName, CheckMemberName},
    {Op::kSourceContinued, CheckSourceContinued},
};

}  // namespace

extern constinit const Family kDebug(R, kChecks);

}  // namespace plumb
