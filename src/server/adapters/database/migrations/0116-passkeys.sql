-- Passkeys: a second step of signing in, and a proof of who asks. SQL of PostgreSQL 15 level.

create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  -- As the authenticator calls it, in base64url.
  credential_id text not null unique,
  -- COSE, in base64url.
  public_key text not null,
  -- Signatures that the authenticator has counted; 0: it counts none.
  counter bigint not null,
  -- How the browser reaches the authenticator.
  transports text[] not null,
  name text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  -- Since when it is refused: its counter did not grow, so there may be a copy of it.
  blocked_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator is asked to sign. Each is good for one answer, for a few minutes.
create table passkey_challenges (
  challenge text primary key,
  user_id text not null references users on delete cascade,
  purpose text not null check (purpose in ('add', 'prove', 'enter')),
  -- Hash of the session's id, or of the secret of the sign-in that waits: it counts nowhere else.
  bound_to text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_age on passkey_challenges (expires_at);
