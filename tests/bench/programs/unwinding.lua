-- Ways out: leaving through calls and closures, errors caught by pcall, clean-up by catching and raising again.
local function each(f, list)
  for _, x in ipairs(list) do f(x) end
end

local function find_from(list, wanted)
  local found = {}
  local ok, what = pcall(each, function(x) if x == wanted then found.value = x; error(found, 0) end end, list)
  if ok then return nil end
  if what ~= found then error(what, 0) end
  return found.value
end

local function leave(depth, tag)
  if depth == 0 then error(tag, 0) end
  return 1 + leave(depth - 1, tag)
end

local cleaned = 0

local leave_cleaning
function leave_cleaning(depth, tag)
  local ok, value = pcall(function()
    if depth == 0 then error(tag, 0) end
    return 1 + leave_cleaning(depth - 1, tag)
  end)
  cleaned = cleaned + 1
  if not ok then error(value, 0) end
  return value
end

local function catch(f, depth, value)
  local _, what = pcall(f, depth, {value})
  return what[1]
end

local function fail(x)
  if x % 2 == 1 then error("odd") end
  return x
end

function main()
  local list, sum = {1, 2, 3, 4, 5, 6, 7, 8}, 0
  for i = 0, 899999 do sum = sum + (find_from(list, i % 10) or 100) + catch(leave, 5, i) end
  for i = 0, 399999 do sum = sum + catch(leave_cleaning, 3, i) end
  for i = 0, 399999 do
    local ok, value = pcall(fail, i)
    sum = sum + (ok and value or 1)
  end
  print(sum .. " " .. cleaned)
end
