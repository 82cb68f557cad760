"""Renaming by the language server: the new texts, and refused renamings."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server, edited  # noqa: E402

URI = "file:///work/names.lisp"


class Renaming(unittest.TestCase):
    """In a text the name that is renamed stands between « and »; the new one is `new`."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def request(self, marked, new="new"):
        text = marked.replace("«", "").replace("»", "")
        self.server.open(URI, text)
        place = self.server.at(URI, text[marked.index("«"):], newName=new)
        return text, self.server.request("textDocument/rename", place)

    def becomes(self, marked, expected, new="new"):
        text, answer = self.request(marked, new)
        self.assertIn("result", answer, (marked, answer))
        self.assertEqual(edited(text, answer["result"]["changes"][URI]), expected)

    def refused(self, marked, reason, new="new"):
        _, answer = self.request(marked, new)
        self.assertIn("error", answer, (marked, answer))
        self.assertRegex(answer["error"]["message"], reason)

    def test_variables_in_calls_of_user_macros(self):
        let1 = "(defmacro let1 (var val &body body) `(let ((,var ,val)) ,@body))\n"
        self.becomes(let1 + "(defun f (x) (let1 «x» (+ x 1) (list x)))", let1 + "(defun f (x) (let1 new (+ x 1) (list new)))")
        self.becomes(let1 + "(defun f («x») (let1 x (+ x 1) (list x)))", let1 + "(defun f (new) (let1 x (+ new 1) (list x)))")
        self.becomes(let1 + "(defun f («x») (dolist (y x) (let1 x y (let1 z x z)) (loop for i in (let1 z x z) collect i)))",
                     let1 + "(defun f (new) (dolist (y new) (let1 x y (let1 z x z)) (loop for i in (let1 z new z) collect i)))")
        for_each = "(defmacro for-each ((v in list) &body body) (assert (string= in 'in)) `(dolist (,v ,list) ,@body))\n"
        self.becomes(for_each + "(defun f (in) (for-each («v» in in) (print `(v ,v))))", for_each + "(defun f (in) (for-each (new in in) (print `(v ,new))))")
        self.refused(for_each + "(defun f (v) (for-each («v» in v) (print v)))", "in has a meaning", new="in")
        pair = "(defmacro with-pair ((a b) form &body body) (let ((g (gensym))) `(let* ((,g ,form) (,a (car ,g)) (,b (cdr ,g))) ,@body)))\n"
        self.becomes(pair + "(defun f (x) (with-pair (x «y») x (flet ((y (y) y)) (list x (y y)))))",
                     pair + "(defun f (x) (with-pair (x new) x (flet ((y (y) y)) (list x (y new)))))")
        aif = "(defmacro aif (test then) `(let ((it ,test)) (if it ,then)))\n"
        self.becomes(aif + "(defun f («x») (aif (car x) (list it x)))", aif + "(defun f (new) (aif (car new) (list it new)))")
        self.refused(aif + "(defun f (x) (aif (car x) (list «it» x)))", "bound by what a macro makes")
        self.refused(aif + "(defun f («x») (aif (car x) x))", "what a macro makes", new="it")
        self.becomes(let1 + aif + "(defun f (x) (let1 y x (aif y (let1 «z» it (list z it)))))", let1 + aif + "(defun f (x) (let1 y x (aif y (let1 new it (list new it)))))")
        self.refused("(defmacro boom (x) (error \"no\") x)\n(defun f («x») (boom x))", "whose expansion is not known")
        self.refused("(defmacro grow (x) `(grow (car ,x)))\n(defun f («x») (grow x))",
                     "whose expansion is not known")

    def test_quoted_sentences_are_left(self):
        have = "(defun «have» (x) x)\n(defun look () (have 1))\n"
        new = have.replace("«have»", "new").replace("have", "new")
        self.becomes(have + "(list '(you do not have that.) 'have '(look have) `(we have ,(have 1)))",
                     new + "(list '(you do not have that.) 'new '(look new) `(we have ,(new 1)))")
        self.assertIn("words: names.lisp:3, names.lisp:3", self.server.note("window/showMessage")["message"])
        self.becomes(have + "(defmacro m (x) `(if (have ,x) (mapcar #'have xs) (have y)))",
                     new + "(defmacro m (x) `(if (new ,x) (mapcar #'new xs) (new y)))")
        self.becomes("(defvar «*have*» 1)\n'(you *have* this)", "(defvar new 1)\n'(you new this)")

    def test_destructuring_patterns(self):
        self.becomes("(defun f (l) (destructuring-bind ((a «b») c) l (list a b c)))",
                     "(defun f (l) (destructuring-bind ((a new) c) l (list a new c)))")
        self.becomes("(defmacro m ((a «b» &optional (c b)) &body d) `(list ,a ,b ,c ,@d))",
                     "(defmacro m ((a new &optional (c new)) &body d) `(list ,a ,new ,c ,@d))")
        self.becomes("(defmacro m (&whole w (a . «b»)) (list w a b))", "(defmacro m (&whole w (a . new)) (list w a new))")
        self.becomes("(defmacro m (&key ((:k (a «b»)) '(1 2))) (list a b))", "(defmacro m (&key ((:k (a new)) '(1 2))) (list a new))")
        self.becomes("(defun f (l) (loop for (a «b») in l collect (+ a b)))", "(defun f (l) (loop for (a new) in l collect (+ a new)))")
        self.becomes("(defun f (h) (loop for k being the hash-keys of h using (hash-value «v») collect (cons k v)))",
                     "(defun f (h) (loop for k being the hash-keys of h using (hash-value new) collect (cons k new)))")
        self.becomes("(defun f (l) (loop for «count» of-type fixnum in l and k = 1 sum count into s finally (return (+ s k))))",
                     "(defun f (l) (loop for new of-type fixnum in l and k = 1 sum new into s finally (return (+ s k))))")

    def test_parameters(self):
        self.becomes("(defun f (&optional («x» 1 x-p) (y x)) (list x x-p y))", "(defun f (&optional (new 1 x-p) (y new)) (list new x-p y))")
        self.becomes("(defmethod area ((«s» square) (k (eql s))) s)", "(defmethod area ((new square) (k (eql new))) new)")
        self.becomes("(defgeneric g (x) (:method ((«x» list)) x))", "(defgeneric g (x) (:method ((new list)) new))")
        self.becomes("(defsetf h (a) («v») `(put ,a ,v))", "(defsetf h (a) (new) `(put ,a ,new))")

    def test_keyword_arguments_keep_their_names(self):
        self.becomes("(defun f (&key «size») size)\n(f :size 1)", "(defun f (&key ((:size new))) new)\n(f :size 1)")
        self.becomes("(defun f (&key («size» 4 size-p)) (list size size-p))", "(defun f (&key ((:size new) 4 size-p)) (list new size-p))")
        self.becomes("(defun f (&key ((:size «s»))) s)", "(defun f (&key ((:size new))) new)")

    def test_slot_names_are_kept(self):
        self.becomes("(defun f (p) (with-slots («x» (y q)) p (list x y)))", "(defun f (p) (with-slots ((new x) (y q)) p (list new y)))")
        self.becomes("(defun f (p) (with-slots (x («y» q)) p (list x y)))", "(defun f (p) (with-slots (x (new q)) p (list x new)))")

    def test_declarations(self):
        self.becomes("(defun f («x») (declare (ignorable x) (type fixnum x) (integer x) ((integer 0 5) x)) x)",
                     "(defun f (new) (declare (ignorable new) (type fixnum new) (integer new) ((integer 0 5) new)) new)")
        self.becomes("(declaim (inline f) (ftype (function (t) t) f))\n(defun «f» (x) x)",
                     "(declaim (inline new) (ftype (function (t) t) new))\n(defun new (x) x)")
        self.becomes("(declaim (fixnum *n*))\n(defvar «*n*» 1)", "(declaim (fixnum *new*))\n(defvar *new* 1)", "*new*")
        self.becomes("(defun f () (flet ((«g» () 1)) (declare (dynamic-extent (function g)) (notinline g)) (g)))",
                     "(defun f () (flet ((new () 1)) (declare (dynamic-extent (function new)) (notinline new)) (new)))")

    def test_special_variables(self):
        self.becomes("(defvar «*x*» 1)\n(defun g () *x*)\n(defun f () (let ((*x* 2)) (list *x* (g))))",
                     "(defvar *y* 1)\n(defun g () *y*)\n(defun f () (let ((*y* 2)) (list *y* (g))))", "*y*")
        self.becomes("(defvar *x* 1)\n(defun f () (let ((«*x*» 2)) *x*))", "(defvar *y* 1)\n(defun f () (let ((*y* 2)) *y*))", "*y*")
        self.refused("(defvar *x* 1)\n(defun f («y») y)", "special", "*x*")
        self.refused("(defun f () (let ((«*print-base*» 2)) 1))", "the standard's")

    def test_blocks_and_tags(self):
        self.becomes("(defun «f» () (loop (return-from f 1)))", "(defun new () (loop (return-from new 1)))")
        self.becomes("(defun f () (labels ((«g» () (return-from g (g)))) (g)))", "(defun f () (labels ((new () (return-from new (new)))) (new)))")
        self.becomes("(defun f () (block «b» (let ((b 1)) (return-from b b))))", "(defun f () (block new (let ((b 1)) (return-from new b))))")
        self.becomes("(defun f () (block f (return-from «f» 1)))", "(defun f () (block new (return-from new 1)))")
        self.becomes("(defun f (l) (loop named «outer» for x in l do (return-from outer x)))",
                     "(defun f (l) (loop named new for x in l do (return-from new x)))")
        self.becomes("(defun f () (prog ((n 1)) «again» (incf n) (go again)))", "(defun f () (prog ((n 1)) new (incf n) (go new)))")

    def test_same_names_in_other_namespaces(self):
        self.becomes("(defclass c () ((area :initarg :area :initform (area 0))))\n(defun «area» (c) c)",
                     "(defclass c () ((area :initarg :area :initform (new 0))))\n(defun new (c) c)")
        self.becomes("(defun «f» (f) (funcall f #'f (f f)))", "(defun new (f) (funcall f #'new (new f)))")
        self.becomes("(defun f («lst») (list lst))", "(defun f (list) (list list))", "list")
        self.refused("(defclass c () ((area)))\n(defun «area» (c) c)\n(print 'area)", "ambiguous in line 3")
        self.becomes("(defun «area» (c) c)\n(print 'area)\n(defmacro m (x) `(area ,x))", "(defun new (c) c)\n(print 'new)\n(defmacro m (x) `(new ,x))")

    def test_classes_and_their_functions(self):
        self.becomes("(defclass c () ((s :accessor «area» :initform 1)))\n(defmethod f ((x c)) (setf (area x) (area x)))",
                     "(defclass c () ((s :accessor new :initform 1)))\n(defmethod f ((x c)) (setf (new x) (new x)))")
        self.becomes("(defstruct (p (:constructor «build» (x))) x)\n(build 1)", "(defstruct (p (:constructor new (x))) x)\n(new 1)")
        self.becomes("(defclass «c» (b) ())\n(defmethod f ((x c)) (typep x 'c) (check-type x (or null c)))\n(make-instance 'c)",
                     "(defclass new (b) ())\n(defmethod f ((x new)) (typep x 'new) (check-type x (or null new)))\n(make-instance 'new)")

    def test_packages(self):
        two = "(in-package :a)\n(defun %s () 1)\n(%s)\n(in-package :b)\n(defun run () 2)\n(run)\n(%s)\n"
        self.becomes(two % ("«run»", "run", "a::run"), two % ("new", "new", "a::new"))
        self.refused(two % ("«run»", "run", "run") + "(in-package :c)\n(run)", "several packages, .*A.*, and is ambiguous in line 9")
        self.becomes("(defpackage :a (:use :cl) (:export #:run :run \"RUN\" other))\n(in-package :a)\n(defun «run» () 1)",
                     "(defpackage :a (:use :cl) (:export #:new :new \"NEW\" other))\n(in-package :a)\n(defun new () 1)")

    def test_refused_renamings(self):
        self.refused("(defstruct point x y)\n(defun f (p) («point-x» p))", "made by the DEFSTRUCT of point")
        self.refused("(defstruct «point» x y)", "would also rename its functions")
        self.refused("(defclass c () («x»))", "slot")
        self.refused("(defpackage «tiles» (:use :cl))\n(in-package tiles)", "package")
        self.refused("(define-tile «red» 1)", "DEFINE-TILE")
        self.refused("(defmethod «print-object» ((x list) s) x)", "standard's")
        self.refused("(defmacro m (x) (if (eq x 'y) 1 x))\n(defun f («y») (m y))", "in line 2, whose expansion is not known")
        self.refused("(defun «f» () 1)\n(defun g () (flet ((new () 2)) (list (f) (new))))", "around a use, in line 2")
        self.refused("(defun f («x») (let ((new 1)) (+ x new)))", "already, in line 1")
        for new in ("a b", "", "x:y", "12", "&key", "a|b", "."):
            self.refused("(defun f («x») x)", "is not a name", new)
        for new in ("nil", "t", "pi"):
            self.refused("(defun f («x») x)", "constant", new)


if __name__ == "__main__":
    unittest.main()
