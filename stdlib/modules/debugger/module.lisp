;;; What (require "debugger") loads: the modules that it needs, and its files in order.
("debugger"
 "frames" "commands" "step")
