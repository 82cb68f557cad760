// Arrays of C++ that Lisp reads and writes in place. Layer: api.
#pragma once

#include <memory>
#include <span>

#include "api/weak_table.hpp"
#include "vm/vm.hpp"

namespace tessera::detail {

/// The owners of the arrays of one State: each is released when the collector finds no reference to its array. Memory
/// that Lisp alone owns is outside of the heap; collections are requested when much of it has been added.
class HostArrays final : public RootSource {
 public:
  explicit HostArrays(Vm& vm);
  ~HostArrays() { vm_.heap.remove_root_source(this); }
  HostArrays(const HostArrays&) = delete;
  HostArrays& operator=(const HostArrays&) = delete;

  /// Returns an array with the elements at `data`. Throws std::invalid_argument if they are not aligned, or too many.
  Value make(Element type, void* data, std::span<const std::size_t> dimensions, std::shared_ptr<const void> owner);
  /// Turns the array into an object that is not an array.
  static void revoke(Value array);

  void trace_roots(Tracer&) override {}
  void forget_dead(const Liveness& liveness) override { is_major_ |= !liveness.young_only(); }
  void after_collection() override;

 private:
  struct Owned {
    Owned(HostArrays& its_table, std::shared_ptr<const void> its_owner, std::size_t its_bytes);
    ~Owned() { table.bytes_ -= bytes; }
    HostArrays& table;
    std::shared_ptr<const void> owner;
    std::size_t bytes;
  };
  void request_collection();

  static constexpr std::size_t fresh_limit = std::size_t{32} << 20, first_major = std::size_t{128} << 20;
  Vm& vm_;
  std::size_t bytes_ = 0;                 ///< that Lisp alone owns, garbage included
  std::size_t fresh_bytes_ = 0;           ///< of those, added since a collection was requested
  std::size_t next_major_ = first_major;  ///< the number of bytes from which a major collection is requested
  bool is_major_ = false;                 ///< true at the end of a major collection
  WeakTable<Owned> owners_;
};

}  // namespace tessera::detail
