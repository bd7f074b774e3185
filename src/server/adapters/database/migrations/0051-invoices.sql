-- Invoices and stornos: numbers without gap or double, facts that never change. SQL of PostgreSQL 15 level.

-- The next number of each series. Its row is locked from the number to the commit, so that a transaction that is thrown away gives its
-- number back; a new series is a new row, never a jump.
create table invoice_series (
  series text primary key check (series ~ '^[A-Z0-9]{2,10}$'),
  first bigint not null check (first > 0),
  next bigint not null check (next >= first),
  created_at timestamptz not null default now()
);

create table invoices (
  id text primary key,
  series text not null references invoice_series,
  number bigint not null,
  kind text not null check (kind in ('invoice', 'storno')),
  -- Why it was issued: money came; our refund was made; a withdrawal that stands though the provider refused; money that went back by
  -- another way, as an admin decided; wrong data mended by a storno and a new invoice.
  cause text not null check (cause in ('payment', 'refund', 'withdrawal', 'outside', 'mended')),
  order_id text not null references orders,
  user_id text not null references users,
  -- Of a storno: our refund that it belongs to, where it does, and the invoice that it takes back in whole or in part.
  refund_id text unique references refunds,
  corrects text references invoices,
  -- Of an invoice that was made again: the one before it, which is taken back whole.
  replaces text unique references invoices,
  -- Days in Bucharest; not paid on a storno: still owed.
  issued_on date not null,
  paid_on date,
  net_bani bigint not null,
  vat_bani bigint not null,
  gross_bani bigint not null,
  vat_percent integer check (vat_percent between 1 and 99), -- null: the seller is exempt
  mode text not null check (mode in ('simulator', 'sandbox', 'live')),
  -- What the documents are made of: domain/invoices/snapshot.ts.
  snapshot jsonb not null,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  xml_sha256 text check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  -- The years of the books are over: the buyer is no longer in the snapshot.
  forgotten_at timestamptz,
  unique (series, number),
  check ((kind = 'storno') = (corrects is not null)),
  check (kind = 'storno' or refund_id is null),
  check ((cause = 'refund') <= (refund_id is not null)),
  check ((kind = 'invoice' and cause = 'mended') = (replaces is not null)),
  check (cause <> 'payment' or kind = 'invoice'),
  check (kind = 'storno' or cause in ('payment', 'mended')),
  check ((series = 'PROBA') = (mode <> 'live')),
  check (gross_bani = net_bani + vat_bani),
  check (vat_percent is not null or vat_bani = 0),
  check (case kind
    when 'invoice' then gross_bani > 0 and net_bani >= 0 and vat_bani >= 0
    else gross_bani < 0 and net_bani <= 0 and vat_bani <= 0 end)
);
create unique index invoices_once on invoices (order_id) where kind = 'invoice' and replaces is null;
create index invoices_order on invoices (order_id);
create index invoices_corrects on invoices (corrects);
create index invoices_user on invoices (user_id, created_at desc);
create index invoices_day on invoices (issued_on);

create function invoice_series_counts_on() returns trigger language plpgsql as $$
begin
  if new.series <> old.series or new.first <> old.first or new.created_at <> old.created_at or new.next <> old.next + 1 then
    raise exception 'an invoice series only counts on, by one';
  end if;
  return new;
end $$;
create trigger invoice_series_counts_on before update on invoice_series
  for each row execute function invoice_series_counts_on();
create trigger invoice_series_no_delete before delete on invoice_series
  for each row execute function is_append_only();
create trigger invoice_series_no_truncate before truncate on invoice_series
  for each statement execute function is_append_only();

create function invoice_fits() returns trigger language plpgsql as $$
declare
  taken bigint;
  before invoices;
  rest record;
begin
  select next - 1 into taken from invoice_series where series = new.series;
  if new.number is distinct from taken then
    raise exception 'invoice number % of series % is not the one just taken', new.number, new.series;
  end if;
  if new.xml_sha256 is not null or new.pdf_sha256 is not null or new.forgotten_at is not null then
    raise exception 'an invoice is issued before its files';
  end if;
  if coalesce(new.corrects, new.replaces) is null then
    return new;
  end if;
  select * into before from invoices where id = coalesce(new.corrects, new.replaces) for update;
  if before.kind <> 'invoice' or before.order_id <> new.order_id or before.mode <> new.mode then
    raise exception 'invoice % follows one of another kind, order or mode', new.id;
  end if;
  select coalesce(sum(net_bani), 0) + before.net_bani as net, coalesce(sum(vat_bani), 0) + before.vat_bani as vat
    into rest from invoices where corrects = before.id;
  if new.replaces is not null and rest.net + rest.vat <> 0 then
    raise exception 'invoice % is made again before it was taken back', before.id;
  end if;
  if new.corrects is not null and (rest.net + new.net_bani < 0 or rest.vat + new.vat_bani < 0) then
    raise exception 'stornos of invoice % exceed it', before.id;
  end if;
  return new;
end $$;
create trigger invoices_fit before insert on invoices
  for each row execute function invoice_fits();

-- Once each: the hashes of its files, and the forgetting of its buyer when the least years of the law are over.
create function invoice_is_kept() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new) - array['pdf_sha256', 'xml_sha256', 'snapshot', 'forgotten_at'];
  forgets boolean := old.forgotten_at is null and new.forgotten_at is not null;
begin
  if kept <> to_jsonb(old) - array['pdf_sha256', 'xml_sha256', 'snapshot', 'forgotten_at'] then
    raise exception 'an invoice never changes';
  end if;
  if forgets then
    if new.forgotten_at < old.issued_on + interval '5 years'
      or new.snapshot <> old.snapshot || '{"buyer": null, "reason": null}'
      or new.pdf_sha256 is not null or new.xml_sha256 is not null then
      raise exception 'an invoice forgets its buyer and its files, and not before the years of the books';
    end if;
    return new;
  end if;
  if new.snapshot <> old.snapshot or new.forgotten_at is distinct from old.forgotten_at or old.forgotten_at is not null
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256)
    or (old.xml_sha256 is not null and new.xml_sha256 is distinct from old.xml_sha256) then
    raise exception 'an invoice never changes';
  end if;
  return new;
end $$;
create trigger invoices_kept before update on invoices
  for each row execute function invoice_is_kept();
create trigger invoices_no_delete before delete on invoices
  for each row execute function is_append_only();
create trigger invoices_no_truncate before truncate on invoices
  for each statement execute function is_append_only();
