// References to Lisp objects, and a native's view of its call.
#include <cstring>

#include "api/access.hpp"
#include "data/arrays.hpp"
#include "data/numbers.hpp"
#include "text/printer.hpp"

namespace tessera {

bool ObjectRef::truth() const { return !is_nil(Access::unwrap(*this)); }
std::string ObjectRef::text() const { return handle_ == nullptr ? "" : printed(*vm_, handle_->get(), true); }
std::string ObjectRef::display() const { return handle_ == nullptr ? "" : printed(*vm_, handle_->get(), false); }

std::optional<std::int64_t> ObjectRef::integer() const {
  const Value v = Access::unwrap(*this);
  return is_integer(v) ? to_int64(v) : std::nullopt;
}

std::optional<double> ObjectRef::real() const {
  const Value v = Access::unwrap(*this);
  if (!is_real(v)) return std::nullopt;
  return to_double(v);
}

std::optional<std::string> ObjectRef::string() const {
  const Value v = Access::unwrap(*this);
  if (!is_string(v)) return std::nullopt;
  return vm_->to_utf8(v);
}

std::optional<std::vector<ObjectRef>> ObjectRef::list() const {
  std::vector<ObjectRef> items;
  Value v = Access::unwrap(*this);
  if (handle_ == nullptr || sequence_length(v) < 0) return std::nullopt;
  for (; v.is_cons(); v = v.as_cons()->cdr) items.push_back(Access::wrap(vm_, v.as_cons()->car));
  if (!is_nil(v)) return std::nullopt;
  return items;
}

ObjectRef Call::argument(std::size_t i) const { return Access::wrap(vm_, static_cast<const Value*>(values_)[i]); }

std::int64_t Call::integer_argument(std::size_t i) {
  const Value v = static_cast<const Value*>(values_)[i];
  if (is_integer(v))
    if (const auto n = to_int64(v)) return *n;
  if (!failed_) vm_->fail_type(v, Known::integer);
  failed_ = true;
  return 0;
}

double Call::real_argument(std::size_t i) {
  const Value v = static_cast<const Value*>(values_)[i];
  if (is_real(v)) return to_double(v);
  if (!failed_) vm_->fail_type(v, Known::real);
  failed_ = true;
  return 0;
}

std::string Call::string_argument(std::size_t i) {
  const Value v = static_cast<const Value*>(values_)[i];
  if (is_string(v)) return vm_->to_utf8(v);
  if (!failed_) vm_->fail_type(v, Known::string);
  failed_ = true;
  return "";
}

ObjectRef Call::nil() const { return Access::wrap(vm_, NIL); }
ObjectRef Call::boolean(bool b) const { return Access::wrap(vm_, tessera::boolean(b)); }
ObjectRef Call::integer(std::int64_t n) const { return Access::wrap(vm_, make_integer(*vm_, n)); }
ObjectRef Call::real(double d) const { return Access::wrap(vm_, vm_->heap.make_double(d)); }
ObjectRef Call::string(std::string_view utf8) const { return Access::wrap(vm_, vm_->make_string(utf8)); }

ObjectRef Call::fail(std::string_view message) {
  if (!failed_) vm_->fail_simple(Known::simple_error, "~A", {vm_->make_string(message)});
  failed_ = true;
  return nil();
}

}  // namespace tessera
