-- Puts exact contents in the place of a template's counters. They were read after the replacement began: so they have
-- every batch that was counted before, and none has been counted since.
-- KEYS[1]  the template's counters
-- ARGV[1]  the name of the replacement
--          then field and value of everything that the counters are to hold
-- Answers 1 if that replacement is done, now or before; 0 if it is not under way any more; 2 if the counters know of a
-- later batch than the contents. Nothing is changed but by the first 1; after 2 the counting goes on.
local counters = KEYS[1]

if redis.call('HGET', counters, 'replacing') ~= ARGV[1] then
    return redis.call('HGET', counters, 'replaced') == ARGV[1] and 1 or 0
end
local contents = {}
for at = 2, #ARGV, 2 do
    contents[ARGV[at]] = ARGV[at + 1]
end
for _, field in ipairs(redis.call('HKEYS', counters)) do
    if string.sub(field, 1, 4) == 'seq:' then
        local known = tonumber(redis.call('HGET', counters, field))
        if known > tonumber(contents[field] or '0') then
            redis.call('HDEL', counters, 'replacing')
            return 2
        end
    end
end

redis.call('DEL', counters)
redis.call('HSET', counters, 'format', '1', 'replaced', ARGV[1])
for field, value in pairs(contents) do
    redis.call('HSET', counters, field, value)
end
return 1
