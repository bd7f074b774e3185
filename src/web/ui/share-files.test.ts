import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { fetchFiles, nameIn, nextTen } from '#web/ui/share-files.ts';

test('files go to the phone by ten, the rest last', () => {
  const files = Array.from({ length: 23 }, (_, i) => String(i));
  assert.deepEqual(
    [0, 10, 20].map((saved) => nextTen(files, saved).length),
    [10, 10, 3],
  );
  assert.deepEqual(nextTen(files, 20), ['20', '21', '22']);
});

test('a file keeps the name the server gives it, diacritics too', () => {
  assert.equal(
    nameIn(`attachment; filename="_eava.jpg"; filename*=UTF-8''%C8%9Aeav%C4%83%2001.jpg`),
    'Țeavă 01.jpg',
  );
  assert.equal(nameIn('inline'), 'fotografie.jpg');
  assert.equal(nameIn("attachment; filename*=UTF-8''%E0%A4%A"), 'fotografie.jpg');
});

test('files are fetched three at a time, in their order, and one that the server has no place for is asked for again when it says', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let open = 0;
  let most = 0;
  const refused = new Set(['/4']);
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((done) => setImmediate(done));
    open -= 1;
    if (refused.delete(url)) return new Response(null, { status: 429, headers: { 'retry-after': '30' } });
    return new Response(`file ${url}`, {
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${url.slice(1)}.jpg` },
    });
  });
  const urls = Array.from({ length: 10 }, (_, n) => `/${n}`);
  const fetching = fetchFiles(urls);
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
  assert.equal(refused.size, 0);
  mock.timers.tick(30_000);
  const files = await fetching;
  assert.deepEqual(
    files.map(({ name }) => name),
    urls.map((url) => `${url.slice(1)}.jpg`),
  );
  assert.equal(most, 3);
});

test('a file that is refused for good fails the whole fetch', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => new Response(null, { status: 404 }));
  await assert.rejects(fetchFiles(['/1']), /404/);
});
