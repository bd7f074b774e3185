import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text as streamText } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { httpServer } from '#server/http/server.ts';

describe('responses to what is hardly HTTP', () => {
  let direct = '';
  let close = async () => {};

  before(async () => {
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      keyedHash: () => '',
      publicOrigin: 'https://fotolot.example',
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    direct = await fastify.listen({ port: 0, host: '127.0.0.1' });
    close = () => fastify.close();
  });
  after(() => close());

  it('carry what every response carries', async () => {
    const broken = [
      [400, 'ALTCEVA\r\n\r\n'],
      [400, 'GET / HTTP/1.2\r\nhost: fotolot.example\r\n\r\n'],
      [400, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
      [417, 'GET /healthz HTTP/1.1\r\nhost: fotolot.example\r\nexpect: minuni\r\n\r\n'],
      [431, `GET / HTTP/1.1\r\nhost: fotolot.example\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ] as const;
    for (const [status, sent] of broken) {
      const text = await say(sent);
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(text, /^x-content-type-options: nosniff\r$/m);
      assert.match(text, /^content-security-policy: default-src 'none'/m);
      assert.match(text, /^strict-transport-security: max-age=\d{8}/m);
      assert.match(text, /\{"code":"http\//);
    }
  });

  it('serve an old client, of a time when requests had no host', async () => {
    assert.match(await say('GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });

  it('refuse a request for two hosts', async () => {
    const text = await say(
      'GET /healthz HTTP/1.1\r\nhost: fotolot.example\r\nhost: altul.example\r\nconnection: close\r\n\r\n',
    );
    assert.match(text, /^HTTP\/1\.1 400 /);
  });

  it('refuse a request whose end could be read in two ways', async () => {
    const head = 'POST /healthz HTTP/1.1\r\nhost: fotolot.example\r\nconnection: close\r\n';
    for (const lengths of [
      'content-length: 3\r\ntransfer-encoding: chunked\r\n',
      'transfer-encoding: chunked\r\ncontent-length: 3\r\n',
      'content-length: 3\r\ncontent-length: 4\r\n',
      'content-length: 3, 4\r\n',
      'content-length: +3\r\n',
      'transfer-encoding: chunked, identity\r\n',
      'transfer-encoding : chunked\r\n',
    ])
      assert.match(await say(`${head}${lengths}\r\n0\r\n\r\n`), /^HTTP\/1\.1 400 /, lengths);
  });

  it('never echo a request back: TRACE is refused', async () => {
    const text = await say(
      'TRACE / HTTP/1.1\r\nhost: fotolot.example\r\ncookie: sid=taina\r\nconnection: close\r\n\r\n',
    );
    assert.match(text, /^HTTP\/1\.1 4\d\d /);
    assert.doesNotMatch(text, /taina/);
  });

  function say(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(direct).port), '127.0.0.1');
    socket.end(bytes);
    return streamText(socket);
  }
});
