-- Cut-outs of photos: the mask is the file masks/{id}. Rows never change but for the approval; a photo's newest one is its current.
create table cutouts (
  id text primary key,
  photo_id text not null references photos on delete cascade,
  engine text not null check (engine in ('grabcut', 'plain', 'model')),
  confidence real not null check (confidence between 0 and 1),
  sure boolean not null,
  subject jsonb,
  hints jsonb not null,
  approved_at timestamptz,
  created_at timestamptz not null default now()
);
create index cutouts_photo on cutouts (photo_id);
alter table photos add column cutout_id text references cutouts on delete set null;
create index photos_cutout on photos (cutout_id) where cutout_id is not null;
