import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFailure, retryDelay } from '#web/features/upload/queue/retry-rule.ts';

describe('a broken upload', () => {
  it('is tried again after half a second, then ever more slowly, and never given up', () => {
    assert.deepEqual([1, 2, 3, 4, 5, 6, 500].map(retryDelay), [500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it('goes on after a lost network, a killed server, an ended session or another’s page in its place', () => {
    for (const status of [0, 200, 302, 500, 502, 503, 401, 423, 429]) {
      assert.deepEqual(readFailure(status, ''), { kind: 'retry' });
    }
    assert.deepEqual(readFailure(403, '<html>Hotel Wi-Fi: autentifică-te</html>'), { kind: 'retry' });
  });

  it('ends with the sentence of the server when the file itself is refused', () => {
    const body = JSON.stringify({
      code: 'photos/storage-full',
      message: 'Spațiul contului este plin.',
      details: {},
    });
    assert.deepEqual(readFailure(403, body), {
      kind: 'refused',
      message: 'Spațiul contului este plin.',
      isBatchGone: false,
    });
    assert.deepEqual(readFailure(507, body), {
      kind: 'refused',
      message: 'Spațiul contului este plin.',
      isBatchGone: false,
    });
    assert.deepEqual(readFailure(400, '<html>'), {
      kind: 'refused',
      message: 'A apărut o eroare. Încearcă din nou.',
      isBatchGone: false,
    });
  });
});
