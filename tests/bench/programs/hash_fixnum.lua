-- Hash tables with integer keys: counting numbers that come again and again, then entering, finding and removing many.
local function size(map)
  local n = 0
  for _ in pairs(map) do n = n + 1 end
  return n
end

local function count_numbers(n)
  local counts, x = {}, 1
  for _ = 1, n do
    x = (x * 1103 + 12345) % 65536
    local key = x % 30011
    counts[key] = (counts[key] or 0) + 1
  end
  local most = 0
  for _, count in pairs(counts) do
    if count > most then most = count end
  end
  print(size(counts) .. " " .. most)
end

local function enter_and_remove(n)
  local map, found = {}, 0
  for i = 0, n - 1 do map[i * 17] = i end
  for i = 0, 2 * n - 1 do
    if map[i] then found = found + 1 end
  end
  for i = 1, n - 1, 2 do map[i * 17] = nil end
  print(found .. " " .. size(map))
end

function main()
  count_numbers(3000000)
  enter_and_remove(500000)
end
