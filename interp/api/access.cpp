// References to variables and parts of objects, and weak references.
#include "tessera/access.hpp"

#include "api/state.hpp"
#include "data/tables/weak.hpp"

namespace tessera {

ObjectRef Reference::value() const {
  if (!object_) return lisp().call("symbol-value", key_);
  return lisp().call("tessera::%host-part", object_, key_);
}

const Reference& Reference::set(const ObjectRef& x) const {
  if (!object_) lisp().call("tessera::%host-set-variable", key_, x);
  else lisp().call("tessera::%host-set-part", object_, key_, x);
  return *this;
}

std::string ObjectRef::type() const { return lisp().call("type-of", *this).text(); }
bool ObjectRef::is_a(std::string_view type) const { return lisp().call<bool>("tessera::%host-typep", *this, type); }
std::vector<ObjectRef> ObjectRef::elements() const { return as<std::vector<ObjectRef>>(); }

std::vector<std::pair<ObjectRef, ObjectRef>> ObjectRef::entries() const {
  std::vector<Word> words;
  if (!words::get_entries(word(), words)) detail::throw_type_error(state(), word(), "hash-table");
  std::vector<std::pair<ObjectRef, ObjectRef>> found;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) found.emplace_back(lisp().keep(words[i]), lisp().keep(words[i + 1]));
  return found;
}

WeakRef::WeakRef(const ObjectRef& object) : pointer_(object ? object.lisp().call("tessera:make-weak-pointer", object) : ObjectRef()) {}

ObjectRef WeakRef::lock() const {
  if (!pointer_.is_alive()) return {};
  const Lisp lisp = pointer_.lisp();
  const Value found = weak_objects(lisp.vm()).find(words::fixnum_value(words::slot(pointer_.word(), 0)));
  return found == UNBOUND ? ObjectRef() : lisp.keep(detail::word_of(found));
}

}  // namespace tessera
