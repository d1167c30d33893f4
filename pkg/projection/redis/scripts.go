package redis

// applyScript applies a batch if it continues at the checkpoint, and returns the
// checkpoint that stands afterwards. Sequences are below 2^53, where Lua's
// numbers are exact; the checkpoint is stored as the text that came in.
const applyScript = `
local checkpoint, rows, lists, places = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local have = redis.call('GET', checkpoint) or '0'
if tonumber(ARGV[2]) <= tonumber(have) or tonumber(ARGV[1]) ~= tonumber(have) then
  return have
end
local i = 3
while i <= #ARGV do
  local key, set, value, entries = ARGV[i], ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3])
  i = i + 4
  local old = redis.call('HGET', places, key)
  if old then
    redis.call('ZREM', lists, unpack(cmsgpack.unpack(old)))
    redis.call('HDEL', places, key)
  end
  if set == '1' then
    redis.call('HSET', rows, key, value)
  else
    redis.call('HDEL', rows, key)
  end
  if entries > 0 then
    local new = {}
    for n = 1, entries do
      new[n] = ARGV[i]
      redis.call('ZADD', lists, 0, ARGV[i])
      i = i + 1
    end
    redis.call('HSET', places, key, cmsgpack.pack(new))
  end
end
redis.call('SET', checkpoint, ARGV[2])
return ARGV[2]
`

// listScript returns the entries of a range with their rows' values, all of one
// moment. The key stands after the entry's second zero byte.
const listScript = `
local result = {}
for _, entry in ipairs(redis.call('ZRANGEBYLEX', KEYS[3], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])) do
  local key = string.match(entry, '^%Z*%z%Z*%z(.*)$')
  result[#result + 1] = entry
  result[#result + 1] = redis.call('HGET', KEYS[2], key) or ''
end
return result
`
