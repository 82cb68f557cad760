-- Floats in records: five bodies that attract each other, a step of time after another.
local function body(x, y, z, vx, vy, vz, mass)
  return {x = x, y = y, z = z, vx = vx, vy = vy, vz = vz, mass = mass}
end

local function bodies()
  return {body(0, 0, 0, 0, 0, 0, 40),
          body(5, -1, -0.1, 0.6, 2.8, -0.02, 0.04),
          body(8, 4, -0.4, -1, 1.8, 0.008, 0.01),
          body(13, -15, -0.2, 1.1, 0.9, -0.01, 0.002),
          body(15, -26, 0.2, 1, 0.6, -0.03, 0.002)}
end

local function attract(a, b, dt)
  local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
  local square = dx * dx + dy * dy + dz * dz
  local pull = dt / (square * math.sqrt(square))
  local to_a, to_b = pull * b.mass, pull * a.mass
  a.vx = a.vx - dx * to_a
  a.vy = a.vy - dy * to_a
  a.vz = a.vz - dz * to_a
  b.vx = b.vx + dx * to_b
  b.vy = b.vy + dy * to_b
  b.vz = b.vz + dz * to_b
end

local function advance(all, dt)
  for i = 1, #all do
    for j = i + 1, #all do attract(all[i], all[j], dt) end
  end
  for _, b in ipairs(all) do
    b.x = b.x + dt * b.vx
    b.y = b.y + dt * b.vy
    b.z = b.z + dt * b.vz
  end
end

local function energy(all)
  local sum = 0.0
  for i, a in ipairs(all) do
    sum = sum + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, #all do
      local b = all[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      sum = sum - a.mass * b.mass / math.sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return sum
end

function main()
  local all = bodies()
  print(string.format("%.0f", 1e9 * energy(all)))
  for _ = 1, 150000 do advance(all, 0.001) end
  print(string.format("%.0f", 1e9 * energy(all)))
end
