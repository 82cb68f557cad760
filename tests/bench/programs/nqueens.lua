-- Lists: the number of ways to put eleven queens on a board, with the columns taken as a linked list.
local function safe(column, placed, distance)
  if not placed then return true end
  local other = placed[1]
  if column == other or math.abs(column - other) == distance then return false end
  return safe(column, placed[2], distance + 1)
end

local function queens(size, placed, row)
  if row == size then return 1 end
  local count = 0
  for column = 0, size - 1 do
    if safe(column, placed, 1) then count = count + queens(size, {column, placed}, row + 1) end
  end
  return count
end

function main()
  print(queens(11, nil, 0))
end
