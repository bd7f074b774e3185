import { deepEqual, equal, ok } from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { logoutEverywhere } from '#contract/auth.ts';
import { thumbnailKey } from '#server/photos/file-keys.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const PICTURES = 60;

describe('a page of sixty pictures', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let ids: string[];

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    const [first = ''] = await uploadPhotos(owner, [1]);
    ids = Array.from({ length: PICTURES }, () => server.app.newId('img'));
    await server.database.pool.query(
      `insert into photos (id, owner_id, name, bytes, state, format, width, height, sha256, thumbhash, analysis)
        select copy, owner_id, name, bytes, state, format, width, height, copy, thumbhash, analysis
        from photos, unnest($2::text[]) copy where id = $1`,
      [first, ids],
    );
    const { files } = server.app;
    const { path } = await files.borrow(thumbnailKey(first));
    for (const id of ids) await files.adopt(path, thumbnailKey(id));
  });
  after(() => server.close());

  const pathTo = (id: string) => `/api/photos/${id}/thumbnail`;
  const statuses = async (asked: readonly Promise<Response>[]) => {
    const answers = await Promise.all(asked);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return [...new Set(answers.map(({ status }) => status))];
  };

  it('costs the database a handful of queries, not two for each picture', async (t) => {
    let requests = 0;
    const allCame = Promise.withResolvers<void>();
    const count = () => {
      requests += 1;
      if (requests === PICTURES) allCame.resolve();
    };
    diagnostics.subscribe('http.server.request.start', count);
    t.after(() => diagnostics.unsubscribe('http.server.request.start', count));
    let looks = 0;
    const { query } = pg.Client.prototype;
    t.mock.method(pg.Client.prototype, 'query', async function (this: pg.Client, ...given: unknown[]) {
      const [asked] = given as [string | { text: string }];
      const text = typeof asked === 'string' ? asked : asked.text;
      if (/from "(sessions|photos)"/.test(text)) {
        looks += 1;
        // The first response comes when all have asked, as from a busy database.
        await allCame.promise;
      }
      return Reflect.apply(query, this, given);
    });
    deepEqual(await statuses(ids.map((id) => owner.fetch(pathTo(id)))), [200]);
    ok(looks > 0 && looks <= 8, `${looks} questions`);
  });

  it('is its owner’s alone, also when others ask for the same at the same time', async () => {
    const other = await server.newUser();
    const asked = ids.map((id) => [owner.fetch(pathTo(id)), other.fetch(pathTo(id))] as const);
    deepEqual(await statuses(asked.map(([mine]) => mine)), [200]);
    deepEqual(await statuses(asked.map(([, theirs]) => theirs)), [404]);
  });

  it('is refused from the moment the session has ended, also beside others who go on', async () => {
    const leaver = await server.newUser();
    const [id = ''] = await uploadPhotos(leaver, [2]);
    const { cookie } = leaver;
    equal((await leaver.fetch(pathTo(id))).status, 200);
    await leaver.call(logoutEverywhere, {});
    leaver.cookie = cookie;
    const asked = ids.map((mine) => [owner.fetch(pathTo(mine)), leaver.fetch(pathTo(id))] as const);
    deepEqual(await statuses(asked.map(([mine]) => mine)), [200]);
    deepEqual(await statuses(asked.map(([, gone]) => gone)), [401]);
  });
});
