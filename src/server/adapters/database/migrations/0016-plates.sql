-- Licence plates, facts of the photo in every lot. plates: as the person confirmed them, null while nobody has looked;
-- plate_suggestions: what the engine found when it read the photo, null where it has not looked. Quads in upright coordinates.
alter table photos add column plates jsonb, add column plate_suggestions jsonb;
