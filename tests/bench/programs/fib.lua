-- Calls and small integers: the doubly recursive Fibonacci function.
local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

function main()
  print(fib(36))
end
