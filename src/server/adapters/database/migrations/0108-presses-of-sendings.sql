-- Presses by which admins had documents sent, each counted once however late it comes again. `efactura_sendings.again_key` goes on for
-- processes of the version before.
create table efactura_presses (
  request_key text not null,
  -- The document that was sent again, or „before”: those that were issued before sending began.
  about text not null,
  -- How many documents it let go.
  released integer not null check (released >= 0),
  pressed_at timestamptz not null,
  primary key (request_key, about)
);
