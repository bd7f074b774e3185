-- What a session's token says about its owner, as it was when the token was issued: a copy for the screen.
alter table sessions
  add column claims_role text not null default 'user' check (claims_role in ('user', 'admin')),
  add column claims_issued_at timestamptz not null default now();
update sessions s set claims_role = u.role, claims_issued_at = s.created_at from users u where u.id = s.user_id;

-- Who an account was in the hosted database it came from: an import that is done again finds it here, and so will the purchases.
create table imported_users (
  foreign_uid text primary key,
  user_id text not null unique references users on delete cascade,
  imported_at timestamptz not null default now()
);

-- The list of users, newest first.
create index users_newest on users (created_at desc, id desc);
