-- The eager game tree of Dice of Doom, first version; then the rating of the whole tree.
local size = 3
local hexes = size * size
local most_dice = 3

local function neighbors(pos)
  local up, down = pos - size, pos + size
  local near = {up, down}
  if pos % size ~= 0 then near[#near + 1] = up - 1; near[#near + 1] = pos - 1 end
  if (pos + 1) % size ~= 0 then near[#near + 1] = pos + 1; near[#near + 1] = down + 1 end
  local result = {}
  for _, p in ipairs(near) do
    if p >= 0 and p < hexes then result[#result + 1] = p end
  end
  return result
end

local function copy(board)
  local after = {}
  for i = 0, hexes - 1 do after[i] = board[i] end
  return after
end

local function attacked(board, player, src, dst, dice)
  local after = copy(board)
  after[src] = {player, 1}
  after[dst] = {player, dice - 1}
  return after
end

local function reinforced(board, player, spare)
  local after = copy(board)
  for i = 0, hexes - 1 do
    if spare == 0 then break end
    local hex = after[i]
    if hex[1] == player and hex[2] < most_dice then
      after[i] = {player, hex[2] + 1}
      spare = spare - 1
    end
  end
  return after
end

local moves

local function tree(board, player, spare, first)
  return {player, board, moves(board, player, spare, first)}
end

function moves(board, player, spare, first)
  local result = {}
  if not first then
    result[1] = {false, tree(reinforced(board, player, spare - 1), 1 - player, 0, true)}
  end
  for src = 0, hexes - 1 do
    if board[src][1] == player then
      for _, dst in ipairs(neighbors(src)) do
        if board[dst][1] ~= player and board[src][2] > board[dst][2] then
          result[#result + 1] = {{src, dst}, tree(attacked(board, player, src, dst, board[src][2]), player,
                                                  spare + board[dst][2], false)}
        end
      end
    end
  end
  return result
end

local function score(board, player)
  local mine = 0
  for i = 0, hexes - 1 do
    if board[i][1] == player then mine = mine + 1 end
  end
  if 2 * mine > hexes then return 2 elseif 2 * mine == hexes then return 1 else return 0 end
end

local function rate(node, player)
  local all = node[3]
  if #all == 0 then return score(node[2], player) end
  local best
  for _, move in ipairs(all) do
    local rating = rate(move[2], player)
    if not best then best = rating
    elseif node[1] == player then best = math.max(best, rating)
    else best = math.min(best, rating) end
  end
  return best
end

local function count(node)
  local n = 1
  for _, move in ipairs(node[3]) do n = n + count(move[2]) end
  return n
end

local function board(...)
  local result = {}
  for i, hex in ipairs({...}) do result[i - 1] = hex end
  return result
end

function main()
  for _, b in ipairs({board({1, 2}, {1, 2}, {1, 1}, {1, 2}, {0, 1}, {1, 1}, {1, 2}, {0, 3}, {1, 2}),
                      board({0, 2}, {1, 1}, {0, 1}, {1, 1}, {0, 3}, {1, 2}, {1, 2}, {0, 1}, {0, 2}),
                      board({1, 1}, {0, 3}, {0, 2}, {0, 1}, {1, 2}, {0, 1}, {1, 2}, {0, 2}, {0, 3}),
                      board({1, 2}, {0, 2}, {0, 1}, {1, 3}, {1, 1}, {1, 2}, {0, 2}, {1, 2}, {0, 1})}) do
    local root = tree(b, 0, 0, true)
    print(count(root) .. " " .. rate(root, 0) .. " " .. rate(root, 1))
  end
end
