-- Ends the lease of KEYS[1] if it is that of the token ARGV[1].
if redis.call('GET', KEYS[1]) == ARGV[1] then
    redis.call('DEL', KEYS[1])
end
return {}
