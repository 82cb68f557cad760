-- Closures: making, composing and calling functions that keep variables.
local function make_counter(step)
  local value = 0
  return function() value = value + step; return value end
end

local function compose(f, g)
  return function(x) return f(g(x)) end
end

local function adder(n)
  return function(x) return x + n end
end

local function counters(n, rounds)
  local all, sum = {}, 0
  for i = 1, n do all[i] = make_counter(i) end
  for _ = 1, rounds do
    for _, counter in ipairs(all) do sum = sum + counter() end
  end
  return sum
end

local function composed(n)
  local sum = 0
  for i = 0, n - 1 do
    local f = compose(adder(i), compose(adder(1), adder(-2)))
    sum = sum + f(i)
  end
  return sum
end

local function map(f, list)
  local result = {}
  for i, x in ipairs(list) do result[i] = f(x) end
  return result
end

local function reduce(f, list)
  local result = list[1]
  for i = 2, #list do result = f(result, list[i]) end
  return result
end

local function mapped(n)
  local numbers, sum = {}, 0
  for i = 1, 1000 do numbers[i] = i - 1 end
  for i = 0, n - 1 do
    sum = sum + reduce(function(a, b) return a + b end, map(function(x) return x * i end, numbers))
  end
  return sum
end

function main()
  print(counters(1000, 5000) .. " " .. composed(1500000) .. " " .. mapped(4000))
end
