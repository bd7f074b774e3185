-- A photo whose shape is nearly the asked one got thin strips on two sides; it now loses that much of its rim instead. What an admin added
-- stays, runs hold the form they started with.
update presets set renditions = jsonb_set(renditions, '{0,fit}', '"cover"')
  where added_by is null and renditions -> 0 ->> 'fit' = 'contain' and renditions -> 0 ->> 'pad' = 'blur';
