// Lifetimes of variables: OpLifetimeStart and OpLifetimeStop (section 3.3.17)
// take a pointer to a variable of the function, and a size if nothing else
// gives it.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("control.lifetime.untyped-pointer",
         {"control.lifetime.pointer-type", "3.3.17",
          "{0} must be a pointer to have a lifetime, but its type is {1}"}),
    {"control.lifetime.pointer-storage-class", "3.3.17",
     "{0} must point into storage class Function to have a lifetime, but "
     "points into {1}"},
    {"control.lifetime.size-typed-pointer", "3.3.17",
     "the size must be 0, not {0}, because {1} is a pointer to {2}"},
    WithFix(Declare(Capability::kAddresses),
            {"control.lifetime.size-needs-addresses",
             "3.3.17",
             "a size of {0} requires capability Addresses",
             "",
             Severity::kError,
             {.unless = Capability::kAddresses}}),
});

// Both instructions have the same operands.
constexpr OperandIndex kPointer = operand::LifetimeStart::kPointer;
constexpr OperandIndex kSize = operand::LifetimeStart::kSize;
static_assert(operand::LifetimeStop::kPointer == kPointer &&
              operand::LifetimeStop::kSize == kSize);

void CheckSize(const CheckContext& c, const TypeInfo& pointer) {
  const uint32_t size = c.inst().operand_word(kSize);
  if (size == 0) return;
  // The object of an untyped pointer has no type, so the size is required.
  if (pointer.Is(tt::kPointer)) {
    const TypeInfo& pointee = c.context().types().Get(pointer.element);
    // A pointer to bytes may point to any object: producers give the size of
    // the object.
    const bool is_bytes =
        pointee.IsAll(tt::kScalar | tt::kInt) && pointee.width == 8;
    if (pointee.traits != 0 && !pointee.Is(tt::kVoid) && !is_bytes) {
      c.Report(R("control.lifetime.size-typed-pointer"), kSize,
               {size, c.inst().id(kPointer), Arg::Type(pointer.element)});
      return;
    }
  }
  c.Report(R("control.lifetime.size-needs-addresses"), kSize, {size});
}

void CheckLifetime(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(kPointer);
  if (pointer.unknown()) return;
  const Id id = c.inst().id(kPointer);
  if (!pointer.Is(tt::kAnyPointer)) {
    c.Report(R("control.lifetime.pointer-type"), kPointer,
             {id, Arg::Type(c.type_of(kPointer))});
    return;
  }
  if (pointer.storage_class != StorageClass::kFunction) {
    c.Report(R("control.lifetime.pointer-storage-class"), kPointer,
             {id, Arg::Enumerant(grammar::Kind::kStorageClass,
                                 pointer.storage_class)})
        .Note("{0} is defined here", Place::At(c.module().def(id)), {id});
    return;
  }
  CheckSize(c, pointer);
}

constexpr Op kLifetimeOps[] = {Op::kLifetimeStart, Op::kLifetimeStop};
static_assert(AllHave(kLifetimeOps, kPointer));
constexpr Check kChecks[] = {{kLifetimeOps, CheckLifetime}};

}  // namespace

extern constinit const Family kLifetime(R, kChecks);

}  // namespace plumb
