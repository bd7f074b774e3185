import { deepEqual, equal } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findViolations } from '#server/admin/verify/verify.ts';
import { buildJobs } from '#server/jobs.ts';
import {
  leaveBuild,
  noteBuild,
  oldestBuild,
  sha256sOfFile,
} from '#server/photos/stored-files/web-build-store.ts';
import { type TestServer, testServer } from '#testing/server.ts';

const [OLDER, NEWER] = ['a'.repeat(16), '0'.repeat(16)];
const older = {
  id: OLDER,
  migration: '0046',
  files: ['assets/Both-x.js', 'assets/old-x.js', `${OLDER}/index.html`],
  // Of the version before these were kept.
  sha256s: null,
};
const newer = {
  id: NEWER,
  migration: '0046',
  files: ['assets/Both-x.js', 'assets/new-x.js', `${NEWER}/index.html`],
  sha256s: { 'assets/Both-x.js': 'b0', 'assets/new-x.js': 'ae', [`${NEWER}/index.html`]: '1d' },
};

describe('the stored builds of the page', () => {
  let server: TestServer;
  const db = () => server.app.db;
  const keys = async () => (await Array.fromAsync(server.app.files.list('web'))).map(({ key }) => key);
  const store = async (names: readonly string[]) => {
    for (const name of names) await server.app.files.write(`web/${name}`, Readable.from([name]));
  };
  const seen = (id: string, ago: string) =>
    server.database.pool.query('update web_builds set seen_at = now() - $2::interval where id = $1', [
      id,
      ago,
    ]);

  before(async () => {
    server = await testServer();
  });
  beforeEach(() => server.database.pool.query('delete from web_builds; delete from processes'));
  after(() => server.close());

  it('are files with a row until no web process had them for sixty days; shared ones stay for the others', async () => {
    for (const build of [older, newer]) {
      await noteBuild(db(), build);
      await store(build.files);
    }
    const all = await keys();
    deepEqual(all, [
      `web/${NEWER}/index.html`,
      `web/${OLDER}/index.html`,
      'web/assets/Both-x.js',
      'web/assets/new-x.js',
      'web/assets/old-x.js',
    ]);
    deepEqual(await findViolations(server.app, { orphanGraceMs: 0, deep: true }), []);
    await seen(OLDER, '59 days');
    await buildJobs(server.app, server.uploads).sweep.run({});
    deepEqual(await keys(), all);
    await seen(OLDER, '61 days');
    await buildJobs(server.app, server.uploads).sweep.run({});
    deepEqual(await keys(), [`web/${NEWER}/index.html`, 'web/assets/Both-x.js', 'web/assets/new-x.js']);
    deepEqual(
      [await sha256sOfFile(db(), 'assets/old-x.js'), await sha256sOfFile(db(), 'assets/Both-x.js')],
      [[], ['b0']],
    );
  });

  it('say what each file has to be; those of a version that did not know it count while a process serves them', async () => {
    await noteBuild(db(), older);
    deepEqual(await sha256sOfFile(db(), 'assets/old-x.js'), [null]);
    await noteBuild(db(), newer);
    await noteBuild(db(), { ...newer, sha256s: { 'assets/new-x.js': 'other' } });
    deepEqual(await sha256sOfFile(db(), 'assets/new-x.js'), ['ae']);
    deepEqual(new Set(await sha256sOfFile(db(), 'assets/Both-x.js')), new Set(['b0', null]));
    await seen(OLDER, '61 seconds');
    await seen(NEWER, '61 seconds');
    deepEqual(await sha256sOfFile(db(), 'assets/old-x.js'), []);
    deepEqual(await sha256sOfFile(db(), 'assets/Both-x.js'), ['b0']);
    deepEqual(await sha256sOfFile(db(), 'assets/unknown-x.js'), []);
  });

  it('are as old as their code, and of the same code as they were seen first', async () => {
    await noteBuild(db(), older);
    await noteBuild(db(), newer);
    await noteBuild(db(), older);
    equal((await oldestBuild(db()))?.id, OLDER);
    await noteBuild(db(), { ...newer, id: 'b'.repeat(16), migration: '0044' });
    equal((await oldestBuild(db()))?.id, 'b'.repeat(16));
  });

  it('count as served for a moment after the last process that has them ended, and no longer than a minute', async () => {
    await noteBuild(db(), older);
    await noteBuild(db(), newer);
    const put = `insert into processes (id, role, build, migration) values ('prc_other', 'web', $1, '0046')`;
    await server.database.pool.query(put, [OLDER]);
    await leaveBuild(db(), OLDER, 'prc_own');
    const rest = async () =>
      (
        await server.database.pool.query(
          'select now() - seen_at < $2 as "isFresh" from web_builds where id = $1',
          [OLDER, '30 seconds'],
        )
      ).rows[0];
    deepEqual(await rest(), { isFresh: true });
    await leaveBuild(db(), OLDER, 'prc_other');
    deepEqual(await rest(), { isFresh: false });
    equal((await oldestBuild(db()))?.id, OLDER);
    await seen(OLDER, '61 seconds');
    equal((await oldestBuild(db()))?.id, NEWER);
  });
});
