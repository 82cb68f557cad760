-- Vectors: the number of primes below ten million, by Eratosthenes' sieve.
local function count_primes(limit)
  local composite, count = {}, 0
  for i = 0, limit - 1 do composite[i] = false end
  for i = 2, limit - 1 do
    if not composite[i] then
      count = count + 1
      for j = i * i, limit - 1, i do composite[j] = true end
    end
  end
  return count
end

function main()
  print(count_primes(10000000))
end
