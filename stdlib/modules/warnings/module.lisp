;;; The files of the module warnings, in order.
("warnings"
 "classes" "signal")
