-- concurrently
-- Metrics count what happened to orders within the last day.
drop index concurrently if exists order_events_age;
create index concurrently order_events_age on order_events (created_at);
