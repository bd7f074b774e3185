-- eMAG's main picture is the cover alone and its further ones are the others, on white like the first: new versions of both presets. Where
-- an admin's own version counts it goes on counting, and the admin is told.
create table newer_presets (
  key text primary key,
  rules jsonb not null, -- as the program would have them
  brought_at timestamptz not null default now()
);

create function pg_temp.taken(key text) returns jsonb
  language sql as $$
  select case key when 'emag-principal' then '{"photos": "cover"}'::jsonb
    when 'emag-secundar' then '{"photos": "others", "whiteBackground": true}'::jsonb end $$;

insert into newer_presets (key, rules)
  select key, rules || pg_temp.taken(key)
  from (select distinct on (key) * from presets order by key, valid_from desc) newest
  where pg_temp.taken(key) is not null and added_by is not null;

insert into presets (key, valid_from, position, label, overlays, renditions, source, source_url, verified, rules, withdrawn)
  select key, greatest(date_trunc('milliseconds', clock_timestamp()), valid_from + interval '1 millisecond'), position, label, overlays,
    renditions, source, source_url, verified, rules || pg_temp.taken(key), withdrawn
  from (select distinct on (key) * from presets order by key, valid_from desc) newest
  where pg_temp.taken(key) is not null and added_by is null;
