-- Stops the counting of a template until its counters are replaced.
-- KEYS[1]  the template's counters
-- ARGV[1]  a name for this replacement
-- Answers the name of the replacement that is under way: this one, or one that was begun before and not ended.
local under_way = redis.call('HGET', KEYS[1], 'replacing')
if under_way then
    return under_way
end
redis.call('HSET', KEYS[1], 'replacing', ARGV[1])
return ARGV[1]
