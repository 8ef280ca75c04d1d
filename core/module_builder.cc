#include "core/module_builder.h"

#include <algorithm>
#include <bit>

#include "core/byte_order.h"
#include "core/call_context.h"

namespace plumb {
namespace {

// More than an instruction's words.
constexpr uint32_t kMaxOperands = 0x10000;

// The minimum length of a shared operand list that repeats its last operand.
constexpr uint32_t kCommonOperands = 16;

}  // namespace

void ModuleBuilder::Start(Module* module) {
  module_ = module;
  in_function_ = false;
  Module& m = *module_;
  m.header_ = ModuleHeader();
  m.words_ = {};
  m.owned_words_.clear();
  m.records_.clear();
  // A module that was filled before already begins with these lists.
  const size_t common = common_->operands.size();
  if (m.operands_.size() < common) {
    m.operands_.clear();
    m.operands_.append(common_->operands.begin(), common_->operands.end());
  }
  m.operands_.ResizeUninitialized(common);
  pending_operands_ = static_cast<uint32_t>(common);
  m.origins_.clear();
  m.ids_.clear();
  m.original_ids_.clear();
  m.functions_.clear();
  for (auto* list :
       {&m.capabilities_, &m.extensions_, &m.imports_, &m.memory_models_,
        &m.entry_points_, &m.execution_modes_, &m.names_, &m.decorations_,
        &m.global_variables_, &m.redefinitions_}) {
    list->clear();
  }
  m.unread_.clear();
  m.used_requirements_.assign(grammar::Requirements().size() / 64 + 1, 0);
  m.used_ops_ = {};
  m.global_end_ = kNoInst;
  m.text_ = {};
  for (uint32_t i = 0; i < shared_row_count_; ++i) {
    shared_[shared_rows_[i]] = {};
  }
  shared_row_count_ = 0;
}

void ModuleBuilder::Reserve(uint32_t words, uint32_t instructions) {
  module_->records_.reserve(instructions);
  module_->operands_.reserve(words / 4);
}

ModuleBuilder::CommonLists ModuleBuilder::MakeCommonLists() {
  // They outlive the allocator of the first caller.
  const CallContextScope scope({});
  CommonLists lists;
  for (int row = 0; row < grammar::kOpCount; ++row) {
    const Op op = static_cast<Op>(row);
    const absl::Span<const grammar::OperandPattern> patterns =
        grammar::Operands(grammar::Info(op));
    auto count = static_cast<uint32_t>(patterns.size());
    if (count > 0 && patterns.back().quantifier == grammar::Quantifier::kAny) {
      count = std::max(count, kCommonOperands);
    }
    lists.of_op[row] = {static_cast<uint32_t>(lists.operands.size()),
                        count + 1};
    AddShared(op, count, &lists.operands);
  }
  return lists;
}

const ModuleBuilder::CommonLists& ModuleBuilder::GetCommonLists() {
  static const CommonLists* const lists = new CommonLists(MakeCommonLists());
  return *lists;
}

void ModuleBuilder::AddShared(Op op, uint32_t count,
                              Buffer<Operand>* operands) {
  const absl::Span<const grammar::OperandPattern> patterns =
      grammar::Operands(grammar::Info(op));
  const size_t begin = operands->size();
  operands->ResizeUninitialized(begin + count);
  Operand* const added = operands->data() + begin;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t pattern = std::min<size_t>(i, patterns.size() - 1);
    added[i] = {static_cast<uint16_t>(i + 1), patterns[pattern].kind};
  }
}

void ModuleBuilder::ShareOperands(Op op, uint32_t count) {
  const auto row = static_cast<uint16_t>(op);
  SharedOperands& shared = shared_[row];
  if (shared.limit == 0) {
    Use(op);
    shared_rows_[shared_row_count_++] = row;
    shared = common_->of_op[row];
  }
  if (count < shared.limit) return;
  // Longer instructions may follow.  Doubling keeps the total length of all
  // lists of an opcode proportional to its longest instruction.
  count = std::min<uint32_t>(std::bit_ceil(count), kMaxOperands);
  shared = {static_cast<uint32_t>(module_->operands_.size()), count + 1};
  AddShared(op, count, &module_->operands_);
  pending_operands_ = static_cast<uint32_t>(module_->operands_.size());
}

// An id that has a definition already, or is beyond the table.
void ModuleBuilder::Redefine(InstIndex index, Id result_type, Id result) {
  Module& m = *module_;
  if (result.value >= m.ids_.size()) m.ids_.resize(result.value + 1);
  Definition& entry = m.ids_[result.value];
  if (entry.at == kNoInst) {
    entry = {index, result_type};
  } else {
    m.redefinitions_.push_back(index);
  }
}

void ModuleBuilder::NoteStructure(OpRole role, InstIndex index) {
  Module& m = *module_;
  switch (role) {
    case OpRole::kCapability:
      return m.capabilities_.push_back(index);
    case OpRole::kExtension:
      return m.extensions_.push_back(index);
    case OpRole::kExtInstImport:
      return m.imports_.push_back(index);
    case OpRole::kMemoryModel:
      return m.memory_models_.push_back(index);
    case OpRole::kEntryPoint:
      return m.entry_points_.push_back(index);
    case OpRole::kExecutionMode:
      return m.execution_modes_.push_back(index);
    case OpRole::kName:
      return m.names_.push_back(index);
    case OpRole::kDecoration:
      return m.decorations_.push_back(index);
    case OpRole::kVariable:
      if (m.global_end_ == kNoInst) m.global_variables_.push_back(index);
      return;
    case OpRole::kLabel:
      if (in_function_) ++m.functions_.back().block_count;
      return;
    case OpRole::kFunction:
      if (m.global_end_ == kNoInst) m.global_end_ = index;
      if (in_function_) m.functions_.back().last = index;
      m.functions_.push_back({index, kNoInst, 0});
      in_function_ = true;
      return;
    case OpRole::kFunctionEnd:
      if (in_function_) m.functions_.back().last = index + 1;
      in_function_ = false;
      return;
    default:
      return;
  }
}

void ModuleBuilder::Finish() {
  Module& m = *module_;
  const InstIndex end(m.size());
  if (in_function_) m.functions_.back().last = end;
  if (m.global_end_ == kNoInst) m.global_end_ = end;
  if (m.owned_words_.size() >= kHeaderWords) {
    m.owned_words_[0] = kMagicNumber;
    m.owned_words_[1] = m.header_.version;
    m.owned_words_[2] = m.header_.generator;
    m.owned_words_[3] = m.header_.bound;
    m.owned_words_[4] = m.header_.schema;
    m.words_ = m.owned_words_;
  }
  if constexpr (!kIsLittleEndian) {
    m.little_endian_words_.assign(m.words_.begin(), m.words_.end());
    for (uint32_t& word : m.little_endian_words_) word = LittleEndian(word);
  }
  m.import_sets_.clear();
  for (InstIndex import : m.imports_) {
    constexpr uint32_t kName = 1;
    const Inst inst = m.inst(import);
    m.import_sets_.push_back(
        inst.operand_count() > kName
            ? grammar::ExtInstSetFromName(inst.string(kName))
            : grammar::ExtInstSet::kNone);
  }
}

}  // namespace plumb
