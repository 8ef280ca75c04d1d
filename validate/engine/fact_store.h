// Objects that module checks share or keep, by type:
//
//  - A fact of the current module.  Its class has `void Build(const
//    ModuleContext&)`, which runs at the first request of each module, and
//    should reuse the memory of the previous module.
//  - Scratch memory that is kept from module to module.
//
// The session owns them.  Not thread-safe: only module checks use it.
//
// Tested by fact_store_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_FACT_STORE_H_
#define PLUMB_VALIDATE_ENGINE_FACT_STORE_H_

#include <cstdint>
#include <memory>
#include <vector>

namespace plumb {

class ModuleContext;

class FactStore {
 public:
  FactStore() = default;
  ~FactStore() {
    for (const Slot& slot : slots_) slot.destroy(slot.object);
  }
  FactStore(const FactStore&) = delete;
  FactStore& operator=(const FactStore&) = delete;

  // Makes all facts out of date.
  void BeginModule() { ++module_; }

  // The fact T of the module that began last.  O(types in the store), and the
  // cost of T::Build() at the first request.
  template <typename T>
  const T& Get(const ModuleContext& context) {
    Slot& slot = SlotOf<T>();
    T& fact = *static_cast<T*>(slot.object);
    if (slot.module != module_) {
      slot.module = module_;
      fact.Build(context);
    }
    return fact;
  }

  // The object of type T as its last user left it.  O(types in the store).
  template <typename T>
  T& Scratch() {
    return *static_cast<T*>(SlotOf<T>().object);
  }

 private:
  struct Slot {
    const void* type;
    void* object;
    void (*destroy)(void*);
    uint64_t module;  // that the fact was built for
  };

  // Its address is the key of a type.
  template <typename T>
  static inline constexpr char kKey = 0;

  template <typename T>
  Slot& SlotOf() {
    for (Slot& slot : slots_) {
      if (slot.type == &kKey<T>) return slot;
    }
    const auto destroy = [](void* object) { delete static_cast<T*>(object); };
    auto object = std::make_unique<T>();
    slots_.push_back({&kKey<T>, object.get(), destroy, 0});
    object.release();
    return slots_.back();
  }

  std::vector<Slot> slots_;
  uint64_t module_ = 1;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_FACT_STORE_H_
