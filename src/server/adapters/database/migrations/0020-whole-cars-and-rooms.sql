-- The shipped forms of Autovit and Storia cut off bumpers of wide photos and half of upright ones. Autovit gets the whole photo on a soft
-- ground, Storia loses at most an eighth of a side. What an admin added stays; runs hold the form they started with.
update presets set renditions = jsonb_set(jsonb_set(renditions, '{0,fit}', '"contain"'), '{0,pad}', '"blur"')
  where key = 'autovit' and added_by is null;
update presets set renditions = jsonb_set(renditions, '{0,pad}', '"blur"')
  where key = 'storia-imobiliare' and added_by is null;
