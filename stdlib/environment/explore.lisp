;;; Entry points of the module explore: DESCRIBE, APROPOS, INSPECT, TRACE and more, with which people examine their
;;; programs (chapter 25). The module is loaded when one of them is first called.

(in-package "TESSERA")

(%define-in-module "explore" describe (object &optional (stream *standard-output*))
  "Writes what is known of OBJECT to STREAM, by DESCRIBE-OBJECT: of a symbol, all that it names; of the names of the
library also examples. Long things are shown in short. Returns no values.
  (describe 'car)"
  (%describe object (list stream)))

(%define-in-module "explore" apropos (string &optional package)
  "Writes the symbols of PACKAGE, or of all packages, whose names contain the name of STRING, and what they name:
exported symbols first. Returns no values.
  (apropos \"hash-table\" :cl)"
  (%apropos string (list package)))

(%define-in-module "explore" apropos-list (string &optional package)
  "Returns a list of the symbols of PACKAGE, or of all packages, whose names contain the name of STRING.
  (apropos-list \"mapca\" :cl) => (MAPCAN MAPCAR)"
  (%apropos-list string (list package)))

(%define-in-module "explore" inspect (object)
  "Shows OBJECT and its parts on *QUERY-IO*, and lets the user look into them. A number goes into that part, u back up,
q or the end of the input leaves. h lists the other commands. Returns OBJECT."
  (%inspect (list object)))

(%define-in-module "explore" macroexpand-all (form &optional environment)
  "Returns FORM with the macros and symbol macros in it expanded, wherever evaluation would do so, and not in quoted
data. Local macros, those of ENVIRONMENT as well, are expanded, too, unless they are shadowed. Templates in backquotes
stay, but for the forms after their commas. Nothing is evaluated.
  (macroexpand-all '(list (when a b) 'c)) => (LIST (IF A (PROGN B) NIL) 'C)"
  (%macroexpand-all form (list environment)))

(%define-in-module "explore" macrostep (form)
  "Shows on *QUERY-IO* how the macro calls in FORM expand, one level at a time. Return expands the first, a number
another one. u undoes a step, q or the end of the input leaves. What a step has changed is marked. Returns the form that
was reached.
  (macrostep '(push (when a b) list))"
  (%macrostep (list form)))

(%define-in-module "explore" show-tree (tree &key depth (stream t) (format :text) (most 12))
  "Draws TREE on STREAM: an object for which TREE-VIEW has a method, or else a nested list. DEPTH is how many levels are
drawn, by default 2 of an object with a view and 100 of a list: what lies deeper is not forced. MOST is how many
branches of one node are drawn; NIL: all. STREAM is a stream; T: *STANDARD-OUTPUT*; NIL: a string is returned; a
pathname or string: a file is written, and its pathname returned. FORMAT is :TEXT or :SVG. Returns no values otherwise.
  (show-tree '(+ (* 2 3) 4) :stream nil)"
  (%show-tree tree depth stream format (list most)))

(defgeneric tree-view (object)
  (:documentation "Returns the parts of OBJECT, a tree's node, for SHOW-TREE; NIL if there is no more to show than lists
and atoms have. Write methods for other kinds of trees. They return up to four values:
- a list of lines;
- a list of branches (LABEL . OBJECT), or a lazy one: a function without arguments that returns NIL or a cons of a
branch and such a list;
- a list (WIDTH HEIGHT FUNCTION) for a picture. FUNCTION prints it as SVG at its two arguments, left and top;
- a word for branches that lie too deep to be shown.
Lines and labels are strings, or objects to be shown in short.")
  (:method ((object t)) nil))

(defgeneric sketch (object)
  (:documentation "Returns a list of lines that the prompt of a terminal shows as comments below the value OBJECT; NIL
for none, as for most objects. Write methods for objects that are easier to look at than to read. See *SHOW-SKETCHES*.")
  (:method ((object t)) nil))

(defgeneric display (object)
  (:documentation "Returns the display of OBJECT in notebooks, as values in pairs of a MIME type and data. The type is a
string, or one of :SVG, :HTML, :LATEX, :MARKDOWN, :PNG, :JPEG, :GIF and :TEXT. The data are a string, a vector of
octets, or the pathname of a file that has them. A reader may choose among several pairs. Returns no values if there is
nothing but the text that PRIN1 writes, as for most objects. Write methods for your classes.
  (defmethod tessera:display ((object temperature)) (values :html (format nil \"<b>~D</b> degrees\" (degrees object))))")
  (:method ((object t)) (values)))

(export '(macroexpand-all macrostep show-tree tree-view sketch display))
(import '(macroexpand-all macrostep show-tree) "COMMON-LISP-USER")

(defmacro trace (&rest specifications)
  "(trace NAME*): reports every call of the functions NAMES on *TRACE-OUTPUT*: its arguments and values, and the
condition if it is left because of one. For a NAME may stand (NAME :CONDITION FUNCTION), which reports those calls for
whose arguments the form FUNCTION returns true. A traced function that is redefined stays traced. Returns the names;
without any, those of all traced functions."
  `(%in-module "explore" '%trace 'trace (list ',specifications)))

(defmacro untrace (&rest names)
  "(untrace NAME*): ends the tracing of NAMES, or of all functions if none is given. Returns the names."
  `(%in-module "explore" '%untrace 'untrace (list ',names)))
