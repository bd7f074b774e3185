-- contract: needs code from 0095
-- That code bears both: it names its columns, and the rows filled in are few, up to 40 of a sending.

-- A file has a new id when its lot is made anew; its photo stays. Null for pictures that are no result's, and of earlier versions where the
-- photo is not known any more. No foreign key: the photo may go, the sending is history.
alter table advert_sending_pictures add column if not exists photo_id text;
update advert_sending_pictures sent set photo_id = coalesce(
  (select photo_id from results where id = sent.source),
  (select min(photo_id) from lot_page_pictures where sent.source in (result_id, copied_result_id)))
where kind = 'result';
