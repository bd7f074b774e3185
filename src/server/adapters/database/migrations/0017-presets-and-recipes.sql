-- Marketplace presets with dates, saved recipes, file names by pattern, and what „Gata de publicat” reads of each file.

create table presets (
  key text not null,
  -- The newest version whose date has come counts.
  valid_from timestamptz not null,
  position integer not null,
  label text not null,
  overlays boolean not null,
  renditions jsonb not null,
  source text not null,
  source_url text,
  -- A day, ISO.
  verified text check (verified ~ '^\d{4}-\d{2}-\d{2}$'),
  rules jsonb not null,
  withdrawn boolean not null default false,
  -- The admin who added the version; null: it came with the program.
  added_by text,
  added_at timestamptz not null default now(),
  primary key (key, valid_from)
);

create function pg_temp.form(width int, height int, fit text, pad text, more jsonb default '{}') returns jsonb
  language sql as $$
  select jsonb_build_object('suffix', '', 'width', width, 'height', height, 'fit', fit, 'pad', pad, 'padColour', 'ffffff',
    'fill', null, 'format', 'jpeg', 'quality', 82, 'maxBytes', null) || more $$;
create function pg_temp.rules(more jsonb default '{}') returns jsonb
  language sql as $$
  select '{"mostPhotos": null, "leastSide": null, "whiteBackground": false, "leastFill": null, "realBackground": false}'::jsonb || more $$;

insert into presets (key, valid_from, position, label, overlays, renditions, source, source_url, verified, rules)
select key, '2026-01-01T00:00:00Z', position, label, overlays, renditions, source, source_url, verified, rules
from (values
  ('olx', 10, 'OLX', true,
    jsonb_build_array(pg_temp.form(1600, 1200, 'inside', 'white', '{"maxBytes": 5000000}')),
    'țintă tehnică proprie', null, null, pg_temp.rules('{"mostPhotos": 8, "leastSide": 800, "realBackground": true}')),
  ('autovit', 20, 'Autovit', true,
    jsonb_build_array(pg_temp.form(1920, 1440, 'cover', 'white', '{"maxBytes": 10000000}')),
    'țintă tehnică proprie', null, null, pg_temp.rules('{"mostPhotos": 40, "leastSide": 1024}')),
  ('emag-principal', 30, 'eMAG principal', false,
    jsonb_build_array(pg_temp.form(1500, 1500, 'contain', 'white', '{"fill": 85, "maxBytes": 2000000}')),
    'regulile de imagini eMAG Marketplace', 'https://marketplace.emag.hu/infocenter', '2026-11-21',
    pg_temp.rules('{"mostPhotos": 1, "leastSide": 800, "whiteBackground": true, "leastFill": 80}')),
  ('emag-secundar', 31, 'eMAG secundar', false,
    jsonb_build_array(pg_temp.form(1500, 1500, 'contain', 'white', '{"fill": 85, "maxBytes": 2000000}')),
    'regulile de imagini eMAG Marketplace', 'https://marketplace.emag.hu/infocenter', '2026-11-21',
    pg_temp.rules('{"leastSide": 800}')),
  ('facebook-marketplace', 40, 'Facebook Marketplace', true,
    jsonb_build_array(pg_temp.form(1200, 1200, 'contain', 'blur', '{"quality": 88, "maxBytes": 15000000}')),
    'țintă tehnică proprie', null, null, pg_temp.rules('{"mostPhotos": 10, "leastSide": 600}')),
  ('vinted', 50, 'Vinted', true,
    jsonb_build_array(pg_temp.form(1200, 1600, 'contain', 'blur', '{"maxBytes": 5000000}')),
    'țintă tehnică proprie', null, null,
    pg_temp.rules('{"mostPhotos": 20, "leastSide": 800, "realBackground": true}')),
  ('instagram-postare', 60, 'Instagram postare', true,
    jsonb_build_array(pg_temp.form(1080, 1350, 'contain', 'blur', '{"quality": 88, "maxBytes": 15000000}')),
    'ghiduri publice ale dimensiunilor Instagram', 'https://pixextender.com/blog/instagram-post-size', '2026-11-21',
    pg_temp.rules('{"mostPhotos": 20, "leastSide": 1080}')),
  ('instagram-patrat', 61, 'Instagram pătrat', true,
    jsonb_build_array(pg_temp.form(1080, 1080, 'contain', 'blur', '{"quality": 88, "maxBytes": 15000000}')),
    'ghiduri publice ale dimensiunilor Instagram', 'https://pixextender.com/blog/instagram-post-size', '2026-11-21',
    pg_temp.rules('{"mostPhotos": 20, "leastSide": 1080}')),
  ('instagram-story', 62, 'Instagram story', true,
    jsonb_build_array(pg_temp.form(1080, 1920, 'contain', 'blur', '{"quality": 88, "maxBytes": 15000000}')),
    'ghiduri publice ale dimensiunilor Instagram', 'https://pixextender.com/blog/instagram-post-size', '2026-11-21',
    pg_temp.rules('{"leastSide": 1080}')),
  ('google-merchant', 70, 'Google Merchant', false,
    jsonb_build_array(pg_temp.form(1500, 1500, 'contain', 'white', '{"fill": 80, "maxBytes": 16000000}')),
    'specificațiile Google Merchant Center', 'https://support.google.com/merchants/answer/6324350', '2026-11-21',
    pg_temp.rules('{"mostPhotos": 11, "leastSide": 500, "whiteBackground": true, "leastFill": 75}')),
  ('storia-imobiliare', 80, 'Storia, Imobiliare', true,
    jsonb_build_array(pg_temp.form(1920, 1280, 'cover', 'white', '{"maxBytes": 10000000}')),
    'țintă tehnică proprie', null, null, pg_temp.rules('{"mostPhotos": 30, "leastSide": 1024, "realBackground": true}')),
  ('site', 90, 'Site propriu', true,
    jsonb_build_array(pg_temp.form(1600, 1600, 'inside', 'white', '{"format": "webp", "quality": 80}'),
      pg_temp.form(400, 400, 'inside', 'white', '{"suffix": "_400", "format": "webp", "quality": 80}')),
    'țintă tehnică proprie', null, null, pg_temp.rules())
) as shipped (key, position, label, overlays, renditions, source, source_url, verified, rules);

-- A run holds its outputs as they were at its start, whatever becomes of the presets.
update runs r set outputs = (
  select coalesce(jsonb_agg(
    case when o.choice ->> 'kind' = 'preset'
      then (select jsonb_build_object('key', p.key, 'label', p.label, 'overlays', p.overlays, 'renditions', p.renditions)
        from presets p where p.key = o.choice ->> 'preset')
      else jsonb_build_object('key', 'custom-' || o.place, 'label', 'Alt format', 'overlays', true,
        'renditions', jsonb_build_array(o.choice -> 'custom' || '{"suffix": "", "fill": null}'))
    end order by o.n), '[]')
  from (
    select choice, n, row_number() over (partition by choice ->> 'kind' order by n) as place
    from jsonb_array_elements(r.outputs) with ordinality as each (choice, n)
  ) o);

-- Named recipes of one person. Lots and runs copy them and never point back.
create table recipes (
  id text primary key,
  owner_id text not null references users,
  name text not null,
  recipe jsonb not null,
  outputs jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index recipes_name on recipes (owner_id, lower(name));

alter table batches add column file_pattern text not null default '{lot}_{nr:02}';

-- Read off the delivered pixels and bytes; null: delivered before files were looked at.
alter table results add column facts jsonb;
