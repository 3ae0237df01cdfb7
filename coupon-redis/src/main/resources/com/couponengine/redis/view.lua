-- Answers {2, units left ('' for no limit), reservations}.
return {2, share[5] or '', reserved}
