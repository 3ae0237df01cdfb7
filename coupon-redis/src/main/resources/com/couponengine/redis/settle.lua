-- Ends reservations. Runs after server.lua and share.lua, whose names it uses.
--
-- KEYS[4...] the buckets of the users of those that are not confirmed, in order.
-- ARGV[2] packed: field, code, 'C' confirm or 'R' release or 'L' release with the user at the limit, user ('' for 'C').
local wanted = cmsgpack.unpack(ARGV[2])
local bucket = 3
local ended, gone, alone, ofList = {}, {}, {}, {}
local back = 0

for first = 1, #wanted, 120 do
    local last = math.min(first + 119, #wanted)
    local fields = {}
    for i = first, last, 4 do
        fields[#fields + 1] = wanted[i]
    end
    local records = call('HMGET', KEYS[2], unpack(fields))
    for i = first, last, 4 do
        local field, code, how = wanted[i], wanted[i + 1], wanted[i + 2]
        local record = records[(i - first) / 4 + 1]
        if how ~= 'C' then
            bucket = bucket + 1
        end
        if record and not ended[field] and string.sub(record, 1, 19) == code then
            ended[field] = true
            gone[#gone + 1] = field
            local name = string.match(record, '^%w*', 33)
            if name == '' then
                alone[#alone + 1] = field
            else
                ofList[name] = (ofList[name] or 0) + 1
            end
            if how ~= 'C' then
                back = back + 1
                local key, user = KEYS[bucket], wanted[i + 3]
                local number = count(key, user, '-1')
                if not number then
                    return {0}
                end
                -- Users beyond the packed size of a bucket are not remembered as being at the limit: memory comes first.
                if how == 'L' and limit < math.huge and call('HLEN', key) <= 500 then
                    call('HSET', key, user, limit)
                    if call('HLEN', key) == 1 then
                        call('PEXPIREAT', key, expires)
                    end
                elseif number <= 0 then
                    call('HDEL', key, user)
                end
            end
        end
    end
end

if #gone > 0 then
    for name, many in pairs(ofList) do
        if call('HINCRBY', KEYS[2], '#' .. name, -many) <= 0 then
            gone[#gone + 1] = '@' .. name
            gone[#gone + 1] = '#' .. name
            call('ZREM', KEYS[3], '@' .. name)
            lists = lists - 1
        end
        reserved = reserved - many
    end
    inPieces('ZREM', KEYS[3], alone)
    singles = singles - #alone
    reserved = reserved - #alone
    inPieces('HDEL', KEYS[2], gone)
    if back > 0 and share[5] then
        call('HINCRBY', KEYS[1], 'left', back)
    end
    save()
end
return {2}
