-- Of the suggested plates of a photo those that the engine is sure of: a recipe for cars covers them unasked. Null where it did not say.
alter table photos add column sure_plates jsonb;

-- The cut-out came in pieces, or is hardly there: said where it is approved. Null for those made before.
alter table cutouts add column broken boolean;
