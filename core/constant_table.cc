#include "core/constant_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/constant_arithmetic.h"

namespace plumb {

namespace tt = type_trait;

namespace {

// Vectors with more components are not evaluated.
constexpr uint32_t kMaxComponents = 16;
// Instructions that are followed towards a part of a composite, at most.
constexpr int kMaxSteps = 64;
// The first operand of the wrapped instruction, as Inst::Nested() counts.
constexpr uint32_t kFirst = 2;
constexpr uint32_t kSecond = 3;
constexpr uint32_t kThird = 4;
// The first literal index.
constexpr uint32_t kExtractIndexes = 3;
constexpr uint32_t kInsertIndexes = 4;
constexpr uint32_t kShuffleIndexes = 4;

bool IsComposite(Op op) {
  return op == Op::kConstantComposite || op == Op::kSpecConstantComposite;
}

bool IsReplicate(Op op) {
  return op == Op::kConstantCompositeReplicateEXT ||
         op == Op::kSpecConstantCompositeReplicateEXT;
}

// Whether values of a type are evaluated: it has a few integers or Booleans.
bool IsEvaluated(const TypeInfo& type) {
  return type.Is(tt::kInt | tt::kBool) && type.Is(tt::kScalar | tt::kVector) &&
         !type.Is(tt::kCountUnknown) && type.width >= 1 && type.width <= 64 &&
         type.count <= kMaxComponents;
}

}  // namespace

// Indexes into a composite, the outermost on top.
class ConstantTable::Path {
 public:
  bool empty() const { return size_ == 0; }
  uint32_t size() const { return size_; }
  // From the outermost on.
  uint32_t at(uint32_t n) const { return steps_[size_ - 1 - n]; }
  void Drop(uint32_t n) { size_ -= n; }
  // Returns false if the array is full.
  bool Push(uint32_t step) {
    if (size_ == steps_.size()) return false;
    steps_[size_++] = step;
    return true;
  }
  // Puts the operands of `op` from `first` on before the rest.
  bool PushOperands(const Inst& op, uint32_t first) {
    for (uint32_t o = op.operand_count(); o > first; --o) {
      if (!Push(op.operand_word(o - 1))) return false;
    }
    return true;
  }

 private:
  std::array<uint32_t, 32> steps_;
  uint32_t size_ = 0;
};

ScalarConstant ConstantTable::Leaf(const Inst& inst) const {
  ScalarConstant value = EvaluateScalar(*module_, *types_, inst.result());
  if (!value.specializable || specialization_->empty()) return value;
  const auto it = std::lower_bound(
      specialization_->begin(), specialization_->end(), inst.result(),
      [](const SpecializedConstant& c, Id id) { return c.id < id; });
  if (it == specialization_->end() || it->id != inst.result()) return value;
  const TypeInfo& type = types_->Get(inst.result_type());
  return {true, false,
          type.Is(tt::kSigned) ? SignExtended(it->bits, type.width)
                               : static_cast<int64_t>(it->bits)};
}

const ConstantTable::Entry* ConstantTable::Find(InstIndex at) const {
  const auto it = std::lower_bound(
      entries_.begin(), entries_.end(), at,
      [](const Entry& entry, InstIndex i) { return entry.at < i; });
  return it != entries_.end() && it->at == at ? &*it : nullptr;
}

ScalarConstant ConstantTable::Scalar(Id id) const {
  // Fast path: the module has no OpSpecConstantOp and no specialization.
  if (entries_.empty() && specialization_->empty()) {
    return EvaluateScalar(*module_, *types_, id);
  }
  const InstIndex def = module_->def(id);
  if (def == kNoInst) return {};
  const Op op = module_->record(def).op;
  if (op == Op::kConstant) return EvaluateScalar(*module_, *types_, id);
  if (op != Op::kSpecConstantOp) return Leaf(module_->inst(def));
  const Entry* entry = Find(def);
  return entry != nullptr && entry->is_scalar ? values_[entry->first]
                                              : ScalarConstant();
}

ScalarConstant ConstantTable::Component(Id id, uint32_t index) const {
  Path path;
  path.Push(index);
  return PartOf(id, path);
}

bool ConstantTable::Follow(const Inst& op, Id* id, Path* path,
                           bool* specializable) const {
  switch (op.op()) {
    case Op::kCompositeExtract:
      if (op.operand_count() < kExtractIndexes) return false;
      *id = op.id(kFirst);
      return path->PushOperands(op, kExtractIndexes);
    case Op::kCompositeInsert: {
      if (op.operand_count() < kInsertIndexes) return false;
      const uint32_t depth = op.operand_count() - kInsertIndexes;
      uint32_t same = 0;
      while (same < depth && same < path->size() &&
             path->at(same) == op.operand_word(kInsertIndexes + same)) {
        ++same;
      }
      if (same == depth) {
        path->Drop(depth);
        *id = op.id(kFirst);
        return true;
      }
      *id = op.id(kSecond);
      return same < path->size();  // else it is a part of what is asked for
    }
    case Op::kSelect: {
      if (op.operand_count() <= kThird) return false;
      const ScalarConstant condition = Scalar(op.id(kFirst));
      *specializable = *specializable || condition.specializable;
      *id = op.id(condition.value != 0 ? kSecond : kThird);
      return condition.known;
    }
    default:
      return false;
  }
}

ScalarConstant ConstantTable::PartOf(Id id, Path path) const {
  bool specializable = false;
  for (int step = 0; step < kMaxSteps; ++step) {
    const InstIndex def = module_->def(id);
    if (def == kNoInst) return {};
    const Inst inst = module_->inst(def);
    if (inst.op() == Op::kSpecConstantOp) {
      if (const Entry* entry = Find(def)) {
        if (path.size() != (entry->is_scalar ? 0 : 1)) return {};
        const uint32_t n = path.empty() ? 0 : path.at(0);
        if (n >= entry->count) return {};
        ScalarConstant value = values_[entry->first + n];
        value.specializable |= specializable;
        return value;
      }
      if (IsEvaluated(types_->Get(inst.result_type()))) return {};
      if (!Follow(inst.Nested(), &id, &path, &specializable)) return {};
    } else if (path.empty()) {
      ScalarConstant value = Leaf(inst);
      value.specializable |= specializable && value.known;
      return value;
    } else if (IsComposite(inst.op())) {
      const uint32_t n = path.at(0);
      if (n >= inst.operand_count() - kFirst) return {};
      id = inst.id(kFirst + n);
      path.Drop(1);
    } else if (IsReplicate(inst.op())) {
      id = inst.id(kFirst);
      path.Drop(1);
    } else {
      return {inst.op() == Op::kConstantNull,
              specializable && inst.op() == Op::kConstantNull, 0};
    }
  }
  return {};
}

// Evaluates one OpSpecConstantOp.
class ConstantTable::Evaluator {
 public:
  Evaluator(const ConstantTable& table, const Inst& op)
      : table_(table), op_(op), type_(table.types_->Get(op.result_type())) {}

  // Component `n` of the result; a scalar for kMaxComponents.
  ScalarConstant Component(uint32_t n) const {
    switch (op_.op()) {
      case Op::kCompositeExtract: {
        if (op_.operand_count() < kExtractIndexes) return {};
        Path path;
        if (type_.Is(tt::kVector)) path.Push(n);
        if (!path.PushOperands(op_, kExtractIndexes)) return {};
        return table_.PartOf(op_.id(kFirst), path);
      }
      case Op::kCompositeInsert:
        if (op_.operand_count() != kInsertIndexes + 1) return {};
        return op_.operand_word(kInsertIndexes) == n
                   ? table_.Scalar(op_.id(kFirst))
                   : Operand(kSecond, n);
      case Op::kVectorShuffle:
        return Shuffled(n);
      case Op::kSelect:
        return Selected(n);
      default:
        return Calculated(n);
    }
  }

 private:
  const TypeInfo& TypeOf(uint32_t operand) const {
    return table_.types_->TypeOf(*table_.module_, op_.id(operand));
  }

  // A component of an operand, or the operand if it is a scalar.
  ScalarConstant Operand(uint32_t operand, uint32_t n) const {
    if (operand >= op_.operand_count()) return {};
    Path path;
    if (TypeOf(operand).Is(tt::kVector)) path.Push(n);
    return table_.PartOf(op_.id(operand), path);
  }

  ScalarConstant Shuffled(uint32_t n) const {
    if (kShuffleIndexes + n >= op_.operand_count()) return {};
    const uint32_t index = op_.operand_word(kShuffleIndexes + n);
    const TypeInfo& first = TypeOf(kFirst);
    const TypeInfo& second = TypeOf(kSecond);
    if (!first.Is(tt::kVector) || !second.Is(tt::kVector) ||
        ((first.traits | second.traits) & tt::kCountUnknown) != 0) {
      return {};
    }
    if (index < first.count) return Operand(kFirst, index);
    // This is also true for the index 0xffffffff, which selects no component.
    if (index - first.count >= second.count) return {};
    return Operand(kSecond, index - first.count);
  }

  ScalarConstant Selected(uint32_t n) const {
    const ScalarConstant condition = Operand(kFirst, n);
    if (!condition.known) return {};
    ScalarConstant value = Operand(condition.value != 0 ? kSecond : kThird, n);
    value.specializable |= value.known && condition.specializable;
    return value;
  }

  ScalarConstant Calculated(uint32_t n) const {
    Bits bits[2] = {{0, 1}, {0, 1}};
    bool specializable = false;
    const uint32_t end = std::min(op_.operand_count(), kFirst + 2);
    for (uint32_t o = kFirst; o < end; ++o) {
      const ScalarConstant value = Operand(o, n);
      const TypeInfo& type = TypeOf(o);
      if (!value.known || !IsEvaluated(type)) return {};
      specializable |= value.specializable;
      bits[o - kFirst] = {
          LowBits(static_cast<uint64_t>(value.value), type.width), type.width};
    }
    if (end == kFirst) return {};
    const std::optional<uint64_t> result =
        Calculate(op_.op(), bits[0], bits[1], type_.width);
    if (!result.has_value()) return {};
    return {true, specializable,
            type_.Is(tt::kSigned) ? SignExtended(*result, type_.width)
                                  : static_cast<int64_t>(*result)};
  }

  const ConstantTable& table_;
  const Inst op_;
  const TypeInfo& type_;
};

void ConstantTable::Build(const Module& module, const TypeTable& types,
                          const Specialization& specialization) {
  module_ = &module;
  types_ = &types;
  specialization_ = &specialization;
  entries_.clear();
  values_.clear();
  if (!module.Has(Op::kSpecConstantOp)) return;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    if (module.record(i).op != Op::kSpecConstantOp) continue;
    const Inst inst = module.inst(i).Nested();
    if (inst.op() == grammar::kNoOp) continue;  // which has no row to ask
    const TypeInfo& type = types.Get(inst.result_type());
    if (!IsEvaluated(type)) continue;
    const Evaluator evaluator(*this, inst);
    const auto first = static_cast<uint32_t>(values_.size());
    for (uint32_t n = 0; n < type.count; ++n) {
      values_.push_back(evaluator.Component(n));
    }
    entries_.push_back({i, first, type.count, type.Is(tt::kScalar)});
  }
}

}  // namespace plumb
