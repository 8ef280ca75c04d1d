// The facts of the SPIR-V instruction set, as tables generated at build time
// from the machine-readable grammar (grammar/generator), and look-ups in them.
//
// Every opcode of the grammar has a *row*, a dense number; the values of
// grammar::Op are the rows (Op::kIAdd), so tables by opcode are plain arrays.
// Operand kinds (Kind) and their enumerants are rows too.  Names are in one
// string blob and lists in flat arrays: the tables hold no pointers, and need
// no relocation and no start-up work.  All look-ups are O(1).
//
// Tested by grammar_test.cc.
#ifndef PLUMB_GRAMMAR_GRAMMAR_H_
#define PLUMB_GRAMMAR_GRAMMAR_H_

#include <bit>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "grammar/enums.h"  // generated: Op, Kind, Class, Capability, ...
#include "grammar/hash.h"
#include "grammar/op_traits.h"
#include "grammar/operand_index.h"

namespace plumb::grammar {

// A name in the string blob.
struct Name {
  uint32_t offset : 24;
  uint32_t size : 8;
};
static_assert(sizeof(Name) == 4);
absl::string_view Text(Name name);

enum class Category : uint8_t {
  kId,
  kLiteral,
  kValueEnum,
  kBitEnum,
  kComposite
};

enum class Quantifier : uint8_t { kOne, kOptional, kAny };

// One operand position in the layout of an instruction, or one parameter of an
// enumerant.
struct OperandPattern {
  Kind kind;
  Quantifier quantifier;
  Name name;  // as in the grammar ("Operand 1", "Merge Block"), or empty
};

// The operand's name, or its kind if the grammar gives it no name
// ("MemoryAccess").
absl::string_view NameOf(const OperandPattern& pattern);

// The requirement of a feature: at least one of the capabilities (if any are
// listed), and either a version of at least `min_version` or one of the
// extensions. Equal requirements share one row; row 0 requires nothing.
struct Requirement {
  // The minor version of SPIR-V 1.x from which the feature is core; kNeverCore
  // (the grammar's "None") if only an extension or a capability provides it.
  uint8_t min_version;
  // The last minor version with the feature; kNoLastVersion if it is not
  // removed.
  uint8_t last_version;
  uint8_t capability_count;
  uint8_t extension_count;
  uint16_t first_capability;  // into the array of Capabilities()
  uint16_t first_extension;   // into the array of Extensions()
};
inline constexpr uint8_t kNeverCore = 0xff;
inline constexpr uint8_t kNoLastVersion = 0xff;

struct OpInfo {
  uint16_t opcode;         // the number in the binary
  uint16_t first_operand;  // into the array of Operands()
  uint16_t requirement;
  uint8_t operand_count;  // patterns, including the result type and result
  uint8_t min_words;      // of the instruction, including its first word
  Class op_class;
  bool has_result_type : 1;
  bool has_result : 1;
  bool provisional : 1;
  // True if each operand is exactly one word and there is only one layout: no
  // quantifier, string, parameterised enumerant or context-dependent literal.
  bool fixed_layout : 1;
  Name name;  // with "Op"
};
static_assert(sizeof(OpInfo) == 16);

// The words of an opcode's instructions, as far as they depend on the opcode
// alone: the leading operands of one word each, and the kind of operands that
// may follow.  Bit w of a mask is word w; the first operand is word 1.
struct OpShape {
  enum class Tail : uint8_t {
    kNone,
    kIds,      // any number of ids, or of plain numbers
    kNumbers,  //
    kString,   // a literal string
    kNumber,   // a literal as wide as the result type
  };

  uint32_t id_uses;     // a used id: not the result
  uint32_t result;      // the result id: one bit or none
  uint32_t enumerants;  // an enumerant that brings no operands
  // The words of the shortest instruction that this shape describes, including
  // the first word of a string or number; 0 if it describes none.
  uint16_t min_words;
  Tail tail;

  // The result is word 2 after a result type, and word 1 without one.
  bool has_result_type() const { return (result & (1u << 2)) != 0; }
  // Without the result type.
  uint32_t id_operands() const { return id_uses & ~(result >> 1); }

  // Whether this shape describes each word of an instruction of so many words,
  // apart from the length of a string or number.
  bool Covers(uint32_t word_count) const {
    return word_count == min_words ||
           (word_count > min_words && tail != Tail::kNone);
  }
  // The first word of the trailing ids in an instruction of so many words; its
  // end if there are none.
  uint32_t FirstTrailingId(uint32_t word_count) const {
    return tail == Tail::kIds ? min_words : word_count;
  }
};
static_assert(sizeof(OpShape) == 16);

struct EnumerantInfo {
  uint32_t value;
  uint16_t requirement;
  uint16_t first_parameter;  // into the array of Parameters()
  uint8_t parameter_count;
  bool provisional;
  Name name;  // the canonical one
};

struct KindInfo {
  Category category;
  uint8_t first_base;  // of composites: into the array of Bases()
  uint8_t base_count;
  uint16_t first_enumerant;  // of value enums and bit enums, sorted by value
  uint16_t enumerant_count;
  uint16_t first_slot;  // for the look-up by small value or by bit
  uint16_t slot_count;
  uint32_t known_mask;  // of bit enums
  Name name;
};

struct ExtInstInfo {
  uint32_t number;
  uint16_t first_operand;
  uint16_t requirement;
  uint8_t operand_count;  // patterns, without those of OpExtInst itself
  Name name;
};

struct ExtInstSetInfo {
  Name name;  // as in OpExtInstImport; versioned ones without version
  uint16_t first_instruction;  // sorted by number
  uint16_t instruction_count;
  uint16_t first_slot;  // for the look-up by small number
  uint16_t slot_count;
  bool non_semantic;
  // The import's string is the name, a point and a version.
  bool versioned;
};

// The rows of the instructions of all extended sets.  ext_inst_enums.h has the
// instruction numbers of each set.
enum class ExtInst : uint16_t { kNone = 0xffff };

inline constexpr Op kNoOp = static_cast<Op>(0xffff);

// The release of SPIRV-Headers that the tables were generated from.
absl::string_view Release();

// --- Opcodes ---
const OpInfo& Info(Op op);
// The row of a raw opcode, or kNoOp.
Op OpFromOpcode(uint32_t opcode);
// The row of a name with its "Op" ("OpIAdd", or an alias), or kNoOp.
Op OpFromName(absl::string_view name);
inline absl::string_view NameOf(Op op) { return Text(Info(op).name); }
absl::Span<const OperandPattern> Operands(const OpInfo& info);
const OpShape& ShapeOf(Op op);
// The operand with this name ("Ray Origin"), as returned by NameOf(); the
// first if several have it, kNoOperand if none has.  If the opcode is known,
// use the constants of operands.h; this is for tables of several opcodes.
// O(operands).
OperandIndex OperandByName(Op op, absl::string_view name);
// Every name an opcode has, aliases included, for suggestions.
absl::Span<const Name> OpNames();
// The row of the i-th of OpNames().
Op OpOfName(int i);

// --- Operand kinds and enumerants ---
const KindInfo& Info(Kind kind);
inline absl::string_view NameOf(Kind kind) { return Text(Info(kind).name); }
absl::Span<const Kind> Bases(const KindInfo& info);
absl::Span<const EnumerantInfo> Enumerants(Kind kind);
// The enumerant of `kind` with this value, or nullptr.  For a bit enum the
// value is one bit, zero if the kind has a name for it, or a named group of
// bits (only debug information has such groups; they have no parameters).
const EnumerantInfo* EnumerantByValue(Kind kind, uint32_t value);
// The same by name or alias.
const EnumerantInfo* EnumerantByName(Kind kind, absl::string_view name);
absl::Span<const OperandPattern> Parameters(const EnumerantInfo& info);
// All bits that enumerants of a bit enum have.
uint32_t KnownMask(Kind kind);

// --- Requirements ---
absl::Span<const Requirement> Requirements();
const Requirement& RequirementAt(uint16_t index);
absl::Span<const Capability> Capabilities(const Requirement& requirement);
absl::Span<const Extension> Extensions(const Requirement& requirement);

// --- Extensions ---
int ExtensionCount();
Extension ExtensionFromName(absl::string_view name);
absl::string_view NameOf(Extension extension);

// --- Extended instruction sets ---
absl::Span<const ExtInstSetInfo> ExtInstSets();
const ExtInstSetInfo& Info(ExtInstSet set);
// The set that an OpExtInstImport string names, or kNone.  Of a versioned set
// any suffix after a point names it, whether or not the grammar describes that
// version ("NonSemantic.ClspvReflection.5", ".1a"): rules check the version.
ExtInstSet ExtInstSetFromName(absl::string_view name);
ExtInst ExtInstFromNumber(ExtInstSet set, uint32_t number);
ExtInst ExtInstFromName(ExtInstSet set, absl::string_view name);
const ExtInstInfo& Info(ExtInst inst);
absl::Span<const OperandPattern> Operands(const ExtInstInfo& info);
// Like OperandByName() for an opcode; kNoExtOperand if no operand has the
// name.
ExtOperandIndex OperandByName(ExtInst inst, absl::string_view name);

// --- Implementation ---
namespace internal {

struct NamedRow {
  Name name;
  uint16_t row;
};

// The generated tables (tables.cc).  Unsized, so that a change in the grammar
// shows in enums.h alone.
extern const char kRelease[];
extern const char kText[];
extern const OperandPattern kPatterns[];
extern const Requirement kRequirements[];
extern const Capability kCapabilities[];
extern const Extension kRequirementExtensions[];
extern const OpInfo kOps[];
extern const OpShape kOpShapes[];
extern const uint16_t kOpOfOpcode[];
extern const Name kOpNames[];
extern const Op kOpOfName[];
extern const NameSlot kOpSlots[];
extern const KindInfo kKinds[];
extern const Kind kBases[];
extern const EnumerantInfo kEnumerants[];
extern const uint16_t kEnumerantSlots[];
extern const NameSlot kSparseEnumerants[];
extern const NamedRow kEnumerantNames[];
extern const NameSlot kEnumerantNameSlots[];
extern const Name kExtensions[];
extern const NameSlot kExtensionSlots[];
extern const ExtInstSetInfo kExtInstSets[];
extern const ExtInstInfo kExtInsts[];
extern const uint16_t kExtInstSlots[];
extern const NamedRow kExtInstNames[];
extern const NameSlot kExtInstNameSlots[];

// EnumerantByValue() for values past the kind's slots.
const EnumerantInfo* SparseEnumerant(Kind kind, uint32_t value);

}  // namespace internal

inline absl::string_view Text(Name name) {
  return absl::string_view(internal::kText + name.offset, name.size);
}

inline const OpInfo& Info(Op op) {
  return internal::kOps[static_cast<uint16_t>(op)];
}

inline Op OpFromOpcode(uint32_t opcode) {
  static_assert(static_cast<uint16_t>(kNoOp) == kEmptySlot);
  return opcode < uint32_t{kOpcodeLimit} ? Op{internal::kOpOfOpcode[opcode]}
                                         : kNoOp;
}

inline absl::Span<const OperandPattern> Operands(const OpInfo& info) {
  return {internal::kPatterns + info.first_operand, info.operand_count};
}

inline const OpShape& ShapeOf(Op op) {
  return internal::kOpShapes[static_cast<uint16_t>(op)];
}

inline const KindInfo& Info(Kind kind) {
  return internal::kKinds[static_cast<uint8_t>(kind)];
}

inline absl::Span<const Kind> Bases(const KindInfo& info) {
  return {internal::kBases + info.first_base, info.base_count};
}

inline absl::Span<const EnumerantInfo> Enumerants(Kind kind) {
  const KindInfo& info = Info(kind);
  return {internal::kEnumerants + info.first_enumerant, info.enumerant_count};
}

inline const EnumerantInfo* EnumerantByValue(Kind kind, uint32_t value) {
  const KindInfo& info = Info(kind);
  uint32_t slot = value;
  if (info.category == Category::kBitEnum) {
    const bool is_group = (value & (value - 1)) != 0;
    slot = value == 0 ? 0 : std::countr_zero(value) + 1;
    if (is_group) return internal::SparseEnumerant(kind, value);
  }
  if (slot >= info.slot_count) return internal::SparseEnumerant(kind, value);
  const uint16_t row = internal::kEnumerantSlots[info.first_slot + slot];
  return row == kEmptySlot ? nullptr : &internal::kEnumerants[row];
}

inline absl::Span<const OperandPattern> Parameters(const EnumerantInfo& info) {
  return {internal::kPatterns + info.first_parameter, info.parameter_count};
}

inline uint32_t KnownMask(Kind kind) { return Info(kind).known_mask; }

inline const Requirement& RequirementAt(uint16_t index) {
  return internal::kRequirements[index];
}

inline absl::Span<const Capability> Capabilities(
    const Requirement& requirement) {
  return {internal::kCapabilities + requirement.first_capability,
          requirement.capability_count};
}

inline absl::Span<const Extension> Extensions(const Requirement& requirement) {
  return {internal::kRequirementExtensions + requirement.first_extension,
          requirement.extension_count};
}

inline const ExtInstSetInfo& Info(ExtInstSet set) {
  return internal::kExtInstSets[static_cast<uint8_t>(set)];
}

inline const ExtInstInfo& Info(ExtInst inst) {
  return internal::kExtInsts[static_cast<uint16_t>(inst)];
}

inline absl::Span<const OperandPattern> Operands(const ExtInstInfo& info) {
  return {internal::kPatterns + info.first_operand, info.operand_count};
}

}  // namespace plumb::grammar

namespace plumb {

// The names that code about modules uses unqualified.
using grammar::BuiltIn;
using grammar::Capability;
using grammar::Decoration;
using grammar::ExecutionMode;
using grammar::ExecutionModel;
using grammar::Extension;
using grammar::ExtInstSet;
using grammar::Kind;
using grammar::kNoOperand;
using grammar::Op;
using grammar::OperandIndex;
using grammar::OpTrait;
using grammar::StorageClass;

}  // namespace plumb

#endif  // PLUMB_GRAMMAR_GRAMMAR_H_
