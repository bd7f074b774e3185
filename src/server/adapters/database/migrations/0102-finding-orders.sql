-- Numbers of orders that people can say, notes on accounts, and what support searches by. SQL of PostgreSQL 15 level.

-- Nine random characters and a check character, of 23 that are not taken for one another: only one of 0 and O, 1, I and L, 2 and Z, 5 and S,
-- 8 and B is among them, or none. The values, weighted 2 … 10 and 1 for the check character, add up to a multiple of 23, so that one wrong
-- character and two swapped ones are noticed. domain/payments/search/order-number.ts reads it.
create function order_number() returns text language plpgsql volatile as $$
declare
  letters constant text := '23456789ACDEFGHJKMNPRTX';
  hex text;
  rest bigint;
  value integer;
  total integer;
  made text;
begin
  loop
    -- The digits of a random UUID but those that say its version.
    hex := replace(gen_random_uuid()::text, '-', '');
    rest := ('x' || lpad(substr(hex, 1, 12) || substr(hex, 14, 3), 16, '0'))::bit(64)::bigint;
    made := '';
    total := 0;
    for position in 1..9 loop
      value := (rest % 23)::integer;
      rest := rest / 23;
      total := total + (position + 1) * value;
      made := made || substr(letters, value + 1, 1);
    end loop;
    made := made || substr(letters, (23 - total % 23) % 23 + 1, 1);
    exit when not exists (select from orders o where o.number = made);
  end loop;
  return made;
end $$;

-- The database gives it, so that processes of the version before, which know nothing of it, give one too. 0103 gives one to older orders.
alter table orders add column number text;
alter table orders alter column number set default order_number();

-- What admins write about an account for one another. It goes with the account.
create table account_notes (
  id text primary key,
  user_id text not null references users on delete cascade,
  words text not null check (length(words) between 1 and 2000),
  -- The admin, whose account may be erased later.
  written_by text not null,
  created_at timestamptz not null
);
create index account_notes_user on account_notes (user_id, created_at desc, id desc);
create trigger account_notes_no_change before update on account_notes
  for each row execute function is_append_only();

-- Words of a text as people search them: without diacritics, in lower case, split at spaces and at ASCII's other signs. Indexes use it:
-- it calls functions of PostgreSQL alone.
-- Its cost keeps the planner from computing it row by row.
create function search_words(text) returns tsvector language plpgsql immutable parallel safe cost 10000 as $$ begin
  return array_to_tsvector(array_remove(regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce($1, ''), NFD), '[\u0300-\u036f]', '', 'g')),
    '[\s\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+'), ''));
end $$;

-- Finds texts that have each of the words: numbers, and two letters alone, whole, others by their start; „RO” before a CUI does not
-- count. Null without a word.
create function search_query(text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(
    case when word ~ '^(ro)?[0-9]+$' then '''' || ltrim(word, 'ro') || ''''
      when length(word) < 3 and length(search_words($1)) = 1 then '''' || word || ''''
      else '''' || word || ''':*' end, ' & ')::tsquery
  from unnest(tsvector_to_array(search_words($1))) word
$$;
