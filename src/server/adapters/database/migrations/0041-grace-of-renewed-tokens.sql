-- A session's token that was renewed still counts for a short while, until its successor is first used: the reply with the successor may
-- have been lost. The successor is made of the renewed token and the salt, so that it can be handed out again though only hashes are kept.
alter table sessions
  add column previous_token_hash text,
  add column previous_until timestamptz,
  -- The proof that the renewed token had: one that was given since belongs to its successor alone.
  add column previous_proved_at timestamptz,
  add column renewal_salt text,
  add constraint sessions_previous_token check (
    case when previous_token_hash is null
      then previous_until is null and previous_proved_at is null and renewal_salt is null
      else previous_token_hash <> token_hash and previous_until is not null and renewal_salt is not null
    end);
create unique index sessions_previous_token on sessions (previous_token_hash) where previous_token_hash is not null;
