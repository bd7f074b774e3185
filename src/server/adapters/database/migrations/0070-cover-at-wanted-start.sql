-- Which plates a start covers that was asked for before its photos had arrived: none, those that are sure, or all that were found.
alter table wanted_starts add column cover_plates text;
