;;; The files of the module debugger, in order.
("debugger"
 "frames" "commands" "step")
