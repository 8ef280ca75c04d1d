#include "validate/engine/logical_match.h"

#include "core/continuation.h"

namespace plumb {

LogicalClasses::LogicalClasses(const ModuleContext& context) {
  const Module& module = context.module();
  class_of_.resize(module.id_bound());
  for (uint32_t id = 0; id < class_of_.size(); ++id) class_of_[id] = id;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Op op = module.record(i).op;
    if (op != Op::kTypeArray && op != Op::kTypeStruct) continue;
    Describe(module, module.inst(i));
    const uint32_t id = module.record(i).result.value;
    class_of_[id] = classes_.try_emplace(key_, id).first->second;
  }
}

void LogicalClasses::Describe(const Module& module, const Inst& type) {
  key_.assign(1, static_cast<uint32_t>(type.op()));
  if (type.op() == Op::kTypeArray) {
    key_.push_back(ClassOf(type.word(2)));
    key_.push_back(type.word(3));  // the length, by its <id>
    return;
  }
  AddMembers(type, 2);
  const InstIndex end = EndOfContinuations(module, type.index());
  for (InstIndex i = type.index() + 1; i < end; ++i) {
    AddMembers(module.inst(i), 1);
  }
}

void LogicalClasses::AddMembers(const Inst& inst, uint32_t first_word) {
  for (uint32_t w = first_word; w < inst.word_count(); ++w) {
    key_.push_back(ClassOf(inst.word(w)));
  }
}

}  // namespace plumb
