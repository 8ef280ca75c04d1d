// Pointers to RowMajor matrices under addressing model PhysicalStorageBuffer64
// in Vulkan: only loads and stores may use them.
//
// One walk of the functions finds the pointers to such a matrix or into one.
// It runs only for modules with that addressing model and the decoration.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/family.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace chain = operand::AccessChain;

constexpr Op kDecorateOps[] = {Op::kMemberDecorate};

constexpr RuleTable R({
    ReliesOn(kDecorateOps,
             InVulkan("memory.rowmajor.part-consumer",
                      "{1} points into a RowMajor matrix, so with addressing "
                      "model PhysicalStorageBuffer64 it can be used only by "
                      "loads and stores, not by {0}",
                      "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04709")),
});

enum class Mark : uint8_t {
  kNone,
  kMatrix,  // points to a RowMajor matrix, or to an array of RowMajor matrices
  kPart,    // points into a RowMajor matrix
};

class RowMajorPointers {
 public:
  explicit RowMajorPointers(ModuleContext& context)
      : context_(context),
        module_(context.module()),
        types_(context.types()),
        marks_(module_.id_bound()) {}

  void Visit(const Inst& inst) {
    CheckOperands(inst);
    switch (inst.op()) {
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
        marks_[inst.result().value] = Walk(inst, chain::kIndexes);
        return;
      case Op::kPtrAccessChain:
        marks_[inst.result().value] =
            Walk(inst, operand::PtrAccessChain::kIndexes);
        return;
      default:
        return;
    }
  }

 private:
  Mark MarkOf(Id id) const {
    return id.value < marks_.size() ? marks_[id.value] : Mark::kNone;
  }

  // Follows the indexes of a chain from its base.
  Mark Walk(const Inst& inst, OperandIndex first_index) const {
    const Id base = inst.id(chain::kBase);
    const TypeInfo& pointer = types_.TypeOf(module_, base);
    if (pointer.unknown() || !pointer.Is(tt::kPointer)) return Mark::kNone;
    Mark mark = MarkOf(base);
    Id type = pointer.element;
    for (OperandIndex o = first_index; o < inst.operand_count(); ++o) {
      const TypeInfo& info = types_.Get(type);
      if (info.unknown() || mark == Mark::kPart) return mark;
      if (info.Is(tt::kMatrix)) {
        return mark == Mark::kMatrix ? Mark::kPart : Mark::kNone;
      }
      if (!info.Is(tt::kStruct)) {
        type = info.element;
        continue;
      }
      const ScalarConstant index = context_.constants().Scalar(inst.id(o));
      if (!index.fixed() || index.value < 0 || index.value >= info.count) {
        return Mark::kNone;
      }
      const auto member = static_cast<uint32_t>(index.value);
      mark = context_.decorations().Find(type, member, Decoration::kRowMajor)
                 ? Mark::kMatrix
                 : Mark::kNone;
      type = types_.MemberOf(module_, type, member);
    }
    return mark;
  }

  static bool MayUse(const Inst& inst, OperandIndex operand) {
    switch (inst.op()) {
      case Op::kLoad:
      case Op::kExtInst:  // debug information, or checked elsewhere
        return true;
      case Op::kStore:
        return operand == operand::Store::kPointer;
      default:
        return false;
    }
  }

  void CheckOperands(const Inst& inst) {
    for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
      if (inst.kind(o) != Kind::kIdRef || MarkOf(inst.id(o)) != Mark::kPart ||
          MayUse(inst, o)) {
        continue;
      }
      context_
          .Report(R("memory.rowmajor.part-consumer"),
                  Place::At(inst.index(), o), {inst.op(), inst.id(o)})
          .Note("it is defined here", Place::At(module_.def(inst.id(o))));
    }
  }

  ModuleContext& context_;
  const Module& module_;
  const TypeTable& types_;
  std::vector<Mark> marks_;  // by id
};

void CheckMatrices(ModuleContext& context) {
  if (!context.memory_model().buffer_addresses()) return;
  RowMajorPointers pointers(context);
  for (const FunctionRange& range : context.module().functions()) {
    for (InstIndex i = range.first; i < range.last; ++i) {
      pointers.Visit(context.module().inst(i));
    }
  }
}

}  // namespace

extern constinit const Family kRowMajor(
    R, kModuleCheck<Phase::kSummaries, CheckMatrices, Api::kVulkan,
                    Decoration::kRowMajor>);

}  // namespace plumb
