-- contract: needs code from 0095
-- That code bears all of it: it writes no goodwill, without which the trigger of refunds refuses nothing, and leaves goodwill_id empty.

-- Money that an admin gives back out of goodwill, by bank transfer: the order stays paid and keeps its credits and its period. The storno is
-- issued with the row, the transfer is noted later.
create table goodwill_refunds (
  id text primary key,
  order_id text not null references orders,
  given_by text not null references users,
  reason text not null,
  amount_bani bigint not null check (amount_bani > 0),
  request_key text not null, -- of the press: the same key again is the same row
  created_at timestamptz not null,
  paid_on text check (paid_on ~ '^\d{4}-\d\d-\d\d$'), -- day of Bucharest
  reference text, -- number of the transfer
  marked_by text references users,
  marked_at timestamptz,
  unique (order_id, request_key),
  check ((paid_on is null) = (marked_at is null) and (reference is null) = (marked_at is null)
    and (marked_by is null) = (marked_at is null))
);
create index goodwill_refunds_order on goodwill_refunds (order_id, created_at);
create index goodwill_refunds_open on goodwill_refunds (created_at) where marked_at is null;

create function goodwill_refunds_are_paid_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.marked_at is null and new.marked_at is not null
      and to_jsonb(new) - array['paid_on', 'reference', 'marked_by', 'marked_at']
        = to_jsonb(old) - array['paid_on', 'reference', 'marked_by', 'marked_at'] then
      return new;
    end if;
  end if;
  raise exception 'goodwill_refunds changes only by being paid';
end $$;
create trigger goodwill_refunds_no_change before update or delete on goodwill_refunds
  for each row execute function goodwill_refunds_are_paid_once();
create trigger goodwill_refunds_no_truncate before truncate on goodwill_refunds
  for each statement execute function is_append_only();

-- Goodwill and refunds of an order together never pass what was paid for it. The order's lock puts both in turn.
create function money_back_fits() returns trigger language plpgsql as $$
declare
  paid bigint;
  goodwill bigint;
  refunded bigint;
begin
  perform 1 from orders where id = new.order_id for no key update;
  select coalesce(sum(amount_bani), 0) into goodwill from goodwill_refunds where order_id = new.order_id;
  if goodwill = 0 then
    return null;
  end if;
  select coalesce(sum(amount_bani), 0) into refunded from (
    select amount_bani from refunds where order_id = new.order_id and state <> 'refused'
    union all
    select d.amount_bani from withdrawal_debts d join withdrawals w on w.id = d.withdrawal_id where w.order_id = new.order_id) back;
  select price_bani into paid from credit_purchases where order_id = new.order_id;
  if goodwill + refunded > coalesce(paid, 0) then
    raise exception 'more would go back of order % than was paid', new.order_id;
  end if;
  return null;
end $$;
create trigger goodwill_refunds_fit after insert on goodwill_refunds
  for each row execute function money_back_fits();
create trigger refunds_fit after insert on refunds
  for each row execute function money_back_fits();

-- Of a storno: the goodwill that it belongs to.
alter table invoices add column goodwill_id text unique references goodwill_refunds
  check (goodwill_id is null or (kind = 'storno' and cause = 'outside' and refund_id is null));
