-- Which documents an admin has handed in to RO e-Factura. SQL of PostgreSQL 15 level.

-- One row: when an installation got the list „De predat”. Documents issued before are listed apart. A mark locks this row, so that
-- marks come one after the other and no sale waits for them.
create table hand_in_start (
  is_only boolean primary key default true check (is_only),
  began_at timestamptz not null
);
insert into hand_in_start (began_at) values (now());

-- Marks of a document in their order: handed in, undone, handed in again … No foreign key, whose lock a storno of the document would wait
-- for; no document is ever deleted.
create table hand_in_marks (
  invoice_id text not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('handed-in', 'undone')),
  -- ANAF's index of the upload; null where it is not known, and when a mark is undone.
  anaf_index text check (anaf_index ~ '^[1-9][0-9]{0,19}$'),
  reason text not null,
  -- The admin who marked it; the account may be erased later.
  marked_by text not null,
  -- The press that it came from.
  request_key text not null,
  created_at timestamptz not null,
  primary key (invoice_id, position),
  unique (invoice_id, request_key),
  check ((kind = 'handed-in') = (position % 2 = 1)),
  check (kind = 'handed-in' or anaf_index is null)
);
create index hand_in_marks_newest on hand_in_marks (created_at desc, invoice_id) where kind = 'handed-in';

-- Its plan is made while the table is small and kept when many marks come at once: it goes by the keys.
create function hand_in_mark_fits() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from invoices where id = new.invoice_id and mode = 'live') then
    raise exception '% is no real document', new.invoice_id;
  end if;
  if exists (select from hand_in_marks where invoice_id = new.invoice_id and position >= new.position)
    or (new.position > 1
      and not exists (select from hand_in_marks where invoice_id = new.invoice_id and position = new.position - 1)) then
    raise exception 'mark % of document % is not its next', new.position, new.invoice_id;
  end if;
  return new;
end $$;
create trigger hand_in_marks_fit before insert on hand_in_marks
  for each row execute function hand_in_mark_fits();

-- Reminders of documents that were due: on the third and on the fifth working day, once each.
create table hand_in_reminders (
  invoice_id text not null,
  working_day integer not null check (working_day in (3, 5)),
  -- Day in Bucharest.
  reminded_on date not null,
  primary key (invoice_id, working_day)
);
create index hand_in_reminders_day on hand_in_reminders (reminded_on);

create trigger hand_in_start_no_change before update or delete on hand_in_start
  for each row execute function is_append_only();
create trigger hand_in_start_no_truncate before truncate on hand_in_start
  for each statement execute function is_append_only();
create trigger hand_in_marks_no_change before update or delete on hand_in_marks
  for each row execute function is_append_only();
create trigger hand_in_marks_no_truncate before truncate on hand_in_marks
  for each statement execute function is_append_only();
create trigger hand_in_reminders_no_change before update or delete on hand_in_reminders
  for each row execute function is_append_only();
create trigger hand_in_reminders_no_truncate before truncate on hand_in_reminders
  for each statement execute function is_append_only();
