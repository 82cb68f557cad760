-- Allocation: many short-lived binary trees, and a long-lived one beside them.
local function make_tree(depth)
  if depth == 0 then return {false, false} end
  return {make_tree(depth - 1), make_tree(depth - 1)}
end

local function count_nodes(tree)
  if not tree[1] then return 1 end
  return 1 + count_nodes(tree[1]) + count_nodes(tree[2])
end

function main()
  local most = 16
  local long_lived = make_tree(most)
  for depth = 4, most, 2 do
    local times, sum = 1, 0
      for _ = 1, most - depth + 4 do times = 2 * times end
    for _ = 1, times do sum = sum + count_nodes(make_tree(depth)) end
    print(times .. " " .. depth .. " " .. sum)
  end
  print(count_nodes(long_lived))
end
