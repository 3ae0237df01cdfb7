-- Counts batches of events of one template, each once.
-- KEYS[1]  the template's counters
-- ARGV     1 if absent counters may be begun, else 0
--          number of floors, then for each: stream, number of a batch that was counted before
--          then for each batch: stream, number, how many additions, and for each addition: field, amount
-- Answers 1; or 0 if the counters are absent, being replaced, or have lost a batch; then nothing was changed.
local counters = KEYS[1]

local function last_of(stream)
    return tonumber(redis.call('HGET', counters, 'seq:' .. stream) or '0')
end

if redis.call('HEXISTS', counters, 'replacing') == 1 then
    return 0
end
if redis.call('HEXISTS', counters, 'format') == 0 and ARGV[1] == '0' then
    return 0
end
local at = 3
for _ = 1, tonumber(ARGV[2]) do
    if last_of(ARGV[at]) < tonumber(ARGV[at + 1]) then
        return 0
    end
    at = at + 2
end

redis.call('HSET', counters, 'format', '1')
while at <= #ARGV do
    local stream, seq = ARGV[at], ARGV[at + 1]
    local next_batch = at + 3 + 2 * tonumber(ARGV[at + 2])
    if tonumber(seq) > last_of(stream) then
        for addition = at + 3, next_batch - 1, 2 do
            redis.call('HINCRBY', counters, ARGV[addition], ARGV[addition + 1])
        end
        redis.call('HSET', counters, 'seq:' .. stream, seq)
    end
    at = next_batch
end
return 1
