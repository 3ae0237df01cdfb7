-- Which history of writes this server is a part of. It changes with every start of a process and with every
-- promotion of a replica, so data that was loaded under another one may be an older copy.
local call, try = redis.call, redis.pcall
local function history()
    return string.match(call('INFO', 'replication'), 'master_replid:(%w+)')
        or string.match(call('INFO', 'server'), 'run_id:(%w+)')
        or ''
end
