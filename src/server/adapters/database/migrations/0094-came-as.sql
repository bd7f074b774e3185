-- Name, folder and shot under which a copy came into a lot; the photo that it is a copy of keeps its own elsewhere. Null: the photo's own.
alter table batch_photos add column came_as jsonb;
