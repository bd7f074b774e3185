import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { keepLive } from '#web/api/live/live.ts';
import { keys, ME } from '#web/api/queries/keys.ts';
import { isReachable } from '#web/api/reachability.ts';

class Stream {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    Stream.opened.push(this);
  }
  addEventListener() {}
  close() {
    this.readyState = Stream.CLOSED;
  }
  /** Closes as a browser does on an answer that is no stream. */
  refuse() {
    this.close();
    this.onerror();
  }
}

const names = ['fetch', 'EventSource', 'window'] as const;
const real = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

describe('the live stream that the server has no room for', () => {
  let answer: () => Response;
  let reads: string[];
  let stop = () => {};

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    Stream.opened = [];
    reads = [];
    Object.assign(globalThis, {
      EventSource: Stream,
      window: new EventTarget(),
      fetch: async () => answer(),
    });
    const client = new QueryClient();
    for (const key of [ME, keys.batches[0]])
      new QueryObserver(client, {
        queryKey: [key],
        queryFn: () => {
          reads.push(String(key));
          return { at: reads.length };
        },
        staleTime: Number.POSITIVE_INFINITY,
      }).subscribe(() => {});
    stop = keepLive(client, 'usr_1');
  });
  afterEach(() => {
    stop();
    mock.timers.reset();
    for (const [name, property] of real)
      if (property) Object.defineProperty(globalThis, name, property);
      else Reflect.deleteProperty(globalThis, name);
  });

  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise<void>((done) => setImmediate(done));
  };
  const refused =
    (status: number, code: string, details = {}) =>
    () =>
      Response.json({ code, message: 'Nu acum.', details }, { status });

  for (const [what, status, code] of [
    ['of this process', 503, 'http/busy'],
    ['of this person', 429, 'http/too-many-requests'],
  ] as const)
    test(`is asked for again when the server says, not before, and news come meanwhile (${what})`, async () => {
      await settle();
      answer = refused(status, code, { retryAfter: 20 });
      const before = reads.length;
      Stream.opened[0]?.refuse();
      await settle();
      deepEqual(new Set(reads.slice(before)), new Set([ME, keys.batches[0]]));
      mock.timers.tick(19_900);
      await settle();
      equal(Stream.opened.length, 1);
      mock.timers.tick(5_200);
      equal(Stream.opened.length, 2);
      const between = reads.length;
      Stream.opened[1]?.refuse();
      await settle();
      ok(reads.length > between, 'read anew with each try');
      equal(isReachable(), true, 'a full server is there');
    });

  test('is no network failure where it has room again by the time that it is asked why', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel() {
        isCancelled = true;
      },
    });
    answer = () => new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    Stream.opened[0]?.refuse();
    await settle();
    deepEqual([isReachable(), isCancelled], [true, true]);
  });

  test('is asked for again within seconds where it was refused for another reason', async () => {
    answer = refused(503, 'http/unavailable');
    Stream.opened[0]?.refuse();
    await settle();
    mock.timers.tick(1_000);
    equal(Stream.opened.length, 2);
  });
});
