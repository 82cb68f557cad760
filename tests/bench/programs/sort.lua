-- Sorting: an array of a million numbers, then one of pairs, stably (by the place as a second key).
local function numbers(n)
  local result, x = {}, 42
  for i = 1, n do
    x = x * 16807 % 2147483647
    result[i] = x
  end
  return result
end

function main()
  local sorted = numbers(1000000)
  table.sort(sorted, function(a, b) return a < b end)
  print(sorted[1] .. " " .. sorted[500001] .. " " .. sorted[1000000])
  local pairs_of = {}
  for i, x in ipairs(numbers(100000)) do pairs_of[i] = {x % 1000, x, i} end
  table.sort(pairs_of, function(a, b)
    if a[1] ~= b[1] then return a[1] > b[1] end
    return a[3] < b[3]
  end)
  print(pairs_of[1][2] .. " " .. pairs_of[50001][2] .. " " .. pairs_of[100000][2])
end
