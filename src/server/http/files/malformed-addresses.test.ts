import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { httpServer } from '#server/http/server.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

describe('an address whose escapes are no text', () => {
  let folder: TemporaryFolder;
  let url = '';
  let close = async () => {};

  before(async () => {
    folder = await makeTemporaryFolder();
    await writeFile(join(folder.path, 'index.html'), '<!doctype html><title>Fotolot</title>');
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      keyedHash: () => '',
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: folder.path,
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    close = () => fastify.close();
  });
  after(async () => {
    await close();
    await folder.remove();
  });

  const about = ({ status, headers, text }: RawAnswer) => [
    status,
    headers['content-type'],
    headers['cache-control'],
    headers['content-security-policy'],
    text,
  ];

  it('is answered with the page, as any that leads nowhere', async () => {
    for (const method of ['GET', 'HEAD']) {
      const nowhere = await sendRaw(url, { method, path: '/nu-exista' });
      assert.match(String(nowhere.headers['content-type']), /^text\/html/);
      for (const path of ['/%ff', '/process/%E0%A4%A', '/%', '/admin/%zz/users?q=%ff', '/%C8%']) {
        const answer = await sendRaw(url, { method, path });
        assert.deepEqual(about(answer), about(nowhere), `${method} ${path}`);
      }
    }
  });

  it('below the API and the files is not there', async () => {
    for (const path of ['/api/%ff', '/assets/%ff.js']) {
      const refused = await sendRaw(url, { method: 'GET', path });
      assert.deepEqual([refused.status, JSON.parse(refused.text).code], [404, 'http/not-found'], path);
    }
  });
});
