-- Calls with three arguments, one of them in tail position: Takeuchi's function.
local function tak(x, y, z)
  if y < x then
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
  end
  return z
end

function main()
  local sum = 0
  for i = 0, 3 do sum = sum + tak(i + 24, 16, 8) end
  print(sum)
end
