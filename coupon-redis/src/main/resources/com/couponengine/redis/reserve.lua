-- Reserves a unit for each request, in order. Runs after server.lua and share.lua, whose names it uses.
--
-- KEYS[3 + i] the bucket that counts the user of request i.
-- ARGV[2] a name for this call, or '' if it has one request; ARGV[3] its earliest deadline;
-- ARGV[4] packed: user, field, record for each request. A record is 19 characters of code, 13 digits of deadline and
-- the name of the call; ' ' and the grab's number follow unless that is 1.
-- Answers {2, a letter for each request, details...}: '1' to '9' reserved with that number, 'S' sold out, 'L' limit
-- reached; with a detail each, in order: 'N' reserved with the number in the detail, 'R' reserved before.
local name, deadline, wanted = ARGV[2], ARGV[3], cmsgpack.unpack(ARGV[4])
local letters, details = {}, {}
local fields, records = {}, {}
local taken = 0

-- The record of a field that was reserved before, perhaps in this very call.
local mine
local function before(field)
    if not mine then
        mine = {}
        for i = 1, taken do
            mine[fields[i]] = records[2 * i]
        end
    end
    return mine[field] or call('HGET', KEYS[2], field)
end

-- Whether the buckets were all there before this call: then none needs an expiry, and none is asked for its length.
local function allThere()
    for first = 4, #KEYS, 30 do
        local last = math.min(first + 29, #KEYS)
        if call('EXISTS', unpack(KEYS, first, last)) <= last - first then
            return false
        end
    end
    return true
end

local mayBeNew = left > 0 and not allThere()

for i = 1, #wanted / 3 do
    local bucket, user, field, record = KEYS[3 + i], wanted[3 * i - 2], wanted[3 * i - 1], wanted[3 * i]
    local number = 0
    if left > taken then
        number = count(bucket, user, '1')
        if not number then
            return {0}
        end
    end
    local old = number ~= 1 and before(field)
    if old then
        letters[i] = 'R'
        details[#details + 1] = old
    elseif number == 0 then
        local has = limit < math.huge and tonumber(try('HGET', bucket, user)) or 0
        letters[i] = has >= limit and 'L' or 'S'
    elseif number > limit then
        letters[i] = 'L'
    else
        if number == 1 then
            letters[i] = '1'
            if mayBeNew and call('HLEN', bucket) == 1 then
                call('PEXPIREAT', bucket, expires)
            end
        elseif number < 10 then
            letters[i] = number
            record = record .. ' ' .. number
        else
            letters[i] = 'N'
            record = record .. ' ' .. number
            details[#details + 1] = tostring(number)
        end
        taken = taken + 1
        fields[taken] = field
        records[2 * taken - 1] = field
        records[2 * taken] = record
        if mine then
            mine[field] = record
        end
    end
    if number > 1 and (old or number > limit) then
        count(bucket, user, '-1')
    end
end

if taken > 0 then
    inPieces('HSET', KEYS[2], records)
    if name == '' then
        call('ZADD', KEYS[3], deadline, fields[1])
        singles = singles + 1
    else
        call('HSET', KEYS[2], '@' .. name, table.concat(fields, ' '), '#' .. name, taken)
        call('ZADD', KEYS[3], deadline, '@' .. name)
        lists = lists + 1
    end
    if lists + singles == 1 then
        call('PEXPIREAT', KEYS[3], expires)
    end
    if share[5] then
        call('HINCRBY', KEYS[1], 'left', -taken)
    end
    reserved = reserved + taken
    save()
end
return {2, table.concat(letters), unpack(details)}
