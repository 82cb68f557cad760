;;; Chapter 18: the part of hash tables that calls functions, and their iterator. The rest is native.

(in-package "TESSERA")

(defun maphash (function hash-table)
  "Call FUNCTION with each key and value of HASH-TABLE; it may remove or set the entry that it is called with. Returns
NIL."
  (let ((function (%coerce-to-function function)) (index 0))
    (do () (nil)
      (multiple-value-bind (next key value) (%hash-table-next hash-table index)
        (unless next (return nil))
        (setq index next)
        (funcall function key value)))))

(defmacro with-hash-table-iterator ((name hash-table) &body body)
  "Evaluate BODY where (NAME) returns T and the next key and value of HASH-TABLE, or NIL when there are no more."
  (let ((table (gensym "TABLE")) (index (gensym "INDEX")) (next (gensym "NEXT")) (key (gensym "KEY"))
        (value (gensym "VALUE")))
    `(let ((,table ,hash-table) (,index 0))
       (macrolet ((,name ()
                    '(multiple-value-bind (,next ,key ,value) (%hash-table-next ,table ,index)
                       (cond (,next (setq ,index ,next) (values t ,key ,value))
                             (t nil)))))
         ,@body))))
