#include "validate/analysis/pointers.h"

#include <algorithm>
#include <array>

#include "absl/types/span.h"
#include "core/constant.h"

namespace plumb {

namespace tt = type_trait;
namespace path = pointer_path;

// An instruction that makes a pointer from one of its operands, or from several
// operands that are `stride` apart.
struct Pointers::Step {
  Op op;
  uint8_t operand;  // the first
  uint8_t stride;   // 0: there is one only
  PointerPath path;
  uint8_t first_index;  // of a chain; 0: it walks nowhere
  // Whether the definition of variable pointers makes the result one; otherwise
  // it is one if the operand is.
  bool makes_variable;
  bool keeps_variable;
};

namespace {

constexpr bool kMakes = true;
constexpr bool kKeeps = true;

constexpr uint32_t kFirstArgument = 3;  // of OpFunctionCall

// The root of a pointer that is not made from another one.
PointerRoot RootOf(Op op) {
  switch (op) {
    case Op::kVariable:
    case Op::kUntypedVariableKHR:
      return PointerRoot::kVariable;
    case Op::kFunctionParameter:
      return PointerRoot::kParameter;
    case Op::kConstantNull:
      return PointerRoot::kNull;
    case Op::kUndef:
      return PointerRoot::kUndef;
    case Op::kLoad:
      return PointerRoot::kLoad;
    case Op::kFunctionCall:
      return PointerRoot::kCall;
    default:
      return PointerRoot::kOther;
  }
}

bool IsVariablePointer(PointerRoot root) {
  return root == PointerRoot::kNull || root == PointerRoot::kLoad ||
         root == PointerRoot::kCall;
}

// A choice takes the higher rank; two different objects give kSeveral.
constexpr int kObject = 3;
int RankOf(PointerRoot root) {
  switch (root) {
    case PointerRoot::kUnknown:
      return 0;
    case PointerRoot::kUndef:
      return 1;
    case PointerRoot::kNull:
      return 2;
    default:
      return kObject;
  }
}

}  // namespace

const Pointers::Step* Pointers::StepOf(Op op) {
  static constexpr Step kSteps[] = {
      {Op::kAccessChain, 2, 0, path::kChain, 3, false, kKeeps},
      {Op::kInBoundsAccessChain, 2, 0, path::kChain, 3, false, kKeeps},
      {Op::kUntypedAccessChainKHR, 3, 0, path::kChain, 4, false, kKeeps},
      {Op::kUntypedInBoundsAccessChainKHR, 3, 0, path::kChain, 4, false,
       kKeeps},
      {Op::kPtrAccessChain, 2, 0, path::kElementChain, 4, kMakes, kKeeps},
      {Op::kInBoundsPtrAccessChain, 2, 0, path::kElementChain, 4, false,
       kKeeps},
      {Op::kUntypedPtrAccessChainKHR, 3, 0, path::kElementChain, 5, kMakes,
       kKeeps},
      {Op::kUntypedInBoundsPtrAccessChainKHR, 3, 0, path::kElementChain, 5,
       false, kKeeps},
      {Op::kRawAccessChainNV, 2, 0, path::kElementChain, 0, false, kKeeps},
      {Op::kCopyObject, 2, 0, path::kCopy, 0, false, kKeeps},
      {Op::kFPGARegALTERA, 2, 0, path::kCopy, 0, false, kKeeps},
      {Op::kSelect, 3, 1, path::kChoice, 0, kMakes, kKeeps},
      {Op::kPhi, 2, 2, path::kChoice, 0, kMakes, kKeeps},
      {Op::kBitcast, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kPtrCastToGeneric, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kGenericCastToPtr, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kGenericCastToPtrExplicit, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kPtrCastToCrossWorkgroupALTERA, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kCrossWorkgroupCastToPtrALTERA, 2, 0, path::kCast, 0, false, kKeeps},
      {Op::kImageTexelPointer, 2, 0, path::kTexel, 0, false, false},
      {Op::kUntypedImageTexelPointerEXT, 3, 0, path::kTexel, 0, false, false},
      {Op::kBufferPointerEXT, 2, 0, path::kBuffer, 0, false, false},
  };
  // By row of the grammar: one more than the number of the step.
  static constexpr auto kStepOf = [] {
    std::array<uint8_t, grammar::kOpCount> step_of{};
    uint8_t number = 0;
    for (const Step& step : kSteps) {
      step_of[static_cast<size_t>(step.op)] = ++number;
    }
    return step_of;
  }();
  const uint8_t number = kStepOf[static_cast<size_t>(op)];
  return number == 0 ? nullptr : &kSteps[number - 1];
}

void Pointers::Build(const Module& module, const TypeTable& types,
                     const MemoryModel& memory_model) {
  module_ = &module;
  types_ = &types;
  memory_model_ = &memory_model;
  origins_.assign(module.id_bound(), PointerOrigin());
  edges_.clear();
  calls_.clear();
  changed_.clear();
  later_.clear();
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const Op op = module.record(i).op;
    if (StepOf(op) != nullptr) {
      Visit(module.inst(i));
    } else if (op == Op::kFunctionCall) {
      VisitCall(module.inst(i));
    } else if (op == Op::kSpecConstantOp) {
      const Inst nested = module.inst(i).Nested();
      if (nested.op() != grammar::kNoOp && StepOf(nested.op()) != nullptr) {
        Visit(nested);
      }
    }
  }
  if (!calls_.empty()) LinkArguments();
  if (!later_.empty() || !changed_.empty()) Settle();
}

bool Pointers::IsPointer(Id type) const {
  const TypeInfo& info = types_->Get(type);
  return !info.unknown() && info.Is(tt::kAnyPointer);
}

bool Pointers::IsLogical(Id type) const {
  return memory_model_->IsLogical(types_->Get(type).storage_class);
}

// Whether an access chain selects a part of a matrix.  Structure indexes have
// not been checked yet.
bool Pointers::WalksIntoMatrix(const Inst& chain) const {
  const Step& step = *StepOf(chain.op());
  if (step.first_index == 0) return false;
  constexpr uint32_t kBaseType = 2;
  const bool typed = step.operand == kBaseType;
  Id type = chain.id(kBaseType);
  if (typed) type = types_->TypeOf(*module_, type).element;
  for (uint32_t o = step.first_index; o < chain.operand_count(); ++o) {
    const TypeInfo& info = types_->Get(type);
    if (info.unknown() || !info.Contains(type_part::kMatrix)) return false;
    if (info.Is(tt::kMatrix)) return true;
    if (!info.Is(tt::kStruct)) {
      type = info.element;
      continue;
    }
    const ScalarConstant member =
        EvaluateScalar(*module_, *types_, chain.id(o));
    if (!member.known) return false;
    type =
        types_->MemberOf(*module_, type, static_cast<uint32_t>(member.value));
  }
  return false;
}

void Pointers::Visit(const Inst& inst) {
  const Step& step = *StepOf(inst.op());
  const Id result = inst.result();
  if (module_->def(result) != inst.index() || !IsPointer(inst.result_type())) {
    return;
  }
  origins_[result.value].path = step.path;
  if (WalksIntoMatrix(inst)) {
    origins_[result.value].path |= path::kMatrixPart;
  }
  origins_[result.value].is_variable =
      step.makes_variable && IsLogical(inst.result_type());
  const uint32_t stride = std::max<uint32_t>(step.stride, 1);
  const uint32_t end =
      step.stride == 0 ? step.operand + 1u : inst.operand_count();
  bool from_pointer = false;
  for (uint32_t o = step.operand; o < end; o += stride) {
    const Id from = inst.id(o);
    if (!IsPointer(module_->type_of(from))) continue;
    from_pointer = true;
    // Later definitions are propagated once all instructions were visited.
    if (module_->def(from) >= inst.index()) {
      later_.push_back(static_cast<uint32_t>(edges_.size()));
    }
    Link({from, result, step.keeps_variable, false});
  }
  if (!from_pointer) {
    origins_[result.value].root = result;
    origins_[result.value].path = 0;
    origins_[result.value].kind = PointerRoot::kOther;
  }
}

void Pointers::VisitCall(const Inst& call) {
  for (uint32_t o = kFirstArgument; o < call.operand_count(); ++o) {
    if (!IsPointer(module_->type_of(call.id(o)))) continue;
    calls_.push_back(call.index());
    return;
  }
}

// The origin of an id before (or after some of) its incoming edges.
PointerOrigin Pointers::StartAt(Id id) const {
  PointerOrigin origin = origins_[id.value];
  const InstIndex def = module_->def(id);
  if (origin.kind != PointerRoot::kUnknown || def == kNoInst) return origin;
  const Op op = module_->record(def).op;
  if (StepOf(op) != nullptr) return origin;
  origin.root = id;
  origin.kind = RootOf(op);
  origin.may_be_null = origin.kind == PointerRoot::kNull;
  if (IsVariablePointer(origin.kind)) {
    origin.is_variable = IsLogical(module_->type_of(id));
  }
  return origin;
}

void Pointers::JoinRoot(const PointerOrigin& from, PointerOrigin* to) const {
  if (from.root == to->root) {
    if (from.kind == PointerRoot::kSeveral) to->kind = from.kind;
  } else if (RankOf(from.kind) < kObject || RankOf(to->kind) < kObject) {
    if (RankOf(from.kind) <= RankOf(to->kind)) return;
    to->root = from.root;
    to->kind = from.kind;
  } else {
    to->kind = PointerRoot::kSeveral;
    if (!IsVariable(to->root) && IsVariable(from.root)) to->root = from.root;
  }
}

bool Pointers::IsVariable(Id root) const {
  return RootOf(module_->record(module_->def(root)).op) ==
         PointerRoot::kVariable;
}

// Whether anything has changed at the end of the edge.
bool Pointers::Join(const Edge& edge) {
  const PointerOrigin from = StartAt(edge.from);
  PointerOrigin& to = origins_[edge.to.value];
  const PointerOrigin before = to;
  if (edge.keeps_variable && from.is_variable) to.is_variable = true;
  if (edge.to_parameter) {
    to.path |= from.path & path::kMatrixPart;
  } else {
    to.path |= from.path;
    if (from.may_be_null) to.may_be_null = true;
    JoinRoot(from, &to);
  }
  return to != before;
}

bool Pointers::Link(const Edge& edge) {
  edges_.push_back(edge);
  return Join(edge);
}

void Pointers::ListParameters() {
  parameters_.clear();
  first_parameter_.clear();
  for (const FunctionRange& function : module_->functions()) {
    first_parameter_.push_back(static_cast<uint32_t>(parameters_.size()));
    for (InstIndex i = function.first; i < function.last; ++i) {
      const InstRecord& record = module_->record(i);
      if (record.op == Op::kLabel) break;
      if (record.op == Op::kFunctionParameter) {
        parameters_.push_back(record.result);
      }
    }
  }
  first_parameter_.push_back(static_cast<uint32_t>(parameters_.size()));
}

absl::Span<const Id> Pointers::ParametersOf(Id function) const {
  const InstIndex def = module_->def(function);
  const absl::Span<const FunctionRange> functions = module_->functions();
  const auto at = std::lower_bound(
      functions.begin(), functions.end(), def,
      [](const FunctionRange& f, InstIndex i) { return f.first < i; });
  if (at == functions.end() || at->first != def) return {};
  const auto f = static_cast<size_t>(at - functions.begin());
  return absl::MakeConstSpan(parameters_)
      .subspan(first_parameter_[f],
               first_parameter_[f + 1] - first_parameter_[f]);
}

void Pointers::LinkArguments() {
  constexpr uint32_t kCallee = 2;
  ListParameters();
  for (InstIndex i : calls_) {
    const Inst call = module_->inst(i);
    const absl::Span<const Id> parameters = ParametersOf(call.id(kCallee));
    for (uint32_t o = kFirstArgument; o < call.operand_count(); ++o) {
      const uint32_t p = o - kFirstArgument;
      if (p >= parameters.size()) break;
      const Id argument = call.id(o);
      if (!IsPointer(module_->type_of(argument)) ||
          !IsPointer(module_->type_of(parameters[p]))) {
        continue;
      }
      if (Link({argument, parameters[p], true, true})) {
        changed_.push_back(parameters[p]);
      }
    }
  }
}

// Follows each change once; changes are monotonic.
void Pointers::Settle() {
  for (uint32_t edge : later_) {
    if (Join(edges_[edge])) changed_.push_back(edges_[edge].to);
  }
  if (changed_.empty()) return;
  followed_.Build(module_->id_bound(), edges_,
                  [](const Edge& edge) { return edge.from.value; });
  while (!changed_.empty()) {
    const Id id = changed_.back();
    changed_.pop_back();
    for (const Edge& edge : followed_[id.value]) {
      if (Join(edge)) changed_.push_back(edge.to);
    }
  }
}

PointerOrigin Pointers::OriginOf(Id pointer) const {
  if (module_ == nullptr || !IsPointer(module_->type_of(pointer))) {
    return PointerOrigin();
  }
  return StartAt(pointer);
}

bool Pointers::IsMemoryObjectDeclaration(Id pointer) const {
  const PointerOrigin origin = OriginOf(pointer);
  return origin.root == pointer && (origin.kind == PointerRoot::kVariable ||
                                    origin.kind == PointerRoot::kParameter);
}

}  // namespace plumb
