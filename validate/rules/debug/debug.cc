// Names and source positions: what their operands refer to (section 3.32.2).
// Where they stand is a matter of layout (validate/layout).
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Op;

constexpr RuleTable R({
    Malformed({"debug.source.file-is-string", "3.32.2",
               "file {0} must be an OpString"}),
    Malformed({"debug.line.file-is-string", "3.32.2",
               "file {0} must be an OpString"}),
    {"debug.membername.type-is-struct", "3.32.2",
     "{0} must be a structure type to have members with names"},
    {"debug.membername.member-in-range", "3.32.2",
     "structure {0} has {1} members, so there is no member {2}"},
});

constexpr absl::string_view kDefinedHere = "it is defined here";

// Says `rule` unless the operand is an OpString.
void RequireString(const CheckContext& c, int operand, const Rule& rule) {
  const Id file = c.inst().id(operand);
  const InstIndex def = c.module().def(file);
  if (def == kNoInst || c.module().record(def).op == Op::kString) return;
  c.Report(rule, operand, {file}).Note(kDefinedHere, Place::At(def));
}

void CheckSource(const CheckContext& c) {
  constexpr int kFile = 2;  // optional
  if (c.inst().operand_count() <= kFile ||
      c.inst().kind(kFile) != grammar::Kind::kIdRef) {
    return;
  }
  RequireString(c, kFile, R("debug.source.file-is-string"));
}

void CheckLine(const CheckContext& c) {
  RequireString(c, 0, R("debug.line.file-is-string"));
}

void CheckMemberName(const CheckContext& c) {
  constexpr int kType = 0;
  constexpr int kMember = 1;
  const Id type = c.inst().id(kType);
  const InstIndex def = c.module().def(type);
  if (def == kNoInst) return;
  if (c.module().record(def).op != Op::kTypeStruct) {
    c.Report(R("debug.membername.type-is-struct"), kType, {type})
        .Note(kDefinedHere, Place::At(def));
    return;
  }
  const uint32_t members = c.module().word_count(def) - 2;
  const uint32_t member = c.inst().operand_word(kMember);
  if (member >= members) {
    c.Report(R("debug.membername.member-in-range"), kMember,
             {type, members, member})
        .Note("the structure is declared here", Place::At(def));
  }
}

constexpr Op kSources[] = {Op::kSource};
constexpr Op kLines[] = {Op::kLine};
constexpr Op kMemberNames[] = {Op::kMemberName};
constexpr Check kChecks[] = {
    {kSources, CheckSource},
    {kLines, CheckLine},
    {kMemberNames, CheckMemberName},
};

}  // namespace

extern constinit const Family kDebug = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
