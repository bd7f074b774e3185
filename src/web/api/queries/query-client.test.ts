import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ApiError } from '#web/api/api-error.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type ToastMessage, takeToasts } from '#web/ui/layers/toast.ts';

let shown: ToastMessage[];
let stop = () => {};

describe('errors of queries and mutations', () => {
  beforeEach(() => {
    shown = [];
    stop = takeToasts((message) => shown.push(message));
  });
  afterEach(() => {
    stop();
    queryClient.clear();
  });

  const refusal = new ApiError('batches/not-found', 'Nu am găsit lotul.', { details: {}, status: 404 });

  async function change(error: unknown, silent?: boolean): Promise<void> {
    const mutation = queryClient.getMutationCache().build(queryClient, {
      mutationFn: () => Promise.reject(error),
      ...(silent === undefined ? {} : { meta: { silent } }),
    });
    await assert.rejects(mutation.execute(undefined));
  }

  async function read(key: string, error: unknown, silent?: boolean): Promise<void> {
    const failing = queryClient.fetchQuery({
      queryKey: [key],
      queryFn: () => Promise.reject(error),
      retry: false,
      staleTime: 0,
      ...(silent === undefined ? {} : { meta: { silent } }),
    });
    await assert.rejects(failing);
  }

  test('errors show as a negative toast unless suppressed', async () => {
    await change(refusal);
    assert.deepEqual(shown, [{ text: 'Nu am găsit lotul.', negative: true }]);
    await change(refusal, true);
    assert.equal(shown.length, 1);
  });

  test('an error that says nothing is „A apărut o eroare. Încearcă din nou.”', async () => {
    await change(new Error(''));
    assert.equal(shown[0]?.text, 'A apărut o eroare. Încearcă din nou.');
  });

  test('a read that fails over what is already on the page is a toast too, unless suppressed', async () => {
    queryClient.setQueryData(['citit'], 1);
    await read('citit', refusal);
    assert.deepEqual(shown, [{ text: 'Nu am găsit lotul.', negative: true }]);
    await read('citit', refusal, true);
    assert.equal(shown.length, 1);
  });

  test('nothing is said twice: an empty page tells its own error, the offline notice tells an unreachable server', async () => {
    await read('gol', refusal);
    queryClient.setQueryData(['citit'], 1);
    await read('citit', new ApiError('auth/network-request-failed', 'Eroare de rețea.'));
    assert.deepEqual(shown, []);
  });
});
