-- Who asks is shown again before what cannot be taken back; the account's address changes by a link to the new one. SQL of PostgreSQL 15 level.

-- When the owner last showed in this session who they are: by the password, or at Google.
alter table sessions add column proved_at timestamptz;

-- What a way through the provider is for; anything but signing in belongs to the session it began in.
alter table google_attempts
  add column purpose text not null default 'sign-in' check (purpose in ('sign-in', 'prove', 'link')),
  add column session_id text;

-- The address an account is to have once its mailbox has been proven.
create table email_changes (
  user_id text primary key references users on delete cascade,
  email text not null,
  asked_at timestamptz not null
);

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('reset-password', 'verify-email', 'change-email', 'undo-email'));
