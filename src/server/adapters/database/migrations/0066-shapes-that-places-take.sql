-- Bars only where they are asked for: each shipped preset says which shapes its place takes, with the source and the day. A new version of it,
-- from now on; runs keep the form they started with, a preset that an admin has edited (or planned a version of) stays as it is.

create function pg_temp.takes(narrowest numeric, widest numeric) returns jsonb
  language sql as $$ select jsonb_build_object('fit', 'cover', 'pad', 'blur', 'aspects', jsonb_build_object('least', narrowest, 'most', widest)) $$;

insert into presets (key, valid_from, position, label, overlays, renditions, source, source_url, verified, rules, withdrawn)
select p.key, now(), p.position, p.label, p.overlays,
  jsonb_set(p.renditions, '{0}', (p.renditions -> 0) || takes.form),
  p.source, p.source_url, p.verified,
  p.rules || jsonb_build_object('shapes', jsonb_build_object('source', takes.source, 'sourceUrl', takes.url, 'verified', takes.verified)),
  p.withdrawn
from (select distinct on (key) * from presets order by key, valid_from desc) p
join (values
  ('autovit', pg_temp.takes(0.25, 4), 'nepublicat; anunțul arată fotografia întreagă, oricare îi e forma', null, null),
  ('facebook-marketplace', pg_temp.takes(0.25, 4), 'nepublicat pentru anunțuri; fotografia deschisă se vede întreagă, lista arată un pătrat din mijloc', null, null),
  ('vinted', pg_temp.takes(0.25, 4), 'nepublicat; anunțul arată fotografia întreagă, lista un cadru pe verticală din mijloc', null, null),
  ('storia-imobiliare', pg_temp.takes(0.25, 4), 'nepublicat; anunțul arată fotografia întreagă, oricare îi e forma', null, null),
  ('instagram-postare', pg_temp.takes(0.75, 1.91), 'ghid public, după ajutorul Instagram: între 1.91:1 și 3:4', 'https://recurpost.com/blog/instagram-post-size-guide', '2026-11-26'),
  ('instagram-patrat', pg_temp.takes(1, 1), 'forma e cea aleasă: pătrat', null, null),
  ('instagram-story', pg_temp.takes(0.5625, 0.5625), 'ghid public al dimensiunilor Instagram: story e 9:16', 'https://planyourfeed.com/blog/instagram-aspect-ratios/', '2026-11-26'),
  ('google-merchant', pg_temp.takes(0.25, 4), 'specificațiile Google Merchant Center nu cer o formă', 'https://support.google.com/merchants/answer/6324350', '2026-11-26'),
  ('emag-principal', pg_temp.takes(1, 1), 'ghid public: imaginea principală e pătrată', 'https://www.amz123.com/ask/nKEG10jD', '2026-11-26'),
  ('emag-secundar', pg_temp.takes(0.25, 4), 'nepublicat pentru imaginile secundare', null, null)
) as takes (key, form, source, url, verified) using (key)
where p.added_by is null;
