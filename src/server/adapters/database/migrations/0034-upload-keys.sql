-- An upload announced twice, because its sender never heard the first answer, is one photo: the sender's own key stands beside it.
alter table photos add column upload_key text;
create unique index photos_upload_key on photos (owner_id, upload_key) where upload_key is not null and purged_at is null;
