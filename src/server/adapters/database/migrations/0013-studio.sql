-- Recipes know straightening, fill, background, plates, frame and badge; a photo of a lot may differ from the lot's recipe.

update batches set recipe = '{"straighten": "off", "fill": null, "frame": null, "badge": null,
    "background": {"kind": "keep", "colour": "e9e6e1", "bottom": "c9c4bc", "photoId": null, "shadow": 35},
    "plates": {"kind": "solid", "colour": "d9d9d9", "photoId": null}}'::jsonb
  || jsonb_set(recipe, '{light,noise}', '"off"');
update runs set recipe = '{"straighten": "off", "fill": null, "frame": null, "badge": null,
    "background": {"kind": "keep", "colour": "e9e6e1", "bottom": "c9c4bc", "photoId": null, "shadow": 35},
    "plates": {"kind": "solid", "colour": "d9d9d9", "photoId": null}}'::jsonb
  || jsonb_set(recipe, '{light,noise}', '"off"');

alter table batch_photos add column exception jsonb;

-- What a run froze of each photo: the exception, the confirmed plates, the cut-out.
alter table run_photos add column edits jsonb;

-- Pictures that a run lays into or over its photos: logo, plate cover, background. They live as long as its photos.
create table run_assets (
  run_id text not null references runs on delete cascade,
  photo_id text not null references photos,
  primary key (run_id, photo_id)
);
create index run_assets_photo on run_assets (photo_id);
insert into run_assets select id, logo_photo_id from runs
  where logo_photo_id in (select id from photos);
drop index runs_logo;
alter table runs drop column logo_photo_id;
