-- Removes keys of a generation that was replaced.
redis.call('UNLINK', unpack(KEYS))
return {2}
