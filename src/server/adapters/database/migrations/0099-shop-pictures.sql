-- How often a change that was broken off half-way went on.
alter table advert_sendings add column resumed integer not null default 0;

-- Shops keep each picture under an id; null: it has none, or none yet.
alter table advert_sending_pictures add column media_id bigint;
alter table advert_former_pictures add column media_id bigint;
-- The site's words for not taking this picture, empty where it gave none; null: it was not refused.
alter table advert_sending_pictures add column refused text;
