-- What the sheet showed beside price and days: name, credits, limits and the version of the plan's terms. Null: stored by a version that did not
-- keep it, so it is agreed to once more.
alter table checkouts add column figures jsonb;
