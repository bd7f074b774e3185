-- Photos of a start that was asked for before its photos had arrived, on which a person marked the found plates as wrong.
alter table wanted_starts add column wrong_plates_on jsonb not null default '[]';
