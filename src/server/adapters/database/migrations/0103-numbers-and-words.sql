-- concurrently
-- Orders from before get their number, and support finds accounts and orders by what people quote.

drop index concurrently if exists orders_number;
create unique index concurrently orders_number on orders (number);

-- A thousand orders at a time.
do $$
declare
  last text := '';
  ids text[];
  one text;
begin
  loop
    select array_agg(id order by id) into ids from (select id from orders where id > last order by id limit 1000) page;
    exit when ids is null;
    foreach one in array ids loop
      update orders set number = order_number() where id = one and number is null;
    end loop;
    last := ids[array_length(ids, 1)];
    commit;
  end loop;
end $$;

drop index concurrently if exists orders_checkout;
create index concurrently orders_checkout on orders (checkout_id);
drop index concurrently if exists orders_amount;
create index concurrently orders_amount on orders (amount_bani, created_at desc, id desc);
drop index concurrently if exists orders_state;
create index concurrently orders_state on orders (state, created_at desc, id desc);
drop index concurrently if exists checkouts_words;
create index concurrently checkouts_words on checkouts using gin
  (search_words(coalesce(billing ->> 'firstName', '') || ' ' || coalesce(billing ->> 'lastName', '') || ' '
    || coalesce(billing ->> 'name', '') || ' ' || coalesce(billing ->> 'cui', ''))) with (fastupdate = off);
drop index concurrently if exists invoices_words;
create index concurrently invoices_words on invoices using gin
  (search_words(coalesce(snapshot -> 'buyer' ->> 'firstName', '') || ' ' || coalesce(snapshot -> 'buyer' ->> 'lastName', '') || ' '
    || coalesce(snapshot -> 'buyer' ->> 'name', '') || ' ' || coalesce(snapshot -> 'buyer' ->> 'cui', ''))) with (fastupdate = off)
  -- Others have the buyer of their checkout.
  where replaces is not null;
drop index concurrently if exists users_words;
create index concurrently users_words on users using gin (search_words(coalesce(display_name, '') || ' ' || email))
  with (fastupdate = off);
drop index concurrently if exists users_newest;
create index concurrently users_newest on users (created_at desc, id desc) where deleted_at is null;
