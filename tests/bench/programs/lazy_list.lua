-- Closures that remember: lazy lists, mapped, filtered and cut, and the primes as one of them.
local function delay(thunk)
  local done, value = false, nil
  return function()
    if not done then
      value = thunk()
      done = true
    end
    return value
  end
end

local integers
function integers(n)
  return delay(function() return {n, integers(n + 1)} end)
end

local map
function map(f, list)
  return delay(function()
    local pair = list()
    return {f(pair[1]), map(f, pair[2])}
  end)
end

local filter
function filter(good, list)
  return delay(function()
    local pair = list()
    while not good(pair[1]) do pair = pair[2]() end
    return {pair[1], filter(good, pair[2])}
  end)
end

local function nth(n, list)
  local pair = list()
  for _ = 1, n do pair = pair[2]() end
  return pair[1]
end

local primes
function primes(list)
  return delay(function()
    local pair = list()
    local prime = pair[1]
    return {prime, primes(filter(function(x) return x % prime > 0 end, pair[2]))}
  end)
end

function main()
  local mapped = map(function(x) return x + x * x + 3 + math.floor(x / 3) end, integers(0))
  print(nth(150000, filter(function(x) return x % 2 == 0 end, mapped)) .. " " .. nth(900, primes(integers(2))))
end
