// What modules import and export by the decoration LinkageAttributes (sections
// 2.13, 2.16.1 and 3.17).
//
// The decorations are read once into a list of linked ids; a module without
// the capability Linkage has none, and only its functions without a body are
// looked for.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::Decoration;
using grammar::LinkageType;
using grammar::Op;
using grammar::StorageClass;

constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R({
    Also("linkage.attributes.applies-to",
         Malformed({"linkage.attributes.target", "3.20",
                    "only a function or a variable outside functions can be "
                    "imported or "
                    "exported, not {0}"})),
    {"linkage.export.unique-name", "2.13", "{0} is exported by the same name"},
    ReliesOn(kDecorateOps,
             {"linkage.declaration.needs-import", "2.16.1",
              "function {0} has no body, so it must be imported"}),
    Also("linkage.import.function-no-body",
         {"linkage.definition.not-import", "2.16.1",
          "function {0} is imported, so it must have no body"}),
    Also("linkage.import.variable-no-initializer",
         {"linkage.variable.import-no-initializer", "2.16.1",
          "variable {0} is imported, so it must have no initializer"}),
    {"linkage.entrypoint.not-decorated", "2.16.1",
     "entry point {0} must not be imported or exported"},
    {"function.declaration.not-also-defined", "2.16.1",
     "function {0}, defined in this module, is exported by the same name"},
});

constexpr absl::string_view kDefinedHere = "it is defined here";

// Operands of OpDecorate with LinkageAttributes.
constexpr int kTarget = 0;
constexpr int kDecoration = 1;
constexpr int kName = 2;
constexpr int kLinkageType = 3;

// A function or variable with linkage, and the decoration that gives it.
struct Linked {
  Id target;
  InstIndex decoration;
  LinkageType type;
};

bool HasInitializer(const Inst& variable) {
  return variable.operand_count() > (variable.op() == Op::kVariable ? 3u : 4u);
}

class Linkage {
 public:
  explicit Linkage(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    Collect();
    for (const Linked& linked : linked_) CheckTarget(linked);
    CheckNames();
    CheckDeclarations();
    CheckEntryPoints();
  }

 private:
  void Collect() {
    absl::flat_hash_map<uint32_t, InstIndex> groups;  // with linkage
    for (InstIndex i : module_.decorations()) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kDecorate) {
        if (inst.operand_word(kDecoration) !=
            static_cast<uint32_t>(Decoration::kLinkageAttributes)) {
          continue;
        }
        const InstIndex def = module_.def(inst.id(kTarget));
        if (def != kNoInst && module_.record(def).op == Op::kDecorationGroup) {
          groups[inst.operand_word(kTarget)] = i;
        } else {
          Add(inst.id(kTarget), i);
        }
      } else if (inst.op() == Op::kGroupDecorate && !groups.empty()) {
        const auto group = groups.find(inst.operand_word(0));
        if (group == groups.end()) continue;
        for (uint32_t o = 1; o < inst.operand_count(); ++o) {
          Add(inst.id(o), group->second);
        }
      }
    }
  }

  void Add(Id target, InstIndex decoration) {
    const uint32_t type = module_.inst(decoration).operand_word(kLinkageType);
    linked_.push_back({target, decoration, static_cast<LinkageType>(type)});
  }

  void CheckTarget(const Linked& linked) {
    const InstIndex def = module_.def(linked.target);
    if (def == kNoInst) return;
    const Inst inst = module_.inst(def);
    const bool imported = linked.type == LinkageType::kImport;
    if (inst.op() == Op::kFunction) return;  // with the other functions
    const bool is_variable =
        Is(inst.op(), grammar::OpTrait::kVariable) &&
        inst.operand_word(2) != static_cast<uint32_t>(StorageClass::kFunction);
    if (!is_variable) {
      // Assembler code is exported like a function.  A type with linkage says
      // nothing, and the conformance suite holds it for valid.
      if (inst.op() == Op::kAsmINTEL ||
          Is(inst.op(), grammar::OpTrait::kTypeDeclaration)) {
        return;
      }
      context_
          .Report(R("linkage.attributes.target"),
                  Place::At(linked.decoration, kTarget), {linked.target})
          .Note(kDefinedHere, Place::At(def));
      return;
    }
    if (imported && HasInitializer(inst)) {
      context_
          .Report(R("linkage.variable.import-no-initializer"), Place::At(def),
                  {linked.target})
          .Note("it is imported here", Place::At(linked.decoration));
    }
  }

  void CheckNames() {
    absl::flat_hash_map<absl::string_view, const Linked*> exported;
    for (const Linked& linked : linked_) {
      if (linked.type == LinkageType::kImport) continue;
      const auto [entry, is_new] = exported.emplace(NameOf(linked), &linked);
      if (is_new || entry->second->target == linked.target) continue;
      context_
          .Report(R("linkage.export.unique-name"),
                  Place::At(linked.decoration, kName), {entry->second->target})
          .Note("that name is given here",
                Place::At(entry->second->decoration, kName));
    }
    if (exported.empty()) return;
    for (const Linked& linked : linked_) {
      if (linked.type != LinkageType::kImport) continue;
      const auto entry = exported.find(NameOf(linked));
      if (entry == exported.end() || !IsFunction(linked.target) ||
          !IsFunction(entry->second->target) ||
          entry->second->target == linked.target) {
        continue;
      }
      context_
          .Report(R("function.declaration.not-also-defined"),
                  Place::At(linked.decoration, kName), {entry->second->target})
          .Note("that name is given here",
                Place::At(entry->second->decoration, kName));
    }
  }

  // A function has a body exactly if it is not imported.
  void CheckDeclarations() {
    absl::flat_hash_map<uint32_t, InstIndex> imported;
    for (const Linked& linked : linked_) {
      if (linked.type == LinkageType::kImport) {
        imported.emplace(linked.target.value, linked.decoration);
      }
    }
    const auto functions = module_.functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      if (context_.function_broken(f)) continue;
      const bool has_body = functions[f].block_count > 0;
      if (has_body && imported.empty()) continue;
      const Id id = module_.record(functions[f].first).result;
      const auto import = imported.find(id.value);
      const Place place = Place::At(functions[f].first);
      if (!has_body && import == imported.end()) {
        context_.Report(R("linkage.declaration.needs-import"), place, {id});
      } else if (has_body && import != imported.end()) {
        context_.Report(R("linkage.definition.not-import"), place, {id})
            .Note("it is imported here", Place::At(import->second));
      }
    }
  }

  void CheckEntryPoints() {
    if (linked_.empty()) return;
    absl::flat_hash_set<uint32_t> entry_points;
    for (InstIndex i : module_.entry_points()) {
      const Inst inst = module_.inst(i);
      entry_points.insert(inst.operand_word(
          inst.op() == Op::kConditionalEntryPointINTEL ? 2 : 1));
    }
    for (const Linked& linked : linked_) {
      if (!entry_points.contains(linked.target.value)) continue;
      context_.Report(R("linkage.entrypoint.not-decorated"),
                      Place::At(linked.decoration), {linked.target});
    }
  }

  absl::string_view NameOf(const Linked& linked) const {
    return module_.inst(linked.decoration).string(kName);
  }
  bool IsFunction(Id id) const {
    const InstIndex def = module_.def(id);
    return def != kNoInst && module_.record(def).op == Op::kFunction;
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<Linked> linked_;
};

void CheckLinkage(ModuleContext& context) { Linkage(context).Check(); }

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckLinkage}};

}  // namespace

extern constinit const Family kLinkage = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
