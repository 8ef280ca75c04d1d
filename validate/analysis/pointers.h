// The origin of each pointer: the object that it points into, what it went
// through, and whether it is a variable pointer (section 2.2.2).
//
// Instructions that make pointers from pointers (access chains, copies, casts,
// choices…) are edges of a graph, listed in one table by opcode.  Origins are
// propagated along the edges in module order; a worklist propagates changes
// through OpPhi operands that are defined later and calls that pass variable
// pointers to earlier functions.  An origin changes at most a dozen times, so
// this is linear in the edges, too.
//
// Calls propagate whether an argument is a variable pointer, as the definition
// of the term demands, and whether it points into a matrix, but not roots: the
// root of a parameter is the parameter.
//
// Cost: one look at the opcode of each instruction; linear in the pointers and
// their operands; 12 bytes per id.  Computed only if an applicable rule uses it
// (ModuleFacts::Provide).
//
// Tested by pointers_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_POINTERS_H_
#define PLUMB_VALIDATE_ANALYSIS_POINTERS_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"
#include "grammar/grammar.h"
#include "validate/analysis/compressed_rows.h"
#include "validate/analysis/memory_model.h"

namespace plumb {

enum class PointerRoot : uint8_t {
  kUnknown,    // no pointer, one of a rejected type, or one that starts nowhere
  kVariable,   // OpVariable, OpUntypedVariableKHR
  kParameter,  // OpFunctionParameter
  kNull,       // OpConstantNull
  kUndef,      // OpUndef
  kLoad,       // OpLoad
  kCall,       // OpFunctionCall
  kOther,      // a conversion from a number, an extended instruction…
  kSeveral,    // a choice of different ones
};

// What a pointer went through since its root, as a set.
using PointerPath = uint16_t;
namespace pointer_path {
// Access chains, typed or not, in bounds or not.
inline constexpr PointerPath kChain = 1u << 0;
// Those that step to another element first: OpPtrAccessChain and the like, and
// OpRawAccessChainNV.
inline constexpr PointerPath kElementChain = 1u << 1;
inline constexpr PointerPath kCopy = 1u << 2;
inline constexpr PointerPath kChoice = 1u << 3;  // OpSelect, OpPhi
// Conversions to another type or storage class.
inline constexpr PointerPath kCast = 1u << 4;
inline constexpr PointerPath kTexel = 1u << 5;   // OpImageTexelPointer
inline constexpr PointerPath kBuffer = 1u << 6;  // OpBufferPointerEXT
// A chain that walks into a matrix: to a column, or into one.
inline constexpr PointerPath kMatrixPart = 1u << 7;
}  // namespace pointer_path

struct PointerOrigin {
  // The result of the instruction that the pointer starts at.  Of several, the
  // first variable in propagation order, or else the first root.  kNoId if
  // unknown.
  Id root;
  PointerPath path = 0;
  PointerRoot kind = PointerRoot::kUnknown;
  // A variable pointer (section 2.2.2), which only logical pointers can be.
  bool is_variable : 1 = false;
  // One of those that it may be is null.
  bool may_be_null : 1 = false;

  friend bool operator==(const PointerOrigin&, const PointerOrigin&) = default;
};
static_assert(sizeof(PointerOrigin) <= 8);
static_assert(std::is_trivially_copyable_v<PointerOrigin>);

class Pointers {
 public:
  // All must outlive this.  Keeps its memory.
  void Build(const Module& module, const TypeTable& types,
             const MemoryModel& memory_model);

  // Forgets the module; of no cost.
  void Clear() { module_ = nullptr; }

  // The origin of a pointer; unknown for other ids, and for all ids if nothing
  // was built.  O(1).
  PointerOrigin OriginOf(Id pointer) const;

  // Whether it is a variable or a function parameter itself: a memory object
  // declaration (section 2.2.2).
  bool IsMemoryObjectDeclaration(Id pointer) const;

 private:
  struct Edge {
    Id from, to;
    bool keeps_variable;  // whether a variable pointer leads to another
    // Which learns only whether it is one, and whether it points into a matrix.
    bool to_parameter;
  };
  struct Step;

  static const Step* StepOf(grammar::Op op);
  bool IsPointer(Id type) const;
  bool IsLogical(Id type) const;
  bool IsVariable(Id root) const;
  PointerOrigin StartAt(Id id) const;

  void Visit(const Inst& inst);
  bool WalksIntoMatrix(const Inst& chain) const;
  void VisitCall(const Inst& call);
  bool Link(const Edge& edge);
  bool Join(const Edge& edge);
  void JoinRoot(const PointerOrigin& from, PointerOrigin* to) const;
  void ListParameters();
  absl::Span<const Id> ParametersOf(Id function) const;
  void LinkArguments();
  void Settle();

  const Module* module_ = nullptr;
  const TypeTable* types_ = nullptr;
  const MemoryModel* memory_model_ = nullptr;
  std::vector<PointerOrigin> origins_;  // by id, of what edges lead to

  // While building.
  std::vector<Edge> edges_;
  std::vector<uint32_t> later_;   // edges from what is defined later
  std::vector<InstIndex> calls_;  // that pass pointers
  // Parameters of function f: [first_parameter_[f], first_parameter_[f + 1]).
  std::vector<uint32_t> first_parameter_;
  std::vector<Id> parameters_;
  std::vector<Id> changed_;        // to be followed once more
  CompressedRows<Edge> followed_;  // edges by where they start
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_POINTERS_H_
