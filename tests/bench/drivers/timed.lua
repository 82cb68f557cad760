-- Runs a program's main, and tells on the error output how many seconds of processor time that took.
dofile(arg[1])
local start = os.clock()
main()
io.stderr:write(string.format("seconds %f\n", os.clock() - start))
