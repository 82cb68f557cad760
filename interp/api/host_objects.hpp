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
  std::string name;                                    ///< the name as the reader reads it
  ObjectRef symbol;                                    ///< its name
  ObjectRef prototype;                                 ///< an instance without a C++ object
  std::string prefix;                                  ///< before the names of members
  bool overridable = false;                            ///< objects call Lisp's methods
  ObjectRef constructor;                               ///< the function of Lisp, if there is one
  std::unordered_map<std::string, ObjectRef> members;  ///< functions by the text of their names
  std::vector<std::pair<std::type_index, Cast>> bases;
  std::vector<std::pair<std::type_index, Cast>> derived;  ///< with casts that return nullptr for other objects
};

class KnownObjects;

/// The record behind a user-data object.
struct KnownObject : HostObject {
  KnownObject(HostObject host_object, Value its_instance) : HostObject(std::move(host_object)), instance(its_instance) {}
  ~KnownObject() { died(); }
  KnownObject(const KnownObject&) = delete;
  KnownObject& operator=(const KnownObject&) = delete;

  void survived(const Liveness& liveness) {
    if (instance.is_pointer() && !liveness.alive(instance)) died();
  }
  /// Forgets that the C++ object is known.
  void died() noexcept;

  Value instance;                 ///< the Lisp object for it, held weakly; NIL if it is a user-data object
  KnownObjects* known = nullptr;  ///< the table in which it is
  KnownObject* next = nullptr;    ///< the next one in the same bucket
  std::weak_ptr<void> given;      ///< the owner that C++ got, which keeps `instance` alive
  bool is_part = false;           ///< part of another object, the first of those that it keeps alive
};

/// A hash table from C++ objects, by address and class, to their records: so that the same C++ object is the same Lisp
/// object. The records are chained, and belong to the WeakTable.
class KnownObjects {
 public:
  KnownObject* find(const void* object, std::type_index type) const {
    KnownObject* found = buckets_[bucket_of(object)];
    while (found != nullptr && !(found->object == object && found->type == type)) found = found->next;
    return found;
  }
  /// True if an object of any class is known at that address.
  bool has(const void* object) const {
    const KnownObject* found = buckets_[bucket_of(object)];
    while (found != nullptr && found->object != object) found = found->next;
    return found != nullptr;
  }
  void add(KnownObject& record);
  void remove(KnownObject& record) noexcept;

 private:
  std::size_t bucket_of(const void* object) const {
    const auto address = reinterpret_cast<std::uint64_t>(object) >> 3;
    return (address ^ address >> 9) & (buckets_.size() - 1);
  }
  std::vector<KnownObject*> buckets_ = std::vector<KnownObject*>(64);
  std::size_t size_ = 0;
};

/// A call by Lisp of a C++ method of an overridable class, until that method is reached.
struct DirectCall {
  const KnownObject* known = nullptr;
  const ObjectRef* symbol = nullptr;
};

/// The C++ objects of one State. A user-data object refers to the record of each; the record and its owner are released
/// when the collector finds no reference to that user-data object. Its second slot is the list of the Lisp objects that
/// it keeps alive.
class HostObjects {
 public:
  explicit HostObjects(State& state);
  /// Returns the user-data object for a C++ object, whose Lisp object is `instance`, or the user-data object itself if
  /// `instance` is NIL.
  Value make(HostObject host_object, Value instance = NIL);
  Word wrap_exception(std::exception_ptr exception);
  /// Returns the record behind the instance or user-data object `v`; nullptr for other objects.
  KnownObject* find(Value v) const;
  /// Returns the Lisp object for the C++ object, which it makes if there is none.
  Value instance_of(ArrivingObject object);
  /// Gives the object of `made` to `instance`, an instance of a subclass.
  void give(Value made, Value instance);
  /// Keeps `kept` alive as long as `object`, whose first such object it is if `first_only`.
  void keep(Value object, Value kept, bool first_only);
  /// Returns an owner for C++ to hold; null if the object is lent.
  std::shared_ptr<void> owner_for_host(Value object);
  /// Returns the owner if it is Lisp alone, else nullptr; see class.hpp.
  const std::shared_ptr<void>* sole_owner(Value object, const std::type_info* exactly) const;
  /// Returns the owner; the object and its parts become unusable.
  std::shared_ptr<void> give_away(Value object);
  /// Makes the lent objects in `extent` and their parts, wherever these are, unusable.
  void revoke(Extent extent);
  /// Does the same for objects that move or end; if `parts_only`, for the parts of objects that are assigned to. Cheap
  /// if Lisp knows none of them.
  void revoke(std::span<const Extent> extents, bool parts_only);
  /// Ends Lisp's ownership of all objects, and forgets them.
  void release_owners();
  /// Returns the class of that type. Throws std::invalid_argument if it is not defined.
  ClassInfo& class_of(std::type_index type);
  /// Casts `object` from the type `from` to the type `to`; returns nullptr if it has another type.
  void* cast(void* object, std::type_index from, std::type_index to) const;
  std::size_t count() const { return objects_.size(); }

  std::unordered_map<std::type_index, ClassInfo> classes;
  std::unordered_map<std::string, ObjectRef> operations;  ///< functions by the names of operations
  DirectCall direct_call;

 private:
  template <class F> void revoke_where(F ends);
  const KnownObject* owner_of(const KnownObject& part) const;
  void make_most_derived(ArrivingObject& object) const;

  State& state_;
  KnownObjects known_;
  WeakTable<KnownObject> objects_;
};

}  // namespace tessera::detail
