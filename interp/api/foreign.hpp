// Objects of C++ that Lisp holds: instances of classes of one's own, and exceptions. Layer: api.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "api/weak_table.hpp"
#include "tessera/class.hpp"

namespace tessera::detail {

/// A class of C++ that Lisp knows.
struct ClassInfo {
  std::string name;     ///< as the reader reads it
  ObjectRef symbol;     ///< its name
  ObjectRef prototype;  ///< an instance that stands for nothing
  std::vector<std::pair<std::type_index, Upcast>> bases;
};

/// The objects of C++ of one State. A user-data object leads to each; what it owned goes when the collector finds that nothing refers to
/// that any more.
class Foreigners {
 public:
  explicit Foreigners(State& state);
  /// The user-data object for it.
  Value make(Foreign foreign);
  Word wrap_exception(std::exception_ptr exception);
  /// What the instance or user-data object `v` stands for; nullptr of other objects.
  const Foreign* find(Value v) const;
  /// The class of that type. Throws std::invalid_argument if it is unknown.
  ClassInfo& class_of(std::type_index type);
  /// `object`, of the type `from`, as one of the type `to`; nullptr if it is none.
  void* cast(void* object, std::type_index from, std::type_index to) const;
  std::size_t count() const { return objects_.size(); }

  std::unordered_map<std::type_index, ClassInfo> classes;

 private:
  State& state_;
  WeakTable<Foreign> objects_;
};

}  // namespace tessera::detail
