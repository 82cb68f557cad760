// The remembered set: slots of old objects in which the write barrier saw a pointer to the nursery. Layer: memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory/value.hpp"

namespace tessera {

/// Slots, of which some may occur twice. Programs store in the same slots again and again, such as the values of
/// special variables: once there are more than a few, a table by address has the recent ones.
class RememberedSlots {
 public:
  void add(Value* slot) {
    if (recent_.empty() && !begin_table(slot)) return;
    const auto address = reinterpret_cast<std::uintptr_t>(slot);
    Value*& place = recent_[(address >> 3 ^ address >> 13) % table_size];
    if (place == slot) return;
    if (Value* const former = std::exchange(place, slot)) slots_.push_back(former);
  }
  /// Adds a slot that no other call has added.
  void add_new(Value* slot) { slots_.push_back(slot); }

  /// Returns the slots, and forgets them.
  std::vector<Value*> take() {
    for (Value*& slot : recent_)
      if (slot != nullptr) slots_.push_back(std::exchange(slot, nullptr));
    return std::exchange(slots_, {});
  }
  /// Forgets the slots of which `is_dead(slot)` is true.
  template <class F> void forget_if(F is_dead) {
    std::vector<Value*> slots = take();
    std::erase_if(slots, is_dead);
    slots_ = std::move(slots);
  }
  template <class F> void for_each(F visit) const {
    for (const Value* slot : slots_) visit(slot);
    for (const Value* slot : recent_)
      if (slot != nullptr) visit(slot);
  }
  /// The number of slots beside those in the table.
  std::size_t size() const { return slots_.size(); }

 private:
  static constexpr std::size_t table_size = 1024, few = 64;

  [[gnu::noinline]] bool begin_table(Value* slot) {
    if (slots_.size() >= few) return recent_.resize(table_size), true;
    if (slots_.empty() || slots_.back() != slot) slots_.push_back(slot);
    return false;
  }

  std::vector<Value*> slots_;
  std::vector<Value*> recent_;  ///< a table by address, with empty places; empty until there are more than a few slots
};

}  // namespace tessera
