;;; Clojure: namespaces over several files, as programs have them.

(defparameter *folder* (scratch-folder "clojure")) => *folder*

(defun file (name &rest lines)
  (let ((path (concatenate 'string *folder* name)))
    (ensure-directories-exist path)
    (with-open-file (out path :direction :output :if-exists :supersede :external-format :utf-8)
      (format out "~{~A~%~}" lines))
    path))                                                                              => file

(defun run (name)
  "Returns what the program of that name writes, or the report of what it fails with."
  (with-output-to-string (*standard-output*)
    (handler-bind ((error (lambda (condition)
                            (tessera::%write-condition condition *standard-output*)
                            (return-from run (get-output-stream-string *standard-output*)))))
      (load (concatenate 'string *folder* name)))))                                     => run

;;; Files stand beside the program as their namespaces' names say, with _ for -.

(progn
  (file "main.clj"
        "(ns main (:require [shop.price :as price :refer [with-tax]] [shop.price-list :as prices]) (:use [shop.text :only [shout]]))"
        "(println (with-tax 100) (price/rounded 7/3) (prices/price-of :tea) (shout \"hi\"))"
        "(println (str *ns*) (map str (sort-by str (keys (ns-aliases *ns*)))))")
  (file "shop/price.clj"
        "(ns shop.price \"Prices.\")"
        "(def ^:private tax 1/10)"
        "(defn with-tax \"The price with the tax.\" [p] (+ p (* p tax)))"
        "(defn rounded [p] (Math/round (double p)))")
  (file "shop/price_list.clj"
        "(ns shop.price-list (:require [shop.price :refer :all]))"
        "(println \"loading the list\")"
        "(def ^:dynamic *prices* {:tea 20})"
        "(defn price-of [k] (with-tax (*prices* k)))"
        "(defmacro with-prices [m & body] `(binding [*prices* ~m] ~@body))"
        "(defmulti kind identity)"
        "(defprotocol Priced (price [x]))"
        "(defrecord Item [k] Priced (price [_] (price-of k)))")
  (file "shop/text.clj" "(ns shop.text (:require [clojure.string :as s]))" "(defn shout [x] (str (s/upper-case x) \"!\"))" "(defn quiet [x] x)")
  t)                                                                                    => t
(run "main.clj") => "loading the list
110 2 22 HI!
main (price prices)
"

;;; A namespace is loaded once, with :reload again. Its definitions are usable elsewhere as they are at home: macros,
;;; dynamic vars, multimethods, protocols, records.

(progn
  (file "second.clj"
        "(ns second-program (:require [shop.price-list :as l]) (:import [shop.price_list Item]))"
        "(println (l/with-prices {:tea 50} (l/price-of :tea)) (binding [l/*prices* {:tea 10}] (l/price-of :tea)))"
        "(defmethod l/kind :tea [_] :drink)"
        "(extend-type String l/Priced (price [s] (count s)))"
        "(println (l/kind :tea) (l/price \"abc\") (l/price (l/->Item :tea)) (l/price (Item. :tea)))"
        "(require 'shop.price-list :reload)"
        "(println (the-ns 'shop.price-list) (resolve 'l/price-of))")
  (run "second.clj"))
 => "55 11
:drink 3 22 22
loading the list
#object[clojure.lang.Namespace \"shop.price-list\"] #'shop.price-list/price-of
"

;;; Errors are reported with their file.

(defun wrong (&rest lines)
  (apply #'file "wrong.clj" lines)
  (let ((text (run "wrong.clj"))) (subseq text 0 (position #\Newline text))))           => wrong
(wrong "(ns wrong (:require [shop.nowhere :as n]))")
  => "Execution error (FileNotFoundException): Could not locate shop/nowhere.clj or shop/nowhere.cljc on classpath"
(wrong "(ns wrong (:require [shop.price :refer [nothing]]))") => "Execution error (IllegalAccessError): nothing does not exist"
(wrong "(ns wrong (:require [shop.price :refer [tax]]))")   => "Execution error (IllegalAccessError): tax is not public"
(wrong "(ns wrong (:require [shop.price :as p]))" "(p/tax)") => "Syntax error compiling at (wrong.clj:2:1)."
(wrong "(ns wrong (:use [shop.text :only [shout]]))" "(quiet 1)") => "Syntax error compiling at (wrong.clj:2:1)."
(progn (file "a/one.clj" "(ns a.one (:require a.two))") (file "a/two.clj" "(ns a.two (:require a.one))") (wrong "(require 'a.one)"))
 => "Execution error (IllegalStateException): Cyclic load dependency: a.one->a.two->a.one"
(progn (file "a/liar.clj" "(ns a.other)") (let ((text (wrong "(require 'a.liar)"))) (subseq text 0 (search " '/" text))))
 => "Execution error (Exception): namespace 'a.liar' not found after loading"
(progn (file "a/broken.clj" "(ns a.broken)" "" "(defn f [x] (undefined-function x))") (wrong "(require 'a.broken)"))
  => "Syntax error compiling at (broken.clj:3:13)."

;;; A file deep below is found from one of the same tree; load-file and a file's own namespace.

(progn
  (file "tree/branch/leaf.clj" "(ns tree.branch.leaf (:require [tree.root :refer [root]]))" "(println (root 1))")
  (file "tree/root.clj" "(ns tree.root)" "(defn root [x] [:root x])")
  (run "tree/branch/leaf.clj"))                                                         => "[:root 1]
"
(progn
  (file "loaded.clj" "(def from-loaded (str *ns*))")
  (file "loads.clj" "(ns loads)" (format nil "(load-file ~S)" (concatenate 'string *folder* "loaded.clj")) "(println from-loaded)")
  (run "loads.clj"))                                                                    => "loads
"

;;; Files of type cljc: as programs, and of namespaces, after those of type clj.

(progn
  (file "portable.cljc" "(ns portable (:require [tree.shared :as s #?@(:cljs [:include-macros true])]))" "(println s/x #?(:cljs (js/f) :clj :jvm))")
  (file "tree/shared.cljc" "(ns tree.shared)" "(def x #?(:cljs #js [] :clj 5))")
  (run "portable.cljc"))                                                                => "5 :jvm
"
(progn
  (file "tree/both.clj" "(ns tree.both)" "(def kind :clj)")
  (file "tree/both.cljc" "(ns tree.both)" "(def kind :cljc)")
  (file "both.clj" "(ns both (:require tree.both))" "(println tree.both/kind)")
  (run "both.clj"))                                                                     => ":clj
"
(progn (file "broken.cljc" "(def x 1)" "(y)") (wrong (format nil "(load-file ~S)" (concatenate 'string *folder* "broken.cljc"))))
 => "Syntax error compiling at (broken.cljc:2:1)."
