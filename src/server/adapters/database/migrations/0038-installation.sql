-- Which data folder (or, one day, bucket) this database's files lie in: the folder holds the same id in installation.json.
create table installation (
  id text primary key,
  -- Of the folder's secret, by itself worth nothing: another secret would give every gift once more.
  secret_fingerprint text not null,
  is_only boolean not null default true unique check (is_only)
);
