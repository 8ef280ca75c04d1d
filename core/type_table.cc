#include "core/type_table.h"

#include <algorithm>
#include <array>
#include <bit>

#include "absl/algorithm/container.h"
#include "core/continuation.h"
#include "core/op_role.h"

namespace plumb {
namespace {

namespace tt = type_trait;
namespace part = type_part;

// Traits that follow from the opcode; 0 if it does not declare a type.
TypeTraits TypeTraitsOf(Op op) {
  switch (op) {
    case Op::kTypeVoid:
      return tt::kVoid;
    case Op::kTypeBool:
      return tt::kScalar | tt::kBool;
    case Op::kTypeInt:
      return tt::kScalar | tt::kInt;
    case Op::kTypeFloat:
      return tt::kScalar | tt::kFloat;
    case Op::kTypeVector:
      return tt::kVector;
    case Op::kTypeVectorIdEXT:
      return tt::kVector | tt::kCountUnknown;
    case Op::kTypeMatrix:
      return tt::kMatrix;
    case Op::kTypeCooperativeMatrixKHR:
    case Op::kTypeCooperativeMatrixNV:
      return tt::kCooperativeMatrix | tt::kCountUnknown;
    case Op::kTypeArray:
      return tt::kArray;
    case Op::kTypeRuntimeArray:
      return tt::kRuntimeArray;
    case Op::kTypeStruct:
      return tt::kStruct;
    case Op::kTypePointer:
    case Op::kTypeForwardPointer:
      return tt::kPointer;
    case Op::kTypeUntypedPointerKHR:
      return tt::kUntypedPointer;
    case Op::kTypeFunction:
      return tt::kFunction;
    case Op::kTypeImage:
      return tt::kImage;
    case Op::kTypeSampler:
      return tt::kSampler;
    case Op::kTypeSampledImage:
      return tt::kSampledImage;
    case Op::kTypeTensorARM:
      return tt::kTensor;
    default:
      return RoleOf(op) == OpRole::kType ? tt::kOpaque : 0;
  }
}

constexpr TypeTraits kComponentTraits =
    tt::kComponentMask | tt::kSigned | tt::kOtherEncoding;

constexpr uint32_t kMaxShortVector = 4;  // components

// The first member operand of a structure type and of its continuations.
constexpr uint32_t kFirstMember = 2;
constexpr uint32_t kFirstContinuedMember = 1;

TypeParts PartOfPointer(StorageClass storage) {
  return storage == StorageClass::kPhysicalStorageBuffer ? part::kBufferPointer
                                                         : part::kOtherPointer;
}

TypeParts PartOfInt(uint32_t width) {
  switch (width) {
    case 8:
      return part::kInt8;
    case 16:
      return part::kInt16;
    case 32:
      return part::kInt32;
    case 64:
      return part::kInt64;
    default:
      return part::kOtherInt;
  }
}

TypeParts PartOfFloat(const TypeInfo& info) {
  if (info.Is(tt::kOtherEncoding)) return part::kOtherFloat;
  switch (info.width) {
    case 16:
      return part::kFloat16;
    case 32:
      return part::kFloat32;
    case 64:
      return part::kFloat64;
    default:
      return part::kOtherFloat;
  }
}

// The part that a shape implies, by the bit number of the shape; 0 if the shape
// is not sufficient.
constexpr std::array<TypeParts, 16> MakePartOfShape() {
  struct Row {
    TypeTraits shape;
    TypeParts part;
  };
  constexpr Row kRows[] = {
      {tt::kVoid, part::kVoid},
      {tt::kVector, part::kVector},
      {tt::kMatrix, part::kMatrix},
      {tt::kCooperativeMatrix, part::kCooperativeMatrix},
      {tt::kArray, part::kArray},
      {tt::kRuntimeArray, part::kRuntimeArray},
      {tt::kStruct, part::kStruct},
      {tt::kFunction, part::kFunction},
      {tt::kImage, part::kImage},
      {tt::kSampler, part::kSampler},
      {tt::kSampledImage, part::kSampledImage},
      {tt::kTensor, part::kTensor},
  };
  std::array<TypeParts, 16> parts{};
  for (const Row& row : kRows) parts[std::countr_zero(row.shape)] = row.part;
  return parts;
}
constexpr std::array<TypeParts, 16> kPartOfShape = MakePartOfShape();

// Types whose parts include their component or element.
constexpr TypeTraits kHoldsElement =
    tt::kVector | tt::kMatrix | tt::kArray | tt::kRuntimeArray;

TypeParts PartOfOpaque(Op op) {
  switch (op) {
    case Op::kTypeAccelerationStructureKHR:
      return part::kAccelerationStructure;
    case Op::kTypeEvent:
    case Op::kTypeDeviceEvent:
    case Op::kTypeReserveId:
    case Op::kTypeQueue:
    case Op::kTypeAvcImePayloadINTEL:
    case Op::kTypeAvcRefPayloadINTEL:
    case Op::kTypeAvcSicPayloadINTEL:
    case Op::kTypeAvcMcePayloadINTEL:
    case Op::kTypeAvcMceResultINTEL:
    case Op::kTypeAvcImeResultINTEL:
    case Op::kTypeAvcImeResultSingleReferenceStreamoutINTEL:
    case Op::kTypeAvcImeResultDualReferenceStreamoutINTEL:
    case Op::kTypeAvcImeSingleReferenceStreaminINTEL:
    case Op::kTypeAvcImeDualReferenceStreaminINTEL:
    case Op::kTypeAvcRefResultINTEL:
    case Op::kTypeAvcSicResultINTEL:
      return part::kOpaqueWithNull;
    default:
      return part::kOpaqueWithoutNull;
  }
}

// The words of an instruction.
const uint32_t* WordsOf(const Module& module, InstIndex i) {
  return module.words().data() + module.record(i).first_word;
}

// Whether a vector type has more than four components, or may have.
bool IsLong(const Module& module, InstIndex vector) {
  constexpr uint32_t kCount = 3;   // word
  constexpr uint32_t kNumber = 3;  // word of OpConstant
  const uint32_t count_word = WordsOf(module, vector)[kCount];
  if (module.record(vector).op == Op::kTypeVector) {
    return count_word > kMaxShortVector;
  }
  const InstIndex def = module.def(Id(count_word));
  if (def == kNoInst || module.record(def).op != Op::kConstant) return true;
  const Inst count = module.inst(def);
  return count.word_count() != kNumber + 1 ||
         count.word(kNumber) > kMaxShortVector;
}

}  // namespace

void TypeTable::Build(const Module& module) {
  row_of_.assign(module.id_bound(), 0);
  rows_.assign(1, TypeInfo());
  ids_.assign(1, kNoId);
  continuations_.clear();
  any_traits_ = 0;
  any_parts_ = 0;
  core_storage_classes_ = 0;
  other_storage_classes_.clear();
  const uint32_t end = module.global_end().value;
  for (InstIndex i(0); i.value < end; ++i) {
    const InstRecord& record = module.record(i);
    if (record.result == kNoId || RoleOf(record.op) != OpRole::kType) continue;
    // On a redefined id, only the type that def() refers to is kept.
    if (module.def(record.result) != i) continue;
    if (record.op == Op::kTypeStruct) ReadContinuations(module, i);
    // Described first: one that is a part of itself has no row to look up yet.
    const uint32_t row = row_count();
    TypeInfo info;
    Describe(module, i, &info);
    rows_.push_back(info);
    row_of_[record.result.value] = row;
    ids_.push_back(record.result);
    Note(info);
  }
}

void TypeTable::Note(const TypeInfo& info) {
  any_traits_ |= info.traits;
  any_parts_ |= info.parts;
  if (!info.Is(tt::kAnyPointer)) return;
  const auto number = static_cast<uint32_t>(info.storage_class);
  if (number < kCoreStorageClasses) {
    core_storage_classes_ |= 1u << number;
  } else if (!AnyPointsIntoOther(info.storage_class)) {
    other_storage_classes_.push_back(info.storage_class);
  }
}

bool TypeTable::AnyPointsIntoOther(StorageClass storage) const {
  if (other_storage_classes_.empty()) return false;
  return other_storage_classes_.size() > kMaxOtherStorageClasses ||
         absl::c_linear_search(other_storage_classes_, storage);
}

void TypeTable::ReadContinuations(const Module& module, InstIndex structure) {
  uint32_t member = module.word_count(structure) - kFirstMember;
  const InstIndex end = EndOfContinuations(module, structure);
  for (InstIndex i = structure + 1; i < end; ++i) {
    continuations_.push_back({structure, member, i});
    member += module.word_count(i) - kFirstContinuedMember;
  }
}

// Uses the continuations of the structure that was read last.
uint32_t TypeTable::MemberCount(const Module& module,
                                InstIndex structure) const {
  if (continuations_.empty() || continuations_.back().structure != structure) {
    return module.word_count(structure) - kFirstMember;
  }
  const Continuation& last = continuations_.back();
  return last.first_member + module.word_count(last.at) - kFirstContinuedMember;
}

Id TypeTable::MemberOf(const Module& module, Id structure,
                       uint32_t member) const {
  const TypeInfo& info = Get(structure);
  if (!info.Is(tt::kStruct) || info.poisoned() || member >= info.count) {
    return kNoId;
  }
  const InstIndex def = module.def(structure);
  const uint32_t* const words = WordsOf(module, def);
  return kFirstMember + member < words[0] >> 16
             ? Id(words[kFirstMember + member])
             : ContinuedMember(module, def, member);
}

// A member that a continuation states.
Id TypeTable::ContinuedMember(const Module& module, InstIndex structure,
                              uint32_t member) const {
  const auto after = std::partition_point(
      continuations_.begin(), continuations_.end(), [&](const Continuation& c) {
        return c.structure < structure ||
               (c.structure == structure && c.first_member <= member);
      });
  const Continuation& part = *(after - 1);
  return Id(WordsOf(
      module, part.at)[kFirstContinuedMember + member - part.first_member]);
}

void TypeTable::Describe(const Module& module, InstIndex type,
                         TypeInfo* info) const {
  const Op op = module.record(type).op;
  const uint32_t* const words = WordsOf(module, type);
  info->traits = TypeTraitsOf(op);
  info->count = 1;
  switch (op) {
    case Op::kTypeBool:
      info->width = 1;
      break;
    case Op::kTypeInt:
      info->width = words[2];
      if (words[3] != 0) info->traits |= tt::kSigned;
      break;
    case Op::kTypeFloat:
      info->width = words[2];
      if (words[0] >> 16 > 3) info->traits |= tt::kOtherEncoding;
      break;
    case Op::kTypeVector:
    case Op::kTypeMatrix:
      info->count = words[3];
      [[fallthrough]];
    case Op::kTypeVectorIdEXT:
    case Op::kTypeCooperativeMatrixKHR:
    case Op::kTypeCooperativeMatrixNV: {
      info->element = Id(words[2]);
      const TypeInfo& component = Get(info->element);
      info->traits |= component.traits & kComponentTraits;
      info->width = component.width;
      break;
    }
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray:
    case Op::kTypeSampledImage:
    case Op::kTypeTensorARM:
    case Op::kTypeImage:
      info->element = Id(words[2]);
      break;
    case Op::kTypeStruct:
      info->count = MemberCount(module, type);
      break;
    case Op::kTypeFunction:
      info->element = Id(words[2]);
      info->count = (words[0] >> 16) - 3;
      break;
    case Op::kTypePointer:
      info->element = Id(words[3]);
      [[fallthrough]];
    case Op::kTypeUntypedPointerKHR:
      info->storage_class = StorageClass{words[2]};
      break;
    default:
      break;
  }
  info->parts = PartsOf(module, type, *info);
}

TypeParts TypeTable::PartsOf(const Module& module, InstIndex type,
                             const TypeInfo& info) const {
  if (info.Is(tt::kAnyPointer)) return PartOfPointer(info.storage_class);
  if (info.Is(tt::kScalar)) {
    if (info.Is(tt::kBool)) return part::kBool;
    return info.Is(tt::kInt) ? PartOfInt(info.width) : PartOfFloat(info);
  }
  if (info.Is(tt::kOpaque)) return PartOfOpaque(module.record(type).op);
  TypeParts parts = kPartOfShape[std::countr_zero(info.traits)];
  if (info.Is(tt::kVector) && IsLong(module, type)) parts |= part::kLongVector;
  if (info.Is(kHoldsElement)) parts |= PartsOfMember(module, info.element);
  if (info.Is(tt::kStruct)) parts |= PartsOfStruct(module, type);
  return parts;
}

TypeParts TypeTable::PartsOfStruct(const Module& module,
                                   InstIndex structure) const {
  TypeParts parts = 0;
  const auto add_members = [&](InstIndex i, uint32_t first) {
    const uint32_t* const words = WordsOf(module, i);
    for (uint32_t w = first; w < words[0] >> 16; ++w) {
      parts |= PartsOfMember(module, Id(words[w]));
    }
  };
  add_members(structure, kFirstMember);
  const InstIndex end = EndOfContinuations(module, structure);
  for (InstIndex i = structure + 1; i < end; ++i) {
    add_members(i, kFirstContinuedMember);
  }
  return parts;
}

// A pointer may be declared later (OpTypeForwardPointer).
TypeParts TypeTable::PartsOfMember(const Module& module, Id type) const {
  const TypeInfo& info = Get(type);
  if (info.traits != 0) return info.parts;
  const InstIndex def = module.def(type);
  if (def == kNoInst) return 0;
  const Op op = module.record(def).op;
  if (op != Op::kTypePointer && op != Op::kTypeUntypedPointerKHR) return 0;
  return PartOfPointer(StorageClass{module.inst(def).word(2)});
}

Id TypeTable::FindPart(const Module& module, Id type,
                       TypeParts expected) const {
  if (!Get(type).Contains(expected)) return kNoId;
  for (;;) {
    const TypeInfo& info = Get(type);
    const InstIndex at = module.def(type);
    const auto leads_on = [&](Id id) {
      const TypeInfo& next = Get(id);
      // Each step goes to an earlier type, or to a pointer, which ends the
      // search.
      return next.Contains(expected) &&
             (next.Is(tt::kAnyPointer) || module.def(id) < at);
    };
    Id next;
    if (info.Is(kHoldsElement)) {
      if (leads_on(info.element)) next = info.element;
    } else if (info.Is(tt::kStruct)) {
      uint32_t m = 0;
      while (m < info.count && !leads_on(MemberOf(module, type, m))) ++m;
      if (m < info.count) next = MemberOf(module, type, m);
    }
    if (next == kNoId) return type;
    type = next;
  }
}

void TypeTable::Poison(Id type) {
  if (type.value >= row_of_.size() || row_of_[type.value] == 0) return;
  TypeInfo& info = rows_[row_of_[type.value]];
  info.traits = tt::kPoisoned;
  info.parts = 0;
}

}  // namespace plumb
