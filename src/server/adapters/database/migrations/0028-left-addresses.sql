-- The addresses that accounts left and may still come back to: nobody else gets one meanwhile.
create table left_addresses (
  email text primary key,
  user_id text not null references users on delete cascade,
  left_at timestamptz not null,
  expires_at timestamptz not null
);
create index left_addresses_user on left_addresses (user_id);
insert into left_addresses (email, user_id, left_at, expires_at)
  select l.email, l.user_id, l.created_at, l.expires_at
  from mail_links l join users u on u.id = l.user_id
  where l.purpose = 'undo-email' and l.used_at is null and l.expires_at > now() and u.deleted_at is null
  order by l.created_at
on conflict (email) do nothing;
