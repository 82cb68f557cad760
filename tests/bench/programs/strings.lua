-- Strings: joining numbers, cutting them apart again, turning case and order, and looking at each character.
local function joined(n)
  local out = {}
  for i = 0, n - 1 do
    out[#out + 1] = tostring(i)
    out[#out + 1] = ","
  end
  return table.concat(out)
end

local function pieces(text)
  local found, start = {}, 1
  while true do
    local finish = text:find(",", start, true)
    if not finish then return found end
    found[#found + 1] = text:sub(start, finish - 1)
    start = finish + 1
  end
end

local function checksum(text)
  local sum = 0
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 1000003 end
  return sum
end

function main()
  for _ = 1, 8 do
    local text = joined(60000)
    local parts = pieces(text)
    local sum = 0
    for _, part in ipairs(parts) do sum = sum + checksum(("n" .. part:reverse()):upper()) end
    print(#text .. " " .. #parts .. " " .. checksum(text) .. " " .. sum)
  end
end
