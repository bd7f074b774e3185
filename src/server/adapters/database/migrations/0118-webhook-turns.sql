-- Whose turn it is to be sent messages: a row for each account that ever made a webhook. It outlives the webhooks, so that none is fast again
-- by making another.
create table webhook_turns (
  user_id text primary key references users on delete cascade,
  -- When a process took one of its messages last; null: none has yet.
  served_at timestamptz,
  -- Of the process that sends one of its messages now.
  lease_token text,
  lease_until timestamptz,
  -- When one of its programs was slow last; null: none was.
  slow_at timestamptz
);
create index webhook_turns_under_way on webhook_turns (lease_until) where lease_until is not null;
insert into webhook_turns (user_id) select distinct user_id from webhooks;
