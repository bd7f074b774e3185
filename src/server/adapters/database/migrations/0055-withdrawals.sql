-- A consumer's withdrawal from a contract. It stands from the moment it was declared, whatever becomes of the money, so nothing changes its row;
-- only whom it came from is taken out once it need not be known any more.
create table withdrawals (
  id text primary key,
  order_id text not null unique references orders,
  user_id text not null references users,
  -- how the money was to go back; its id is the ref of the ledger rows
  refund_id text not null unique references refunds,
  name text not null,
  email text not null, -- where the receipt goes
  words text not null,
  -- before this table: a refund that its buyer asked for, written down when its end was known
  came_by text not null check (came_by in ('settings', 'page', 'earlier')),
  amount_bani bigint not null check (amount_bani > 0),
  created_at timestamptz not null
);
create function withdrawals_stand() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.name in (old.name, '') and new.email in (old.email, '')
      and to_jsonb(new) - 'name' - 'email' = to_jsonb(old) - 'name' - 'email' then
      return new;
    end if;
  end if;
  raise exception 'withdrawals is append-only';
end $$;
create trigger withdrawals_no_change before update or delete on withdrawals
  for each row execute function withdrawals_stand();
create trigger withdrawals_no_truncate before truncate on withdrawals
  for each statement execute function is_append_only();

-- Money of a withdrawal that the card provider did not give back: it is owed until somebody has paid it.
create table withdrawal_debts (
  withdrawal_id text primary key references withdrawals,
  amount_bani bigint not null check (amount_bani > 0),
  -- refused by the provider, or never asked of it: card payments were off or in another mode
  cause text not null check (cause in ('refused', 'closed')),
  owed_since timestamptz not null,
  pay_until text not null check (pay_until ~ '^\d{4}-\d\d-\d\d$'), -- day of Bucharest
  paid_way text check (paid_way in ('transfer', 'card')),
  paid_on text check (paid_on ~ '^\d{4}-\d\d-\d\d$'),
  reference text,
  marked_by text references users, -- null: the provider told of it
  marked_at timestamptz,
  check ((paid_way is null) = (marked_at is null) and (paid_on is null) = (marked_at is null))
);
create index withdrawal_debts_open on withdrawal_debts (pay_until) where marked_at is null;
create function withdrawal_debts_are_paid_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.marked_at is null and new.marked_at is not null
      and (new.withdrawal_id, new.amount_bani, new.cause, new.owed_since, new.pay_until)
        = (old.withdrawal_id, old.amount_bani, old.cause, old.owed_since, old.pay_until) then
      return new;
    end if;
  end if;
  raise exception 'withdrawal_debts changes only by being paid';
end $$;
create trigger withdrawal_debts_no_change before update or delete on withdrawal_debts
  for each row execute function withdrawal_debts_are_paid_once();
create trigger withdrawal_debts_no_truncate before truncate on withdrawal_debts
  for each statement execute function is_append_only();
