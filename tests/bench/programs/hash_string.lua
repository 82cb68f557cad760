-- Hash tables with string keys: counting words, and an index of strings that are made afresh for each look.
local function make_words(n)
  local words = {}
  for i = 0, n - 1 do words[i + 1] = "word" .. i * i end
  return words
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

local function look_up_parts(words, rounds)
  local index, found = {}, 0
  for i, word in ipairs(words) do index[word] = i end
  for _ = 1, rounds do
    for _, word in ipairs(words) do
      if index[word:sub(1, -2)] then found = found + 1 end
    end
  end
  print(found)
end

function main()
  local words = make_words(5000)
  count_words(words, 2000000)
  look_up_parts(words, 100)
end
