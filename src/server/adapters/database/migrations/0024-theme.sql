-- How the pages look to somebody, on every device of theirs. SQL of PostgreSQL 15 level.
alter table users add column theme text not null default 'system' check (theme in ('system', 'light', 'dark'));
