-- The batch's cover as a run froze it: outputs may take it alone, or all but it.
alter table runs add column cover_id text;

-- How a person wants a batch's photos in order, over their own order by hand: 'time' or 'name'; null: by hand where they did, else by itself.
alter table batches add column photo_order text;

-- The pattern of file names that a saved recipe brings along; null: batches keep theirs.
alter table recipes add column file_pattern text;
