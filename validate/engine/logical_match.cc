#include "validate/engine/logical_match.h"

#include "core/constant.h"

namespace plumb {

LogicalClasses::LogicalClasses(const ModuleContext& context) {
  const Module& module = context.module();
  class_of_.resize(module.id_bound());
  for (uint32_t id = 0; id < class_of_.size(); ++id) class_of_[id] = id;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Op op = module.record(i).op;
    if (op != Op::kTypeArray && op != Op::kTypeStruct) continue;
    Describe(context, module.inst(i));
    const uint32_t id = module.record(i).result.value;
    class_of_[id] = classes_.try_emplace(key_, id).first->second;
  }
}

void LogicalClasses::Describe(const ModuleContext& context, const Inst& type) {
  key_.assign(1, static_cast<uint32_t>(type.op()));
  if (type.op() == Op::kTypeStruct) {
    for (uint32_t w = 2; w < type.word_count(); ++w) {
      key_.push_back(ClassOf(type.word(w)));
    }
    return;
  }
  key_.push_back(ClassOf(type.word(2)));
  const ScalarConstant length = context.constants().Scalar(Id(type.word(3)));
  if (length.fixed()) {
    const auto bits = static_cast<uint64_t>(length.value);
    key_.push_back(static_cast<uint32_t>(bits));
    key_.push_back(static_cast<uint32_t>(bits >> 32));
  } else {
    key_.push_back(type.word(3));
  }
}

}  // namespace plumb
