;;; The files of the module json, in order.
("json"
 "json")
