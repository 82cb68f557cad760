-- Floating point: how many points of a grid stay in the Mandelbrot set, and how many steps that took.
local function steps(cr, ci, most)
  local i, zr, zi = 0, 0.0, 0.0
  while i < most and zr * zr + zi * zi <= 4.0 do
    zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
    i = i + 1
  end
  return i
end

function main()
  local size, most = 700, 100
  local inside, sum = 0, 0
  for y = 0, size - 1 do
    for x = 0, size - 1 do
      local n = steps(3.0 * x / size - 2.0, 2.0 * y / size - 1.0, most)
      sum = sum + n
      if n == most then inside = inside + 1 end
    end
  end
  print(inside .. " " .. sum)
end
