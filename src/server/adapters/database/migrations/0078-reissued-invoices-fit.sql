-- As in 0051, and what is made again never brings an order's documents above its first invoice.
create or replace function invoice_fits() returns trigger language plpgsql as $$
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
  if new.replaces is not null and new.gross_bani + (select sum(gross_bani) from invoices where order_id = new.order_id) >
    (select gross_bani from invoices where order_id = new.order_id and kind = 'invoice' and replaces is null) then
    raise exception 'the documents of order % would exceed what was paid', new.order_id;
  end if;
  if new.corrects is not null and (rest.net + new.net_bani < 0 or rest.vat + new.vat_bani < 0) then
    raise exception 'stornos of invoice % exceed it', before.id;
  end if;
  return new;
end $$;
