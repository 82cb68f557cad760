;;; What (require "sockets") loads: the modules that it needs, and its files in order.
("sockets"
 "package" "conditions" "hosts" "connections" "datagrams")
