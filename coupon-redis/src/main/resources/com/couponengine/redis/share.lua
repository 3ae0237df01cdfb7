-- What every script does first: find the share, and make sure that it may be trusted.
--
-- KEYS[1] the share, KEYS[2] its reservations, KEYS[3] their deadlines; ARGV[1] the generation that the caller knows.
-- Answers {0} for a share that is not loaded or not to be trusted,
-- {1, generation, epoch, buckets} to a caller that knows another generation, else {2, ...}.
local share = try('HMGET', KEYS[1], 'history', 'generation', 'epoch', 'buckets',
    'left', 'limit', 'expires', 'reserved', 'lists', 'singles')
if not share[1] or share[1] ~= history() then
    return {0}
end
if share[2] ~= ARGV[1] then
    return {1, share[2], share[3], share[4]}
end
local left = share[5] and tonumber(share[5]) or math.huge
local limit = share[6] and tonumber(share[6]) or math.huge
local expires, reserved, lists, singles = share[7], tonumber(share[8]), tonumber(share[9]), tonumber(share[10])

-- The reservations hash holds one filler, a record for each reservation, and two fields for each list of a call.
-- A key that was evicted or spoilt by somebody else does not add up.
if try('HLEN', KEYS[2]) ~= 1 + reserved + 2 * lists or try('ZCARD', KEYS[3]) ~= lists + singles then
    return {0}
end

-- Calls a command with many arguments, at most 30 of them at a time: so many are cheap for the server.
local function inPieces(command, key, arguments)
    for first = 1, #arguments, 30 do
        call(command, key, unpack(arguments, first, math.min(first + 29, #arguments)))
    end
end

-- Adds to a user's count. Answers the new count, or nil after giving up a share whose counts are not counts any more,
-- or raises the server's refusal to write.
local function count(bucket, user, by)
    local answer = try('HINCRBY', bucket, user, by)
    if type(answer) == 'number' then
        return answer
    end
    if string.find(answer.err, 'WRONGTYPE', 1, true) or string.find(answer.err, 'not an integer', 1, true) then
        call('UNLINK', KEYS[1])
        return nil
    end
    error(answer.err)
end

local function save()
    call('HSET', KEYS[1], 'reserved', reserved, 'lists', lists, 'singles', singles)
end
