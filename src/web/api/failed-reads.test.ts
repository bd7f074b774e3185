import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { followFailedReads } from '#web/api/failed-reads.ts';
import { serverAnswered, serverUnreachable } from '#web/api/reachability.ts';
import { type ToastMessage, takeToasts } from '#web/ui/layers/toast.ts';

describe('a failed first read that no part of the page reports', () => {
  let client: QueryClient;
  let shown: Map<string | undefined, ToastMessage>;
  let stops: (() => void)[];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    shown = new Map();
    stops = [
      takeToasts(
        (message) => shown.set(message.id, message),
        (id) => shown.delete(id),
      ),
      followFailedReads(client),
    ];
  });
  afterEach(() => {
    for (const stop of stops) stop();
    client.clear();
    serverAnswered();
    mock.timers.reset();
  });

  const refusal = new ApiError('http/internal', 'Baza de date nu răspunde.', { details: {}, status: 500 });
  const noAnswer = new ApiError('auth/network-request-failed', 'Eroare de rețea.');
  /** Lets promises settle between the steps of the clock. */
  const pass = async (ms = 1_000) => {
    for (let step = 0; step < 4; step++) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      mock.timers.tick(ms / 4);
    }
  };
  /** Reads a query as the page does. `times` returns how often it was read. */
  const read = (key: string, answers: (() => unknown)[]) => {
    let times = 0;
    const queryFn = async () => answers[Math.min(times++, answers.length - 1)]?.();
    const leave = new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => {});
    stops.push(leave);
    return { times: () => times, leave };
  };
  /** Presses a message, which closes. */
  const press = (message: ToastMessage | undefined) => {
    shown.delete(message?.id);
    message?.action?.onPress();
  };
  const fail = (error: Error) => () => {
    throw error;
  };

  test('is a message over the page with its reason; another try mends it', async () => {
    const { times } = read('marca', [fail(refusal), () => 'aici']);
    await pass();
    const [message] = shown.values();
    assert.equal(message?.text, 'O parte din pagină lipsește. Baza de date nu răspunde.');
    assert.equal(message?.timeout, 0);
    assert.equal(message?.action?.label, 'Încearcă din nou');
    press(message);
    await pass();
    assert.equal(times(), 2);
    assert.equal(shown.size, 0);
  });

  test('that is mended without that press takes its message away', async () => {
    read('marca', [fail(refusal), () => 'aici']);
    await pass();
    assert.equal(shown.size, 1);
    void client.refetchQueries();
    await pass();
    assert.equal(shown.size, 0);
  });

  test('is one message for several, said again when another try fails, and gone with the page that needed it', async () => {
    const pages = [read('marca', [fail(refusal)]), read('poze', [fail(new Error('și mai rău'))])];
    await pass();
    assert.equal(shown.size, 1);
    const [message] = shown.values();
    press(message);
    await pass();
    assert.equal(shown.size, 1);
    for (const { leave } of pages) leave();
    await pass();
    assert.equal(shown.size, 0);
  });

  test('is left to the offline notice when no server answered, and is read again when one does', async () => {
    serverUnreachable();
    const { times } = read('marca', [fail(noAnswer), () => 'aici']);
    await pass();
    assert.equal(shown.size, 0);
    serverAnswered();
    await pass();
    assert.equal(times(), 2);
    assert.equal(client.getQueryData(['marca']), 'aici');
  });
});
