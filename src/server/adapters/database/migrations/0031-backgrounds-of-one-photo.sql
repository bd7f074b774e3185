-- A cut-out drawn over a good one waits here until the person takes it; the good one counts until then.
alter table photos add column cutout_draft_id text references cutouts on delete set null;
create index photos_cutout_draft on photos (cutout_draft_id) where cutout_draft_id is not null;

-- A photo may have a background of its own, not only keep the one it has.
update batch_photos set exception = (exception - 'keepBackground') || jsonb_build_object('background',
    case when (exception ->> 'keepBackground')::boolean
      then '{"kind": "keep", "colour": "e9e6e1", "bottom": "c9c4bc", "photoId": null, "shadow": 35}'::jsonb end)
  where exception is not null;
update run_photos set edits = jsonb_set(edits, '{exception}', ((edits -> 'exception') - 'keepBackground')
    || jsonb_build_object('background', case when (edits -> 'exception' ->> 'keepBackground')::boolean
      then '{"kind": "keep", "colour": "e9e6e1", "bottom": "c9c4bc", "photoId": null, "shadow": 35}'::jsonb end))
  where edits ? 'exception';
