-- The texts that people agree to, by version: consents and documents of a version are introduced together, once.
create table legal_versions (
  version text primary key, -- its day, as the code names it
  code_sha256 text not null, -- of all texts as the code writes them, without what an installation says of itself
  introduced_at timestamptz not null
);
create table legal_texts (
  kind text not null, -- „consent:terms”, „/legal/terms”
  version text not null references legal_versions,
  sha256 text not null, -- of the html: the same version names another seller after its record has changed
  html text not null,
  stored_at timestamptz not null,
  used_at timestamptz not null, -- at the last start with this text
  primary key (kind, version, sha256)
);
create index legal_texts_sha256 on legal_texts (sha256);
create function legal_texts_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'used_at' = to_jsonb(old) - 'used_at' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger legal_texts_no_change before update or delete on legal_texts
  for each row execute function legal_texts_stay();
create trigger legal_texts_no_truncate before truncate on legal_texts
  for each statement execute function is_append_only();
create trigger legal_versions_no_change before update or delete on legal_versions
  for each row execute function is_append_only();

-- The version that an account was opened under; null: before it was written down, or not by its owner.
alter table users add column terms_version text, add column terms_agreed_at timestamptz;

-- That a new version was told to an account's owner by mail, and from which day it holds for the account.
create table legal_notices (
  user_id text not null references users,
  version text not null references legal_versions,
  told_at timestamptz not null,
  applies_from text not null, -- day of Bucharest
  primary key (user_id, version)
);
