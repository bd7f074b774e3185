-- Narrow rights that admins hand out beside their own: support reads accounts and orders, an accountant the books. A row is a right in force;
-- what was given and taken stands in admin_acts.
create table account_rights (
  user_id text not null references users,
  name text not null check (name in ('support', 'accountant')),
  given_by text not null references users check (given_by <> user_id),
  given_at timestamptz not null,
  primary key (user_id, name)
);

-- What holders of a narrow right looked at, once in ten minutes for the same thing.
create table right_looks (
  user_id text not null references users, -- who looked
  route text not null,
  about text not null, -- ids and names in the route's path; empty for lists
  slot bigint not null, -- tens of minutes since 1970
  looked_at timestamptz not null,
  primary key (user_id, route, about, slot)
);
create index right_looks_of_holder on right_looks (user_id, looked_at desc);
create index right_looks_about on right_looks (about);
create index right_looks_by_age on right_looks (looked_at);
