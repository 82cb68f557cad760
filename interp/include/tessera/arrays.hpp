// Arrays of numbers of C++ that Lisp reads and writes in place, as fast as its own.
//
//     lisp["*heights*"] = tessera::in_place(std::move(heights));                  // a std::vector, Lisp's from now on
//     lisp["*matrix*"] = tessera::in_place(std::move(elements), {rows, columns}); // (aref *matrix* row column)
//     lisp["*samples*"] = tessera::in_place(std::span(track->samples), track);    // keeps the std::shared_ptr `track`
//     {
//       const tessera::LentArray pixels(lisp, std::span(frame), {height, width});
//       lisp.call("paint", pixels);
//     }  // Lisp's array is refused from here on
//
// Lisp sees a simple array of the element type, such as (simple-array double-float (*)); elements are in row-major
// order. The elements must stay where they are: a std::vector that an owner keeps must not grow. A parameter std::span
// or MatrixSpan takes such an array without a copy (function.hpp).
#pragma once

#include "tessera/convert.hpp"

namespace tessera {

namespace detail {

/// Returns an array of Lisp with the elements at `data`. Throws std::invalid_argument if that is impossible.
TESSERA_API Word array_in_place(State& state, words::ElementType type, void* data, std::span<const std::size_t> dimensions,
                                std::shared_ptr<const void> owner);
/// Makes Lisp refuse the array.
TESSERA_API void revoke_array(const ObjectRef& array) noexcept;

/// Returns the dimensions of an array of `size` elements: `dimensions`, or `size` if there are none.
inline std::vector<std::size_t> dimensions_for(std::size_t size, std::vector<std::size_t> dimensions) {
  if (dimensions.empty()) return {size};
  std::size_t product = 1;
  for (const std::size_t n : dimensions) product *= n;
  if (product != size)
    throw std::invalid_argument("tessera: the dimensions of an array in place do not have the product " + std::to_string(size));
  return dimensions;
}

}  // namespace detail

/// An array of C++ on its way to Lisp, made by `in_place`.
template <detail::Unboxed T> struct InPlace {
  T* data = nullptr;
  std::vector<std::size_t> dimensions;
  std::shared_ptr<const void> owner;
};

/// Gives the elements to Lisp.
template <detail::Unboxed T> InPlace<T> in_place(std::vector<T> elements, std::vector<std::size_t> dimensions = {}) {
  const auto owner = std::make_shared<std::vector<T>>(std::move(elements));
  return {owner->data(), detail::dimensions_for(owner->size(), std::move(dimensions)), std::move(owner)};
}
/// Shows Lisp the elements, which exist as long as `owner`.
template <detail::Unboxed T, std::size_t n>
InPlace<T> in_place(std::span<T, n> elements, std::shared_ptr<const void> owner, std::vector<std::size_t> dimensions = {}) {
  if (owner == nullptr) throw std::invalid_argument("tessera: an array in place needs an owner; use a LentArray");
  return {elements.data(), detail::dimensions_for(elements.size(), std::move(dimensions)), std::move(owner)};
}

/// Towards Lisp only.
template <class T> struct Conversion<InPlace<T>> {
  static Word to(const Lisp& lisp, InPlace<T> x) {
    return detail::array_in_place(lisp.state(), detail::element_type_of<T>(), x.data, x.dimensions, std::move(x.owner));
  }
};

/// An array of C++ that Lisp may use until this object ends: a use of Lisp's array after that is a TYPE-ERROR.
template <detail::Unboxed T> class LentArray {
 public:
  LentArray(const Lisp& lisp, std::span<T> elements, std::vector<std::size_t> dimensions = {})
      : object_(lisp.make(InPlace<T>{elements.data(), detail::dimensions_for(elements.size(), std::move(dimensions)), nullptr})) {}
  LentArray(LentArray&&) noexcept = default;
  LentArray& operator=(LentArray&& other) noexcept {
    revoke();
    object_ = std::move(other.object_);
    return *this;
  }
  ~LentArray() { revoke(); }

  /// Makes Lisp refuse the array from now on.
  void revoke() noexcept { detail::revoke_array(object_); }
  /// Returns Lisp's array.
  const ObjectRef& object() const { return object_; }

 private:
  ObjectRef object_;
};
template <class T, std::size_t n> LentArray(const Lisp&, std::span<T, n>) -> LentArray<T>;
template <class T, std::size_t n> LentArray(const Lisp&, std::span<T, n>, std::vector<std::size_t>) -> LentArray<T>;

template <class T> struct Conversion<LentArray<T>> {
  static Word to(const Lisp& lisp, const LentArray<T>& x) { return detail::to_word(lisp, x.object()); }
};

}  // namespace tessera
