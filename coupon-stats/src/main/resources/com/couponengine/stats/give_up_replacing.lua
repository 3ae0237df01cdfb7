-- Lets the counting of a template go on with the counters as they are.
-- KEYS[1]  the template's counters
-- ARGV[1]  the name of the replacement that is given up
if redis.call('HGET', KEYS[1], 'replacing') == ARGV[1] then
    redis.call('HDEL', KEYS[1], 'replacing')
end
return 1
