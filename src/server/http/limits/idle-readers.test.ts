import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { cutIdleReader } from '#server/http/limits/idle-readers.ts';
import { pollUntil } from '#testing/server.ts';

const LOOK_MS = 15_000;
const PART = Buffer.alloc(64 * 1024, 7);

describe('the reader of a long response', () => {
  let response: ServerResponse;
  let answer: IncomingMessage;
  let close: () => Promise<unknown>;
  let isSourceDry: boolean;

  // Once: intervals that are mocked a second time do not tick.
  before(() => mock.timers.enable({ apis: ['setInterval'] }));
  after(() => mock.timers.reset());

  beforeEach(async () => {
    isSourceDry = false;
    const server = createServer((_, reply) => {
      response = reply;
      cutIdleReader(reply);
      reply.write(PART);
      const source = new Readable({ read: () => void (isSourceDry || source.push(PART)) });
      source.pipe(reply);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
    [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    close = () => {
      response.destroy();
      answer.destroy();
      return new Promise((done) => server.close(done));
    };
  });
  afterEach(() => close());

  const look = () => mock.timers.tick(LOOK_MS);
  /** Bytes that have left for the reader. */
  const taken = () => (response.socket?.bytesWritten ?? 0) - (response.socket?.writableLength ?? 0);
  /** Reads until more has left: the system's buffers on the way are emptied in pieces of their own. */
  async function takeSome(): Promise<void> {
    const before = taken();
    await pollUntil(
      async () => {
        answer.read();
        await turn();
        return taken() > before;
      },
      (isMore) => isMore,
    );
  }

  it('goes on for ten minutes where something is taken now and then', async () => {
    for (let minute = 0; minute < 10; minute++) {
      await takeSome();
      for (let looks = 0; looks < 4; looks++) look();
      equal(response.destroyed, false);
    }
  });

  it('is cut once nothing was taken for a minute, and not before', async () => {
    for (let looks = 0; looks < 3; looks++) look();
    equal(response.destroyed, false);
    // As long as the system's buffers on the way fill, bytes leave.
    await pollUntil(
      async () => {
        await turn();
        look();
        return response.destroyed;
      },
      (isCut) => isCut,
    );
  });

  it('is not cut for a source that is slow', async () => {
    isSourceDry = true;
    await pollUntil(
      async () => {
        answer.read();
        await turn();
        return response.socket?.writableLength ?? 0;
      },
      (ready) => ready === 0,
    );
    for (let looks = 0; looks < 40; looks++) look();
    equal(response.destroyed, false);
  });
});
