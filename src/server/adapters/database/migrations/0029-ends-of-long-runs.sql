-- From when on a mail may tell how a long run ended; null: nobody waited long, or somebody knows. SQL of PostgreSQL 15 level.
alter table runs add column tell_at timestamptz;
create index runs_tell on runs (tell_at) where tell_at is not null;
alter table users add column long_run_mails boolean not null default true;
