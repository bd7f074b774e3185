import { deepEqual, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createBatchLoader } from '#server/http/limits/together.ts';

/** A question whose result comes when the test says so. */
function questions() {
  const asked: { keys: readonly string[]; answers: PromiseWithResolvers<ReadonlyMap<string, string>> }[] = [];
  const look = createBatchLoader((keys: readonly string[]) => {
    const answers = Promise.withResolvers<ReadonlyMap<string, string>>();
    asked.push({ keys, answers });
    return answers.promise;
  });
  const answer = (n: number, word: string) =>
    asked[n]?.answers.resolve(new Map(asked[n].keys.map((key) => [key, `${key} ${word}`])));
  return { asked, look, answer, keys: () => asked.map(({ keys }) => keys) };
}

describe('questions that come at once', () => {
  it('are one, each key once', async () => {
    const { look, answer, keys } = questions();
    const all = Promise.all(['a', 'b', 'a'].map(look));
    await turn();
    deepEqual(keys(), [['a', 'b']]);
    answer(0, 'now');
    deepEqual(await all, ['a now', 'b now', 'a now']);
  });

  it('wait while two are under way, and are then asked for: no result is older than its question', async () => {
    const { look, answer, keys } = questions();
    const first = look('a');
    await turn();
    const second = look('a');
    await turn();
    const later = [look('a'), look('b')];
    await turn();
    deepEqual(keys(), [['a'], ['a']]);
    answer(1, 'second');
    deepEqual(await second, 'a second');
    await turn();
    deepEqual(keys(), [['a'], ['a'], ['a', 'b']]);
    answer(2, 'third');
    deepEqual(await Promise.all(later), ['a third', 'b third'], 'the slow one holds up none of the others');
    answer(0, 'first');
    deepEqual(await first, 'a first');
  });

  it('fail together, and those after them are asked for as ever', async () => {
    const { asked, look, answer } = questions();
    const lost = [look('a'), look('b')];
    await turn();
    const failed = lost.map((one) => rejects(one, /away/));
    asked[0]?.answers.reject(new Error('the database is away'));
    await Promise.all(failed);
    const next = look('a');
    await turn();
    answer(1, 'now');
    deepEqual(await next, 'a now');
  });

  it('are asked anew on another connection when no answer comes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { look, answer, keys } = questions();
    const first = look('a');
    await turn();
    t.mock.timers.tick(2000);
    answer(1, 'second');
    deepEqual(await first, 'a second');
    t.mock.timers.tick(2000);
    deepEqual(keys(), [['a'], ['a']], 'and no more once one has come');
    const lost = look('b');
    await turn();
    for (let n = 0; n < 5; n++) t.mock.timers.tick(2000);
    deepEqual(keys().length, 5, 'three times at most');
    answer(2, 'at last');
    deepEqual(await lost, 'b at last');
  });
});
