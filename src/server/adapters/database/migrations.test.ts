import { deepEqual, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listContractingChanges } from '#testing/contracting.ts';
import {
  FIRST_THAT_SAYS,
  getMigrationNumber,
  readMigrations,
  saidInHead,
  splitStatements,
} from './migration-files.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const HOW =
  'is not borne by old code, or makes requests wait. Do it in two releases, or say „-- contract: needs code from NNNN” in its head (CONTRIBUTING.md)';

describe('the migrations', () => {
  it('expand the schema, or say in their head which code bears them', async () => {
    const files = await readMigrations(FOLDER);
    const saying = files.filter(({ name }) => getMigrationNumber(name) >= FIRST_THAT_SAYS);
    ok(saying.length > 0);
    const wrong = saying.flatMap(({ name, sql, oldestCode, isConcurrent }) => {
      if (oldestCode && oldestCode > getMigrationNumber(name))
        return [`${name} needs code that comes after it`];
      const isMarked = oldestCode !== '0000';
      return isMarked
        ? []
        : listContractingChanges(sql, { isConcurrent }).map((each) => `${name}: „${each}” ${HOW}`);
    });
    deepEqual(wrong, []);
  });
});

describe('a migration', () => {
  const found = (sql: string, isConcurrent = false) => listContractingChanges(sql, { isConcurrent });
  const contracts = (...each: string[]) => {
    for (const sql of each) deepEqual(found(sql).length, 1, sql);
  };

  it('expands with new tables, columns that may be empty or have a constant, and what belongs to them', () => {
    deepEqual(
      found(`
        -- drop table photos;
        create table wheels (id text primary key, size int not null unique);
        create unique index wheels_size on wheels (size);
        alter table wheels add constraint large check (size > 3), alter size type bigint;
        alter table photos
          add column wheels int check (wheels in (3, 4)),
          add note text not null default 'none; not null',
          add column if not exists at timestamptz not null default now(),
          alter column name drop not null;
        create or replace function spin() returns int language plpgsql as $$ begin drop table photos; return 1; end $$;
        insert into wheels values ('a', 3);
        update wheels set size = 4;
      `),
      [],
    );
  });

  it('contracts when it takes something away or renames it', () => {
    contracts(
      'drop table photos',
      'drop index photos_by_key',
      'alter table photos drop column name',
      'alter table photos drop constraint photos_check',
      'alter table photos alter name drop default',
      'alter table photos rename to pictures',
      'alter table photos rename column name to title',
      'alter type state rename value $$a$$ to $$b$$',
      'drop function claim_photo(text, integer)',
      'truncate photos',
      'delete from photos',
    );
  });

  it('contracts when columns get duties that old code does not know', () => {
    contracts(
      'alter table photos alter column name set not null',
      'alter table photos alter name type varchar(10)',
      'alter table photos add column wheels int not null',
      'alter table photos add column wheels int not null check (wheels > 3)',
      'alter table photos add column wheels int, add column doors int not null',
      'alter table photos add constraint named check (name <> $$$$)',
      'alter table photos add unique (name)',
      'alter table photos add primary key (name)',
      'create unique index photos_name on photos (name)',
      'create trigger spin before insert on photos for each row execute function spin()',
    );
  });

  it('contracts when a table is rewritten or locked while requests wait', () => {
    contracts(
      'create index photos_name on photos (name)',
      'alter table photos add column key uuid default gen_random_uuid()',
      'alter table photos add column n bigserial',
      'alter table photos add column size int generated always as (bytes / 2) stored',
      'update photos set name = $$$$',
      'lock table photos',
      'vacuum full photos',
      'do $$ begin perform 1; end $$',
    );
  });

  it('may build indexes beside requests, each after it has dropped what an earlier try left', () => {
    const sql = `-- concurrently
      drop index concurrently if exists photos_name;
      create index concurrently photos_name on photos (name);`;
    deepEqual(found(sql, true), []);
    deepEqual(found('create index concurrently photos_name on photos (name)', true).length, 1);
    deepEqual(found('drop index concurrently if exists photos_name', true).length, 1);
    deepEqual(found('alter table photos add column x int', true).length, 1);
    const fill = (work: string) => `do $$ begin loop ${work}; commit; end loop; end $$`;
    deepEqual(found(fill("update photos set name = 'x' where name is null"), true), []);
    deepEqual(found(fill('update photos set name = 1; drop table photos'), true).length, 1);
    deepEqual(found('do $$ begin update photos set name = 1; end $$', true).length, 1);
    contracts('create index concurrently photos_name on photos (name)');
  });

  it('says in its head, and nowhere else, what it needs', () => {
    const said = (name: string, sql: string) => Object.values(saidInHead(name, sql));
    deepEqual(said('0046-x.sql', 'select 1;'), ['0000', false]);
    deepEqual(said('0045-x.sql', 'select 1;'), [null, false]);
    deepEqual(said('0050-x.sql', '-- Why.\n-- contract: needs code from 0048\nselect 1;'), ['0048', false]);
    deepEqual(said('0050-x.sql', '-- concurrently\n\n-- Why.\nselect 1;'), ['0000', true]);
    deepEqual(said('0050-x.sql', 'select 1;\n-- concurrently'), ['0000', false]);
    deepEqual(said('0050-x.sql', 'select 1;\n-- contract: needs code from 0048'), ['0000', false]);
  });

  it('is read statement by statement, with texts and bodies whole', () => {
    deepEqual(splitStatements(`a 'x;''y' /* ; */; -- b;\n $f$ c; d $f$ "e;f" ;; g - h / i`), [
      `a 'x;''y'`,
      '$f$ c; d $f$ "e;f"',
      'g - h / i',
    ]);
  });
});
