import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { login } from '#contract/auth.ts';
import { editBatch, previewPhoto, readBatch } from '#contract/batches.ts';
import { listPhotos } from '#contract/photos.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call, callRaw, routeUrl } from '#web/api/call.ts';
import { isReachable, serverUnreachable, whenBack } from '#web/api/reachability.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { onSessionDoubt, onSessionLost } from '#web/api/session-lost.ts';

const PREVIEW = { photoId: 'img_1', recipe: {}, outputs: [] } as never;
const realFetch = globalThis.fetch;
describe('a call of a route', () => {
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  function answer(status: number, body: unknown, init: ResponseInit = {}) {
    const requests: { url: string; init: RequestInit }[] = [];
    globalThis.fetch = async (url, request = {}) => {
      requests.push({ url: String(url), init: request });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, ...init });
    };
    return requests;
  }

  test('an address is filled with its params and query', () => {
    assert.equal(routeUrl(listPhotos, { query: { trash: '1' } }), '/api/photos?trash=1');
    assert.equal(routeUrl(listPhotos, {}), '/api/photos');
    assert.equal(routeUrl(readBatch, { params: { batchId: 'lot_1' } }), '/api/batches/lot_1');
  });

  test('a body travels as JSON with its idempotency key', async () => {
    const requests = answer(200, { id: 'lot_1' });
    await call(
      editBatch,
      { params: { batchId: 'lot_1' }, body: { name: 'Dacia' } },
      { idempotencyKey: 'k1' },
    );
    const headers = requests[0]?.init.headers as Headers;
    assert.equal(requests[0]?.init.method, 'PATCH');
    assert.equal(requests[0]?.init.body, '{"name":"Dacia"}');
    assert.equal(headers.get('idempotency-key'), 'k1');
  });

  test('takes the time from the server, with each response that has one', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-27T12:25:00Z') });
    answer(200, {}, { headers: { date: 'Fri, 27 Nov 2026 12:00:00 GMT' } });
    await call(readBatch, { params: { batchId: 'lot_1' } });
    t.mock.timers.tick(60_000);
    assert.equal(new Date(serverNow()).toISOString(), '2026-11-27T12:01:00.000Z');
    answer(409, {}, { headers: { date: 'Fri, 27 Nov 2026 13:00:00 GMT' } });
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }));
    assert.equal(new Date(serverNow()).toISOString(), '2026-11-27T13:00:00.000Z');
    answer(200, {});
    await call(readBatch, { params: { batchId: 'lot_1' } });
    assert.equal(new Date(serverNow()).toISOString(), '2026-11-27T13:00:00.000Z');
  });

  test('a refusal is thrown with the code, sentence, details and status of the server', async () => {
    answer(409, { code: 'credits/cost-changed', message: 'Costul s-a schimbat.', details: { cost: 2 } });
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }), {
      name: 'ApiError',
      code: 'credits/cost-changed',
      message: 'Costul s-a schimbat.',
      details: { cost: 2 },
      status: 409,
    });
  });

  test('an answer that is not ours is named by its status text', async () => {
    answer(502, '<html>', { statusText: 'Bad Gateway' });
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }), { message: 'Bad Gateway' });
  });

  test('an answer without any words is „Eroare necunoscută”, without a code before it', async () => {
    for (const body of [
      '<html>',
      '',
      { message: '' },
      { code: '', details: {} },
      { code: 7, details: null },
    ]) {
      answer(502, body);
      const refused = await call(readBatch, { params: { batchId: 'lot_1' } }).catch(
        (error: unknown) => error,
      );
      assert.equal(errorMessage(refused), 'Eroare necunoscută');
    }
  });

  test('an answer without message and status text is named by its code and details, and the sign-in form says its own sentence', async () => {
    const said: [object, string][] = [
      [{ code: 'a/b', details: { x: 1 } }, 'a/b – {"x":1}'],
      [{ code: 'a/b', message: ' ' }, 'a/b'],
      [{ details: { x: 1 } }, '{"x":1}'],
      [{ details: 'plin' }, 'plin'],
    ];
    for (const [body, expected] of said) {
      answer(409, body);
      const refused = await call(readBatch, { params: { batchId: 'lot_1' } }).catch(
        (error: unknown) => error,
      );
      assert.equal(errorMessage(refused), expected);
      assert.equal((refused as ApiError).message, '');
    }
    answer(409, { code: 'a/b', details: { x: 1 } }, { statusText: 'Conflict' });
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }), { message: 'Conflict' });
  });

  test('a 200 that is not the server’s reply is a network refusal, which wakes no request that waits for the server', async () => {
    const html = { headers: { 'content-type': 'text/html' } };
    const network = {
      code: 'auth/network-request-failed',
      message: 'Eroare de rețea. Verifică conexiunea la internet',
      status: 0,
    };
    const batch = { params: { batchId: 'lot_1' } };
    serverUnreachable();
    let woken = 0;
    const stop = whenBack(() => {
      woken += 1;
    });
    for (const body of ['<html>Intră în rețea</html>', '', '{"token":']) {
      answer(200, body, html);
      await assert.rejects(call(readBatch, batch), network);
      await assert.rejects(call(login, { body: { email: 'a@b.ro', password: 'x' } }), network);
      await assert.rejects(callRaw(previewPhoto, { ...batch, body: PREVIEW }), network);
    }
    assert.deepEqual([woken, isReachable()], [0, false]);
    answer(200, { id: 'lot_1' });
    assert.deepEqual(await call(readBatch, batch), { id: 'lot_1' });
    answer(200, 'JPEG', { headers: { 'content-type': 'image/jpeg' } });
    assert.equal(await (await callRaw(previewPhoto, { ...batch, body: PREVIEW })).text(), 'JPEG');
    assert.deepEqual([woken, isReachable()], [1, true]);
    stop();
  });

  test('a reply whose end is cut off is a network refusal; one that was given up stays given up', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('network error')),
        }),
      );
    globalThis.fetch = async () => cut();
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }), { status: 0 });
    const gone = new AbortController();
    globalThis.fetch = async () => {
      gone.abort();
      return cut();
    };
    await assert.rejects(
      call(readBatch, { params: { batchId: 'lot_1' } }, { signal: gone.signal }),
      (error) => !(error instanceof ApiError),
    );
  });

  test('an unreachable server is a network refusal and the app knows it', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }), {
      code: 'auth/network-request-failed',
      message: 'Eroare de rețea. Verifică conexiunea la internet',
      status: 0,
    });
    assert.equal(isReachable(), false);
  });

  test('a 401 on a signed-in route reports the lost session; a wrong password does not', async () => {
    let lost = 0;
    onSessionLost(() => {
      lost += 1;
    });
    answer(401, { code: 'auth/wrong-password', message: 'Email sau parolă incorecte', details: {} });
    await assert.rejects(call(login, { body: { email: 'a@b.ro', password: 'x' } }));
    assert.equal(lost, 0);
    answer(401, { code: 'auth/session-required', message: 'Sesiunea a expirat.', details: {} });
    await assert.rejects(call(readBatch, { params: { batchId: 'lot_1' } }));
    assert.equal(lost, 1);
  });

  test('a request that a refresh of the token overtook is sent again, and the user stays signed in', async () => {
    let lost = 0;
    let asked = 0;
    onSessionLost(() => {
      lost += 1;
    });
    onSessionDoubt(async () => {
      asked += 1;
      answer(200, { id: 'lot_1' });
      return false;
    });
    answer(401, { code: 'auth/session-required', message: 'Sesiunea a expirat.', details: {} });
    const batch = { params: { batchId: 'lot_1' } };
    const replies = await Promise.all([call(readBatch, batch), call(readBatch, batch)]);
    assert.deepEqual(replies, [{ id: 'lot_1' }, { id: 'lot_1' }]);
    assert.deepEqual([asked, lost], [1, 0]);
    onSessionDoubt(async () => true);
  });
});
