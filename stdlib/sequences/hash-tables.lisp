;;; The part of hash tables that calls functions, and their iterator (chapter 18). The rest is native.

(in-package "TESSERA")

;;; Whoever walks along a table takes the vector of its entries once. An entry that is set meanwhile is set there; one
;;; that is removed is marked. If the table grows, the walk goes on along what the table held before.

(defun %walk-step (entries index end key value on-end)
  "Returns a form that advances to the next entry: it sets the variables INDEX, KEY and, unless it is NIL, VALUE, or
evaluates ON-END, which leaves the loop. ENTRIES and END are variables with the values of %HASH-TABLE-WALK."
  (let ((next (gensym "NEXT")))
    `(tagbody
       ,next
       (when (>= ,index ,end) ,on-end)
       (setq ,key (svref ,entries ,index) ,index (+ ,index 2))
       (when (%removed-p ,key) (go ,next))
       ,@(if value `((setq ,value (svref ,entries (1- ,index))))))))

(defmacro %do-entries ((key value hash-table) &body body)
  "Evaluates BODY with the variables KEY and VALUE set to those of each entry of HASH-TABLE."
  (let ((block (gensym "WALK")) (next (gensym "NEXT")) (entries (gensym "ENTRIES")) (end (gensym "END")) (index (gensym "INDEX")))
    `(multiple-value-bind (,entries ,end) (%hash-table-walk ,hash-table)
       (let ((,index 0) ,key ,value)
         (block ,block
           (tagbody
             ,next
             ,(%walk-step entries index end key value `(return-from ,block nil))
             ,@body
             (go ,next)))))))

(defun maphash (function hash-table)
  "Calls FUNCTION with each key and value of HASH-TABLE; it may remove or set the entry that it is called with. Returns
NIL."
  (let ((function (%coerce-to-function function)))
    (%do-entries (key value hash-table)
      (funcall function key value))))

(defmacro with-hash-table-iterator ((name hash-table) &body body)
  "Evaluates BODY where (NAME) returns T and the next key and value of HASH-TABLE, or NIL when there are no more."
  (let ((entries (gensym "ENTRIES")) (end (gensym "END")) (index (gensym "INDEX")) (block (gensym "STEP"))
        (key (gensym "KEY")) (value (gensym "VALUE")))
    `(multiple-value-bind (,entries ,end) (%hash-table-walk ,hash-table)
       (let ((,index 0))
         (macrolet ((,name ()
                     '(block ,block
                       (let (,key ,value)
                         ,(%walk-step entries index end key value `(return-from ,block nil))
                         (values t ,key ,value)))))
           ,@body)))))
