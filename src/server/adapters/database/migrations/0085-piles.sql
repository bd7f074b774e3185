-- The folder that a photo was picked from, by which lots are proposed; and for a lot that was made out of a pile the lot that the pile was.
alter table photos add column folder text;
alter table batches add column pile_id text;
