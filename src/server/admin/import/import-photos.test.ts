import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { importUsers } from '#server/admin/import/import-users.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

const WRITE = { dryRun: false, keepAdmins: false };

/** A server that notes what it is asked for. */
async function listen(answers: Readonly<Record<string, RequestListener>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here');
    asked.push(pathname);
    const answer = answers[pathname];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the photo of an imported account, in the hosted product’s storage', () => {
  let server: TestServer;
  let storage: { server: Server; asked: string[]; url: string };
  let elsewhere: typeof storage;
  let isBusy = true;

  before(async () => {
    const picture = await smallPhoto(5, 640, 480);
    elsewhere = await listen({ '/ana.jpg': (_, response) => response.end(picture) });
    storage = await listen({
      // As that storage often says it.
      '/ana.jpg': (_, response) =>
        response.setHeader('content-type', 'application/octet-stream').end(picture),
      '/ocupat.jpg': (_, response) => {
        response.writeHead(isBusy ? 503 : 200).end(picture);
        isBusy = false;
      },
      '/pagina.jpg': (_, response) => response.setHeader('content-type', 'image/jpeg').end('<h1>Nu e</h1>'),
      '/rupt.jpg': (_, response) => response.end(picture.subarray(0, picture.length / 2)),
      '/mare.jpg': (_, response) => response.writeHead(200, { 'content-length': 10_000_001 }).end(),
      '/plecat.jpg': (_, response) => response.writeHead(302, { location: `${elsewhere.url}/ana.jpg` }).end(),
    });
    server = await testServer({ HOSTED_STORAGE_URL: storage.url });
  });
  after(async () => {
    await server.close();
    for (const { server: one } of [storage, elsewhere]) {
      one.closeAllConnections();
      one.close();
    }
  });

  const photoUrl = (name: string) => `${storage.url}/${name}.jpg?alt=media&token=1`;
  const importOne = async (name: string, options = WRITE) => {
    const users = { [name]: { email: `${name}@exemplu.ro`, photoURL: photoUrl(name) } };
    const report = await importUsers(server.app, { users }, options);
    assert.deepEqual([report.imported, report.problems], [1, []]);
  };
  const documentOf = async (name: string) => {
    const { rows } = await server.database.pool.query('select id from users where email = $1', [
      `${name}@exemplu.ro`,
    ]);
    return readUserDocument(server.app, rows[0].id);
  };
  const sent = async () =>
    (
      await server.database.pool.query(
        "select count(*)::int as all, count(*) filter (where state = 'completed')::int as done from jobs.job where name = 'keep-imported-photo'",
      )
    ).rows[0] as { all: number; done: number };
  const carriedOut = () => pollUntil(sent, ({ all, done }) => all === done);

  it('is not asked for in a dry run', async () => {
    await importOne('ana', { ...WRITE, dryRun: true });
    assert.deepEqual([(await sent()).all, storage.asked], [0, []]);
  });

  it('becomes a file of ours after the import, made anew at 256 px', async () => {
    await importOne('ana');
    await carriedOut();
    const { uid, photoURL } = await documentOf('ana');
    assert.match(photoURL ?? '', new RegExp(`^/avatars/users/${uid}/avatar\\.jpg\\?v=[0-9a-f]{16}$`));
    const served = await server.client().fetch(photoURL ?? '');
    const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 256, 256]);
    assert.deepEqual(storage.asked, ['/ana.jpg']);
  });

  it('is asked for again where the storage was busy', async () => {
    await importOne('ocupat');
    await carriedOut();
    assert.match((await documentOf('ocupat')).photoURL ?? '', /^\/avatars\//);
    assert.equal(storage.asked.filter((path) => path === '/ocupat.jpg').length, 2);
  });

  it('stays at its address where it is gone, no photo, too large or elsewhere, and nothing else is asked', async () => {
    const lost = ['disparut', 'pagina', 'rupt', 'mare', 'plecat'];
    for (const name of lost) await importOne(name);
    await carriedOut();
    for (const name of lost) assert.equal((await documentOf(name)).photoURL, photoUrl(name));
    for (const name of lost)
      assert.equal(storage.asked.filter((path) => path === `/${name}.jpg`).length, 1, name);
    assert.deepEqual(elsewhere.asked, []);
    assert.deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });

  it('is asked for by an account of Google’s picture hosts no more than before, and by none without one', async () => {
    const before = await sent();
    const users = {
      google: { email: 'google@exemplu.ro', photoURL: 'https://lh3.googleusercontent.com/a/abc' },
      nimic: { email: 'nimic@exemplu.ro' },
    };
    await importUsers(server.app, { users }, WRITE);
    assert.equal((await sent()).all, before.all);
  });
});
