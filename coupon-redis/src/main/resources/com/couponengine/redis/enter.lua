-- Takes the lease of KEYS[1] for the token ARGV[1], for ARGV[2] milliseconds. Answers {1} if it is that token's now, else {0}.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return {1}
end
return {redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0}
