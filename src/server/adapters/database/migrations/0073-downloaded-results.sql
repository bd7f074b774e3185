-- When a delivered file was first taken home, by itself or in a ZIP; null: never, or before this was noted.
alter table results add column downloaded_at timestamptz;
