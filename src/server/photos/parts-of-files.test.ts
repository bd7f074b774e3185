import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('a download that broke off', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let path: string;
  let whole: Buffer;
  let etag: string;

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    const [id = ''] = await uploadPhotos(owner, [1]);
    path = `/api/photos/${id}/original`;
    const answer = await owner.fetch(path);
    equal(answer.headers.get('accept-ranges'), 'bytes');
    etag = answer.headers.get('etag') ?? '';
    whole = Buffer.from(await answer.arrayBuffer());
  });
  after(() => server.close());

  it('goes on where it ended, and only with the file that it began with', async () => {
    const rest = await owner.fetch(path, { headers: { range: 'bytes=1000-', 'if-range': etag } });
    deepEqual(
      [rest.status, rest.headers.get('content-range'), rest.headers.get('content-length')],
      [206, `bytes 1000-${whole.length - 1}/${whole.length}`, `${whole.length - 1000}`],
    );
    deepEqual(Buffer.from(await rest.arrayBuffer()), whole.subarray(1000));
    const other = await owner.fetch(path, { headers: { range: 'bytes=1000-', 'if-range': '"another"' } });
    equal(other.status, 200);
    equal((await other.arrayBuffer()).byteLength, whole.length);
  });

  it('has nothing past the file’s end, and is its owner’s alone', async () => {
    const past = await owner.fetch(path, { headers: { range: `bytes=${whole.length}-` } });
    deepEqual([past.status, past.headers.get('content-range')], [416, `bytes */${whole.length}`]);
    const other = await server.newUser();
    equal((await other.fetch(path, { headers: { range: 'bytes=0-9' } })).status, 404);
  });
});
