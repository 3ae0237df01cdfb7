-- Finds the reservations whose deadline lies before an instant, the earliest first.
--
-- ARGV[2] the instant, ARGV[3] the most to answer. Answers {2, field, record, field, record...}.
local before, max = tonumber(ARGV[2]), tonumber(ARGV[3])
local found = {}

-- A field that was released and reserved again stands in two lists; only the later one is named in its record.
local function look(fields, name)
    for first = 1, #fields, 30 do
        local last = math.min(first + 29, #fields)
        local records = call('HMGET', KEYS[2], unpack(fields, first, last))
        for i = first, last do
            local record = records[i - first + 1]
            if record and string.match(record, '^%w*', 33) == name then
                local deadline = tonumber(string.sub(record, 20, 32))
                if deadline < before then
                    found[#found + 1] = {deadline, fields[i], record}
                end
            end
        end
    end
end

local function earliestFirst(a, b)
    if a[1] ~= b[1] then
        return a[1] < b[1]
    end
    return a[2] < b[2]
end

-- A call's reservations stand under its earliest deadline, so nothing of later calls can come before the last one
-- found as soon as that lies before their deadline.
local offset = 0
while true do
    local page = call('ZRANGEBYSCORE', KEYS[3], '-inf', '(' .. ARGV[2], 'WITHSCORES', 'LIMIT', offset, 25)
    if #page == 0 then
        break
    end
    if #found >= max then
        table.sort(found, earliestFirst)
        for i = #found, max + 1, -1 do
            found[i] = nil
        end
        if tonumber(page[2]) > found[max][1] then
            break
        end
    end
    local singles = {}
    for i = 1, #page, 2 do
        if string.sub(page[i], 1, 1) == '@' then
            local fields = {}
            for field in string.gmatch(call('HGET', KEYS[2], page[i]) or '', '%S+') do
                fields[#fields + 1] = field
            end
            look(fields, string.sub(page[i], 2))
        else
            singles[#singles + 1] = page[i]
        end
    end
    look(singles, '')
    offset = offset + 25
end

table.sort(found, earliestFirst)
local answer = {2}
for i = 1, math.min(max, #found) do
    answer[#answer + 1] = found[i][2]
    answer[#answer + 1] = found[i][3]
end
return answer
