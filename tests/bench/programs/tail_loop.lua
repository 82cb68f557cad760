-- Loops: by tail calls of a local function, by tail calls of a global one, and by while.
local function local_loop(n)
  local function next(i, sum)
    if i == 0 then return sum end
    return next(i - 1, i % 2 == 0 and sum + i or sum - 1)
  end
  return next(n, 0)
end

function global_loop(i, sum)
  if i == 0 then return sum end
  return global_loop(i - 1, i % 2 == 1 and sum + 2 or sum - 1)
end

local function plain_loop(n)
  local i, sum = 0, 0
  while i ~= n do
    if i % 2 == 0 then sum = sum + i else sum = sum - 1 end
    i = i + 1
  end
  return sum
end

function main()
  print(local_loop(19000000) .. " " .. global_loop(19000000, 0) .. " " .. plain_loop(19000000))
end
