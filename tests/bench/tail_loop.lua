-- Loops: by tail calls between local functions, by tail calls between global ones, and by while.
local function local_loop(n)
  local even, odd
  function even(i, sum)
    if i == 0 then return sum end
    return odd(i - 1, sum + i)
  end
  function odd(i, sum)
    if i == 0 then return sum end
    return even(i - 1, sum - 1)
  end
  return even(n, 0)
end

function ping(i, sum)
  if i == 0 then return sum end
  return pong(i - 1, sum + 2)
end

function pong(i, sum)
  if i == 0 then return sum end
  return ping(i - 1, sum - 1)
end

local function plain_loop(n)
  local i, sum = 0, 0
  while i ~= n do
    if i % 2 == 0 then sum = sum + i else sum = sum - 1 end
    i = i + 1
  end
  return sum
end

print(local_loop(20000000) .. " " .. ping(20000000, 0) .. " " .. plain_loop(20000000))
