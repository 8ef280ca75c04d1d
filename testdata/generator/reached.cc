// See reached.h.
#include "testdata/generator/reached.h"

#include <cstdint>

#include "grammar/operands.h"

namespace plumb::generator {
namespace {

void AddEnumerants(Kind kind, uint32_t word, std::set<Feature>* reached) {
  const auto add = [&](uint32_t value) {
    if (grammar::EnumerantByValue(kind, value) != nullptr) {
      reached->insert({grammar::kNoOp, kind, value});
    }
  };
  add(word);
  if (grammar::Info(kind).category != grammar::Category::kBitEnum) return;
  for (uint32_t bits = word; bits != 0; bits &= bits - 1) {
    add(bits & (~bits + 1));
  }
}

void AddConstant(const Module& module, Kind kind, Id id,
                 std::set<Feature>* reached) {
  const InstIndex def = module.def(id);
  if (def == kNoInst) return;
  const Inst inst = module.inst(def);
  if (inst.op() != Op::kConstant) return;
  AddEnumerants(kind, inst.word(3), reached);
}

}  // namespace

void AddReached(const Module& module, std::set<Feature>* reached) {
  for (uint32_t i = 0; i < module.size(); ++i) {
    const Inst inst = module.inst(InstIndex(i));
    reached->insert({inst.op(), Kind::kIdRef, 0});
    for (const Operand& operand : inst.operands()) {
      const uint32_t word = inst.word(operand.word);
      if (operand.kind == Kind::kIdScope) {
        AddConstant(module, Kind::kScope, Id(word), reached);
        continue;
      }
      if (operand.kind == Kind::kIdMemorySemantics) {
        AddConstant(module, Kind::kMemorySemantics, Id(word), reached);
        continue;
      }
      const grammar::Category category = grammar::Info(operand.kind).category;
      if (category == grammar::Category::kValueEnum ||
          category == grammar::Category::kBitEnum) {
        AddEnumerants(operand.kind, word, reached);
      }
    }
  }
}

}  // namespace plumb::generator
