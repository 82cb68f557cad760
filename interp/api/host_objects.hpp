// C++ objects that Lisp holds: instances of the host's classes, and exceptions. Layer: api.
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

/// A C++ class that is defined in Lisp.
struct ClassInfo {
  std::string name;     ///< the name as the reader reads it
  ObjectRef symbol;     ///< its name
  ObjectRef prototype;  ///< an instance without a C++ object
  std::vector<std::pair<std::type_index, Upcast>> bases;
};

/// The C++ objects of one State. A user-data object refers to each; its owner is released when the collector finds no
/// reference to that user-data object.
class HostObjects {
 public:
  explicit HostObjects(State& state);
  /// Returns the user-data object for a C++ object.
  Value make(HostObject host_object);
  Word wrap_exception(std::exception_ptr exception);
  /// Returns the C++ object behind the instance or user-data object `v`; nullptr for other objects.
  const HostObject* find(Value v) const;
  /// Returns the class of that type. Throws std::invalid_argument if it is not defined.
  ClassInfo& class_of(std::type_index type);
  /// Casts `object` from the type `from` to the type `to`; returns nullptr if it has another type.
  void* cast(void* object, std::type_index from, std::type_index to) const;
  std::size_t count() const { return objects_.size(); }

  std::unordered_map<std::type_index, ClassInfo> classes;

 private:
  State& state_;
  WeakTable<HostObject> objects_;
};

}  // namespace tessera::detail
