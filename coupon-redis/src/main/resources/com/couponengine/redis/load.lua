-- Replaces a share, unless the server has an equal or newer epoch of it, trusted or not: what an older load says of the
-- stock is out of date.
--
-- KEYS[1] the share, KEYS[2] its new reservations. ARGV: epoch, generation, buckets, units left ('' for no limit), limit
-- per user ('' for none), when to forget it.
-- Answers {0} refused, {1} has this epoch already, {2, buckets} or {2, buckets, old generation, old buckets} replaced.
local epoch, generation, buckets = ARGV[1], ARGV[2], tonumber(ARGV[3])
local here = history()
local old = try('HMGET', KEYS[1], 'history', 'epoch', 'generation', 'buckets')
if old[2] and tonumber(old[2]) >= tonumber(epoch) then
    return {(old[2] == epoch and old[1] == here) and 1 or 0}
end

-- Those who have a unit come back also after the total was lowered, so the buckets never get fewer.
if old[4] and tonumber(old[4]) > buckets then
    buckets = tonumber(old[4])
end
-- An instant in the past would delete the keys. A share is kept for at least a minute after its load, so that a server
-- whose clock is ahead of the hosts' does not forget it at once.
local now = call('TIME')
local expires = math.max(tonumber(ARGV[6]), (tonumber(now[1]) + 60) * 1000)
expires = string.format('%.0f', expires)

call('UNLINK', KEYS[1])
call('HSET', KEYS[1], 'history', here, 'generation', generation, 'epoch', epoch, 'buckets', buckets,
    'expires', expires, 'reserved', 0, 'lists', 0, 'singles', 0)
if ARGV[4] ~= '' then
    call('HSET', KEYS[1], 'left', ARGV[4])
end
if ARGV[5] ~= '' then
    call('HSET', KEYS[1], 'limit', ARGV[5])
end
-- The filler is too long for a packed hash, and a packed hash would be searched from end to end for each reservation.
call('HSET', KEYS[2], '', string.rep('.', 100))
call('PEXPIREAT', KEYS[1], expires)
call('PEXPIREAT', KEYS[2], expires)
if old[3] and old[4] then
    return {2, buckets, old[3], old[4]}
end
return {2, buckets}
