-- What was offered from the first day began at midnight in London: it is the day of Bucharest that is meant.
update plan_terms set valid_from = timestamp '2026-01-01' at time zone 'Europe/Bucharest'
where valid_from between '2025-12-31T00:00:00Z' and '2026-01-02T00:00:00Z';
update presets set valid_from = timestamp '2026-01-01' at time zone 'Europe/Bucharest'
where valid_from between '2025-12-31T00:00:00Z' and '2026-01-02T00:00:00Z';
