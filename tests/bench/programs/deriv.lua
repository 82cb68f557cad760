-- Tables as expressions: the derivative of an expression, again and again.
local deriv

local function derivs(e)
  local result = {e[1]}
  for i = 2, #e do result[i] = deriv(e[i]) end
  return result
end

function deriv(e)
  if e == "x" then return 1 end
  if type(e) ~= "table" then return 0 end
  local operator = e[1]
  if operator == "+" or operator == "-" then
    return derivs(e)
  elseif operator == "*" then
    local sum = {"+"}
    for i = 2, #e do sum[i] = {"/", deriv(e[i]), e[i]} end
    return {"*", e, sum}
  elseif operator == "/" then
    local a, b = e[2], e[3]
    return {"-", {"/", deriv(a), b}, {"/", {"*", a, deriv(b)}, {"*", b, b}}}
  end
  error("No rule for " .. operator)
end

local function leaves(e)
  if type(e) ~= "table" then return 1 end
  local sum = 0
  for _, part in ipairs(e) do sum = sum + leaves(part) end
  return sum
end

function main()
  local e = {"+", {"*", 3, "x", "x"}, {"*", "a", "x", "x", "x"}, {"/", {"*", "b", "x"}, {"+", "x", 1}}, {"-", {"*", "x", "c"}, 5}}
  local sum = 0
  for _ = 1, 120000 do sum = sum + leaves(deriv(e)) end
  print(sum)
end
