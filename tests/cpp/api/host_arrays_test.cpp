// Arrays of C++ that Lisp reads and writes in place.
#include <list>
#include <memory>
#include <vector>

#include "lisp.hpp"

namespace {

using tessera::in_place;
using tessera::Interpreter;
using tessera::LentArray;

template <class T> std::vector<T> counted(std::size_t count) {
  std::vector<T> v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<T>(i + 1);
  return v;
}

/// Checks that Lisp writes elements of the type T where C++ reads them, and the other way.
template <class T> void check_elements(const std::string& type, const std::string& nine) {
  INFO(type);
  const Interpreter lisp;
  std::vector<T> v = counted<T>(5);
  const LentArray array(lisp, std::span(v));
  lisp["*v*"] = array;
  CHECK(outcome(lisp, "(setf (aref *v* 1) " + nine + ")") == nine);
  CHECK(v[1] == static_cast<T>(9));
  v[4] = static_cast<T>(7);
  CHECK(outcome(lisp, "(= (aref *v* 4) 7)") == "T");
  CHECK(outcome(lisp, "(typep *v* '(simple-array " + type + " (5)))") == "T");
  CHECK(outcome(lisp, "(equal (array-element-type *v*) '" + type + ")") == "T");
  CHECK(outcome(lisp, "(aref *v* 5)").substr(0, 17) == "TYPE-ERROR: AREF:");
  CHECK(outcome(lisp, "(handler-case (setf (aref *v* 0) 'a) (type-error () :refused))") == ":REFUSED");
  CHECK(v[0] == static_cast<T>(1));
}

TEST_CASE("elements of every type are read and written in place", "[host-arrays]") {
  check_elements<std::uint8_t>("(unsigned-byte 8)", "9");
  check_elements<std::int8_t>("(signed-byte 8)", "9");
  check_elements<std::uint16_t>("(unsigned-byte 16)", "9");
  check_elements<std::int16_t>("(signed-byte 16)", "9");
  check_elements<std::uint32_t>("(unsigned-byte 32)", "9");
  check_elements<std::int32_t>("(signed-byte 32)", "9");
  check_elements<std::uint64_t>("(unsigned-byte 64)", "9");
  check_elements<std::int64_t>("(signed-byte 64)", "9");
  check_elements<float>("single-float", "9.0");
  check_elements<double>("double-float", "9.0d0");
}

/// Calls of `*v*`, a vector of 100 doubles; `*w*` is a list of numbers, `*d*` a Lisp vector of doubles.
constexpr const char* calls[] = {
    "(length *v*)",
    "*v*",
    "(prin1-to-string *v*)",
    "(type-of *v*)",
    "(array-dimensions *v*)",
    "(array-rank *v*)",
    "(array-total-size *v*)",
    "(array-displacement *v*)",
    "(adjustable-array-p *v*)",
    "(array-has-fill-pointer-p *v*)",
    "(array-in-bounds-p *v* 99)",
    "(array-in-bounds-p *v* 100)",
    "(row-major-aref *v* 7)",
    "(setf (row-major-aref *v* 7) 0.5d0)",
    "(elt *v* 3)",
    "(setf (elt *v* 3) 4.5d0)",
    "(elt *v* 100)",
    "(svref *v* 0)",
    "(setf (svref *v* 0) 1.0d0)",
    "(char *v* 0)",
    "(copy-seq *v*)",
    "(subseq *v* 10 20)",
    "(subseq *v* 90 200)",
    "(setf (subseq *v* 0 3) *d*)",
    "(reverse *v*)",
    "(nreverse *v*)",
    "(fill *v* 2.5d0 :start 3 :end 9)",
    "(fill *v* 1)",
    "(replace *v* *v* :start1 5 :end1 50)",
    "(replace *v* *v* :start2 5)",
    "(replace *v* *w*)",
    "(replace (make-array 10) *v*)",
    "(replace (make-list 10) *v*)",
    "(replace (make-array 10 :element-type 'double-float) *v* :start2 50)",
    "(replace *v* '(a))",
    "(sort *v* #'>)",
    "(stable-sort *v* #'< :key #'sin)",
    "(sort *v* (lambda (x y) (> x y)))",
    "(merge 'list *v* (copy-seq *d*) #'<)",
    "(reduce #'+ *v*)",
    "(reduce #'max *v* :start 3 :from-end t)",
    "(map 'list #'1+ *v*)",
    "(map 'vector #'+ *v* *d*)",
    "(map-into *v* #'* *v* *v*)",
    "(map-into *v* (lambda () 3.0d0))",
    "(every #'plusp *v*)",
    "(some #'minusp *v*)",
    "(notany #'zerop *v*)",
    "(notevery #'zerop *v*)",
    "(count-if #'plusp *v*)",
    "(count 3.0d0 *v*)",
    "(find 50.0d0 *v*)",
    "(find-if (lambda (x) (> x 60)) *v*)",
    "(find 0.0d0 *v*)",
    "(position 50.0d0 *v*)",
    "(position-if #'minusp *v*)",
    "(search *d* *v*)",
    "(search *v* *d*)",
    "(mismatch *v* *d*)",
    "(substitute 1.5d0 3.0d0 *v*)",
    "(nsubstitute 1.5d0 3.0d0 *v*)",
    "(nsubstitute-if 1.5d0 #'plusp *v* :count 2)",
    "(remove 3.0d0 *v*)",
    "(remove-if #'plusp *v* :start 50)",
    "(delete 3.0d0 *v*)",
    "(delete-if #'plusp *v*)",
    "(remove-duplicates *v*)",
    "(delete-duplicates *v* :key #'round)",
    "(concatenate 'list *v* *d*)",
    "(concatenate '(vector double-float) *v* *d*)",
    "(coerce *v* 'list)",
    "(coerce *v* 'vector)",
    "(coerce *v* 'simple-vector)",
    "(coerce *v* '(simple-array double-float (*)))",
    "(coerce *v* '(vector t))",
    "(equalp *v* (copy-seq *v*))",
    "(equalp *v* *d*)",
    "(equal *v* *v*)",
    "(equal *v* (copy-seq *v*))",
    "(eql *v* *v*)",
    "(= (sxhash *v*) (sxhash *v*))",
    "(let ((h (make-hash-table :test 'equalp))) (setf (gethash (copy-seq *v*) h) 1) (gethash *v* h))",
    "(let ((h (make-hash-table))) (setf (gethash *v* h) 1) (gethash *v* h))",
    "(vector-push 1.0d0 *v*)",
    "(vector-push-extend 1.0d0 *v*)",
    "(vector-pop *v*)",
    "(fill-pointer *v*)",
    "(setf (fill-pointer *v*) 3)",
    "(adjust-array *v* 120 :initial-element 0.5d0)",
    "(adjust-array *v* 10)",
    "(adjust-array *v* '(10 10))",
    "(array-element-type (adjust-array *v* 3))",
    "(make-array 10 :element-type 'double-float :displaced-to *v* :displaced-index-offset 90)",
    "(make-array '(10 10) :element-type 'double-float :displaced-to *v*)",
    "(make-array 20 :element-type 'double-float :displaced-to *v* :displaced-index-offset 90)",
    "(make-array 10 :displaced-to *v*)",
    "(let ((x (make-array 10 :element-type 'double-float :displaced-to *v*))) (setf (aref x 3) 0.25d0) (fill x 0.5d0 :start 5) x)",
    "(make-array 100 :initial-contents *v*)",
    "(make-array 100 :element-type 'double-float :initial-contents *v*)",
    "(vectorp *v*)",
    "(simple-vector-p *v*)",
    "(stringp *v*)",
    "(arrayp *v*)",
    "(typep *v* 'sequence)",
    "(typep *v* '(vector double-float))",
    "(typep *v* '(simple-array double-float (*)))",
    "(typep *v* '(simple-array single-float (*)))",
    "(typep *v* 'simple-array)",
    "(typep *v* '(array * (100)))",
    "(typep *v* '(and vector (not simple-array)))",
    "(class-name (class-of *v*))",
    "(loop for x across *v* sum x)",
    "(loop for x across *v* for i below 3 collect x)",
    "(let ((s 0)) (dotimes (i (length *v*) s) (incf s (aref *v* i))))",
    "(typecase *v* (simple-array 1) (vector 2) (t 3))",
    "(write-sequence *v* (make-broadcast-stream))",
    "(with-input-from-string (s \"ab\") (read-sequence *v* s))",
    "(rotatef (aref *v* 0) (aref *v* 99))",
    "(incf (aref *v* 5))",
    "(apply #'+ (coerce *v* 'list))",
    "(list-length *v*)",
    "(car *v*)",
    "(funcall (lambda (x) (declare (type (simple-array double-float (*)) x)) (aref x 3)) *v*)",
    "(aref *v* -1)",
    "(aref *v* 1 2)",
    "(aref *v* 1.0)",
    "(setf (aref *v* 3) 1)",
    "(string= *v* \"a\")",
    "(bit-and *v* *v*)",
    "(copy-structure *v*)",
    "(let ((*print-length* 3)) (prin1-to-string *v*))",
    "(let ((*print-array* nil)) (subseq (prin1-to-string *v*) 0 2))",
    "(let ((*print-readably* t)) (prin1-to-string *v*))",
    "(format nil \"~{~a ~}\" (coerce *v* 'list))",
    "(describe *v* (make-broadcast-stream))",
    "(let ((x (vector *v* *v*))) (setf (aref (aref x 0) 1) 8.0d0) (aref (aref x 1) 1))",
    "(tree-equal *v* *v*)",
};

TEST_CASE("functions of sequences and arrays do the same with an array of C++ as with one of Lisp", "[host-arrays]") {
  for (const char* const call : calls) {
    INFO(call);
    const Interpreter lisp;
    std::vector<double> elements = counted<double>(100);
    std::string of_lisp, of_host;
    for (const bool is_host : {false, true}) {
      if (is_host) lisp["*v*"] = in_place(counted<double>(100));
      else lisp["*v*"] = counted<double>(100);
      lisp["*w*"] = std::list<int>{1, 2};
      lisp["*d*"] = std::vector<double>{3, 4, 5};
      (is_host ? of_host : of_lisp) = outcome(lisp, "(multiple-value-list " + std::string(call) + ")") + outcome(lisp, "*v*");
    }
    CHECK(of_host == of_lisp);
  }
}

/// Calls of `*v*`, a vector of 100 octets, which are as many characters.
constexpr const char* octet_calls[] = {
    "(map 'string #'code-char *v*)",
    "(sort *v* #'>)",
    "(let ((s 0)) (dotimes (i 100 s) (incf s (aref *v* i))))",
    "(dotimes (i 100) (setf (aref *v* i) (- 255 (aref *v* i))))",
    "(fill *v* 256)",
    "(replace *v* *v* :start1 1)",
    "(progn (with-open-file (s *file* :direction :output :element-type '(unsigned-byte 8) :if-exists :supersede) (write-sequence *v* s "
    ":start 5)) (with-open-file (s *file* :element-type '(unsigned-byte 8)) (list (read-sequence *v* s :start 1) (file-length s))))",
    "(progn (with-open-file (s *file* :direction :output :element-type '(unsigned-byte 8) :if-exists :supersede) (map nil (lambda (b) "
    "(write-byte b s)) *v*)) (with-open-file (s *file* :element-type '(unsigned-byte 8)) (read-sequence *v* s :start 90)))",
    "(with-open-file (s *file* :direction :output :if-exists :supersede) (write-sequence *v* s))",
};

TEST_CASE("octets of C++ are read from files and written to them", "[host-arrays]") {
  const std::string file = "host_arrays_test.octets";
  for (const char* const call : octet_calls) {
    INFO(call);
    const Interpreter lisp;
    std::string outcomes[2];
    for (const bool is_host : {false, true}) {
      if (is_host) lisp["*v*"] = in_place(counted<std::uint8_t>(100));
      else lisp["*v*"] = counted<std::uint8_t>(100);
      lisp["*file*"] = file;
      outcomes[is_host ? 1 : 0] = outcome(lisp, "(multiple-value-list " + std::string(call) + ")") + outcome(lisp, "*v*");
    }
    CHECK(outcomes[1] == outcomes[0]);
  }
  std::remove(file.c_str());
}

TEST_CASE("a matrix of C++ is an array of two dimensions in row-major order", "[host-arrays]") {
  const Interpreter lisp;
  std::vector<float> elements = counted<float>(6);
  const LentArray matrix(lisp, std::span(elements), {2, 3});
  lisp["*m*"] = matrix;
  CHECK(outcome(lisp, "*m*") == "#2A((1.0 2.0 3.0) (4.0 5.0 6.0))");
  CHECK(outcome(lisp, "(setf (aref *m* 1 0) 8.0)") == "8.0");
  CHECK(elements[3] == 8.0f);
  CHECK(outcome(lisp, "(typep *m* '(simple-array single-float (2 3)))") == "T");
  CHECK(outcome(lisp, "(aref *m* 2 0)").find("2") != std::string::npos);
  CHECK(outcome(lisp, "(length *m*)").substr(0, 10) == "TYPE-ERROR");
  CHECK(
      outcome(lisp,
              "(let ((row (make-array 3 :element-type 'single-float :displaced-to *m* :displaced-index-offset 3))) (fill row 0.5) row)") ==
      "#(0.5 0.5 0.5)");
  CHECK(elements == std::vector<float>{1, 2, 3, 0.5, 0.5, 0.5});
  CHECK(outcome(lisp, "(adjust-array *m* '(1 2))") == "#2A((1.0 2.0))");
  CHECK(outcome(lisp, "(equalp *m* (adjust-array *m* '(2 3)))") == "T");
}

TEST_CASE("an array keeps its owner until it is garbage", "[host-arrays]") {
  const Interpreter lisp;
  auto owner = std::make_shared<std::vector<std::int32_t>>(counted<std::int32_t>(10));
  const std::weak_ptr<void> watch = owner;
  lisp["*v*"] = in_place(std::span(*owner), owner);
  lisp.eval("(defvar *part* (make-array 3 :element-type '(signed-byte 32) :displaced-to *v* :displaced-index-offset 7))");
  owner.reset();
  lisp.eval("(setf *v* nil)");
  lisp.collect();
  CHECK_FALSE(watch.expired());
  CHECK(outcome(lisp, "*part*") == "#(8 9 10)");
  lisp.eval("(setf *part* nil)");
  lisp.collect();
  CHECK(watch.expired());
}

TEST_CASE("much memory that only garbage of Lisp owns is collected during an evaluation", "[host-arrays]") {
  const Interpreter lisp;
  std::size_t living = 0, most = 0;
  lisp.define("image", [&] {
    struct Image {
      std::size_t& living;
      std::vector<std::uint8_t> octets = std::vector<std::uint8_t>(std::size_t{1} << 20);
      explicit Image(std::size_t& count) : living(count) { ++living; }
      ~Image() { --living; }
    };
    auto image = std::make_shared<Image>(living);
    most = std::max(most, living);
    const std::span<std::uint8_t> octets(image->octets);
    return in_place(octets, std::move(image));
  });
  CHECK(lisp.eval<int>("(let ((sum 0)) (dotimes (i 400 sum) (incf sum (aref (image) 5))))") == 0);
  CHECK(most < 100);
}

TEST_CASE("a revoked array is refused by every operation, which the message names", "[host-arrays]") {
  const Interpreter lisp;
  std::vector<double> elements = counted<double>(100);
  std::optional<LentArray<double>> array(std::in_place, lisp, std::span(elements));
  lisp["*v*"] = *array;
  lisp.eval(
      "(defvar *part* (make-array 3 :element-type 'double-float :displaced-to *v*))"
      "(defun sum (v) (let ((s 0d0)) (dotimes (i 100 s) (incf s (aref v i)))))");
  CHECK(outcome(lisp, "(sum *v*)") == "5050.0d0");
  array.reset();
  for (const char* const operation : {"aref", "length", "elt", "subseq", "copy-seq", "reverse", "sort", "row-major-aref",
                                      "array-dimensions", "array-element-type", "map", "reduce", "coerce", "fill"}) {
    const std::string name = operation;
    const std::string call = name == "map"                                                                     ? "(map 'list #'1+ *v*)"
                             : name == "reduce"                                                                ? "(reduce #'+ *v*)"
                             : name == "sort"                                                                  ? "(sort *v* #'<)"
                             : name == "coerce"                                                                ? "(coerce *v* 'list)"
                             : name == "fill"                                                                  ? "(fill *v* 1d0)"
                             : name == "aref" || name == "elt" || name == "subseq" || name == "row-major-aref" ? "(" + name + " *v* 0)"
                                                                                                               : "(" + name + " *v*)";
    const std::string found = outcome(lisp, call);
    INFO(call);
    CHECK(found.substr(0, 10) == "TYPE-ERROR");
    CHECK(found.find("REVOKED-ARRAY") != std::string::npos);
  }
  CHECK(outcome(lisp, "(sum *v*)").substr(0, 17) == "TYPE-ERROR: AREF:");
  CHECK(outcome(lisp, "(setf (aref *v* 0) 1d0)").substr(0, 10) == "TYPE-ERROR");
  CHECK(outcome(lisp, "(list (arrayp *v*) (typep *v* 'sequence) (typep *v* '(simple-array double-float (*))))") == "(NIL NIL NIL)");
  CHECK(outcome(lisp, "(length *part*)") == "0");
  CHECK(outcome(lisp, "(aref *part* 0)").find("index") != std::string::npos);
  CHECK(lisp.self_check() == "");
}

TEST_CASE("an array may be revoked while a loop of Lisp uses it", "[host-arrays]") {
  for (const auto machine_code :
       {tessera::Options::MachineCode::hot, tessera::Options::MachineCode::all, tessera::Options::MachineCode::off}) {
    const Interpreter lisp(with(machine_code));
    std::vector<double> elements = counted<double>(1000);
    std::optional<LentArray<double>> array(std::in_place, lisp, std::span(elements));
    lisp.define("revoke-at-end", [&](int i) {
      if (i == 900) array.reset();
    });
    lisp["*v*"] = *array;
    lisp.eval("(defvar *sum* 0d0) (defun sum (v) (dotimes (i 1000) (incf *sum* (aref v i)) (revoke-at-end i)))");
    CHECK(outcome(lisp, "(sum *v*)").substr(0, 17) == "TYPE-ERROR: AREF:");
    CHECK(outcome(lisp, "*sum*") == "406351.0d0");
  }
}

TEST_CASE("hot loops use arrays of C++ and of Lisp in turn", "[host-arrays]") {
  const Interpreter lisp;
  lisp.eval(
      "(defun total (v) (let ((s 0)) (dotimes (i (length v) s) (incf s (aref v i)))))"
      "(defun saxpy (a x y) (dotimes (i (length x) y) (setf (aref y i) (+ (* a (aref x i)) (aref y i)))))"
      "(defun negate (v) (dotimes (i (length v) v) (setf (aref v i) (- (aref v i)))))");
  const auto totals = [&]<class T>(T) {
    const std::vector<T> numbers = counted<T>(100);
    const double expected = 5050;
    for (int round = 0; round < 40; ++round) {
      CHECK(lisp.call<double>("total", in_place(numbers)) == expected);
      CHECK(lisp.call<double>("total", numbers) == expected);
    }
    lisp["*filled*"] =
        lisp.eval("(lambda (v) (let ((w (make-array 200 :element-type (array-element-type v) :fill-pointer 100))) (replace w v)))")
            .call(numbers);
    for (int round = 0; round < 40; ++round) CHECK(lisp.eval<double>("(total *filled*)") == expected);
    lisp.eval("(adjust-array *filled* 300)");
    CHECK(lisp.eval<double>("(total *filled*)") == expected);
    if constexpr (std::is_signed_v<T>) {
      lisp["*n*"] = in_place(numbers);
      for (int round = 0; round < 41; ++round) lisp.eval("(negate *n*)");
      CHECK(lisp.eval<double>("(total *n*)") == -expected);
    }
  };
  totals(std::uint8_t{}), totals(std::int8_t{}), totals(std::uint16_t{}), totals(std::int16_t{}), totals(std::uint32_t{});
  totals(std::int32_t{}), totals(std::uint64_t{}), totals(std::int64_t{}), totals(float{}), totals(double{});
  std::vector<double> y(1000, 1.0);
  const LentArray lent(lisp, std::span(y));
  for (int round = 0; round < 10; ++round) lisp.call("saxpy", 0.5, in_place(counted<double>(1000)), lent);
  CHECK(y[999] == 5001.0);
}

TEST_CASE("a flat array that becomes displaced inside a hot loop is seen as such", "[host-arrays]") {
  const Interpreter lisp;
  lisp.eval(
      "(defvar *target* (make-array 1000 :element-type 'double-float :adjustable t :initial-element 2d0))"
      "(defun change (v i) (when (= i 900) (adjust-array v 1000 :element-type 'double-float :displaced-to *target*)))"
      "(defun sum (v) (let ((s 0d0)) (dotimes (i 1000 s) (change v i) (incf s (aref v i)))))");
  CHECK(outcome(lisp, "(sum (make-array 1000 :element-type 'double-float :adjustable t :initial-element 1d0))") == "1100.0d0");
}

TEST_CASE("arrays that cannot be in place are refused", "[host-arrays]") {
  const Interpreter lisp;
  std::vector<double> v(4);
  CHECK_THROWS_AS(in_place(std::span(v), nullptr), std::invalid_argument);
  CHECK_THROWS_AS(LentArray(lisp, std::span(v), {2, 3}), std::invalid_argument);
  auto* const odd = reinterpret_cast<double*>(reinterpret_cast<char*>(v.data()) + 1);
  CHECK_THROWS_AS(LentArray(lisp, std::span(odd, 2)), std::invalid_argument);
  CHECK(outcome(lisp, "1") == "1");
  CHECK(lisp.call<std::string>("prin1-to-string", in_place(std::vector<double>())) == "#()");
}

TEST_CASE("spans see arrays of C++ in place", "[host-arrays]") {
  const Interpreter lisp;
  std::vector<double> v = counted<double>(10);
  const LentArray array(lisp, std::span(v));
  const void* seen = nullptr;
  lisp.define("see", [&](std::span<double> s) { seen = s.data(), s[0] = 5; });
  lisp.call("see", array);
  CHECK(seen == v.data());
  CHECK(v[0] == 5);
  lisp.define("see-part", [&](std::span<const double> s) { return s.size(); });
  CHECK(lisp.eval("(lambda (v) (see-part (make-array 3 :element-type 'double-float :displaced-to v :displaced-index-offset 2)))")
            .call<int>(array) == 3);
}

TEST_CASE("an array lent to an interpreter may outlive it", "[host-arrays]") {
  std::vector<double> v(4);
  std::optional<LentArray<double>> array;
  {
    const Interpreter lisp;
    array.emplace(lisp, std::span(v));
  }
  array->revoke();
  CHECK_FALSE(array->object().is_alive());
}

}  // namespace
