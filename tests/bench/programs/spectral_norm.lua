-- Floats in vectors: the norm of an infinite matrix, by the power method on a corner of it.
local function entry(i, j)
  return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1)
end

local function transposed(i, j)
  return entry(j, i)
end

local function times_matrix(v, entry)
  local result = {}
  for i = 1, #v do
    local sum = 0.0
    for j = 1, #v do sum = sum + entry(i - 1, j - 1) * v[j] end
    result[i] = sum
  end
  return result
end

local function times_both(v)
  return times_matrix(times_matrix(v, entry), transposed)
end

local function dot(u, v)
  local sum = 0.0
  for i = 1, #u do sum = sum + u[i] * v[i] end
  return sum
end

function main()
  local u, v = {}, nil
  for i = 1, 320 do u[i] = 1.0 end
  for _ = 1, 10 do
    v = times_both(u)
    u = times_both(v)
  end
  print(string.format("%.0f", 1e9 * math.sqrt(dot(u, v) / dot(v, v))))
end
