-- Hash tables: counting numbers in one with integer keys, words in one with string keys.
local function count_numbers(n)
  local counts, x = {}, 1
  for _ = 1, n do
    x = (x * 1103 + 12345) % 65536
    local key = x % 30011
    counts[key] = (counts[key] or 0) + 1
  end
  local keys, most = 0, 0
  for _, count in pairs(counts) do
    keys = keys + 1
    if count > most then most = count end
  end
  print(keys .. " " .. most)
end

local function count_words(words, n)
  local counts, keys, sum = {}, 0, 0
  for i = 0, n - 1 do
    local word = words[(i * 7) % #words + 1]
    counts[word] = (counts[word] or 0) + 1
  end
  for word, count in pairs(counts) do
    keys = keys + 1
    sum = sum + count * #word
  end
  print(keys .. " " .. sum)
end

local words = {}
for i = 0, 4999 do words[i + 1] = "word" .. i * i end
count_numbers(5000000)
count_words(words, 3000000)
