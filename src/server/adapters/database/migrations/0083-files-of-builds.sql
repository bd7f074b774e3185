-- SHA-256 of each file of a build of the page, by its name in files: what comes out of the storage is handed out only if it is this. Null: stored by a
-- version that did not know it; its files count while a process serves it.
alter table web_builds add column sha256s jsonb;
