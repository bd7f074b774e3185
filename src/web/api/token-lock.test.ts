import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { LONGEST_WAIT_MS, withToken } from '#web/api/token-lock.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise<void>((done) => setImmediate(done));
}

for (const [where, locks] of [
  ['with locks', true],
  ['without locks', false],
] as const)
  describe(`the turns of renewals and questions, ${where}`, () => {
    const { navigator } = globalThis;
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
      if (!locks) Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    });
    afterEach(() => {
      mock.timers.reset();
      Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    });

    /** Begins a renewal whose reply does not come until it is let go. */
    async function hanging() {
      const [begun, reply] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
      const renewal = withToken('exclusive', () => {
        begun.resolve();
        return reply.promise;
      });
      await begun.promise;
      return { renewal, letGo: () => reply.resolve('renewed') };
    }

    test('a question waits for a renewal, and is asked once that is done', async () => {
      const { renewal, letGo } = await hanging();
      let asked = 0;
      const question = withToken('shared', async () => {
        asked += 1;
      });
      mock.timers.tick(LONGEST_WAIT_MS - 1);
      await settle();
      assert.equal(asked, 0);
      letGo();
      await question;
      assert.deepEqual([asked, await renewal], [1, 'renewed']);
    });

    test('questions and the next renewal go on after a while behind a renewal that hangs', async () => {
      const { renewal, letGo } = await hanging();
      const went: string[] = [];
      const others = [
        withToken('shared', async () => went.push('question')),
        withToken('shared', async () => went.push('another tab’s')),
        withToken('exclusive', async () => went.push('renewal')),
      ];
      await settle();
      assert.deepEqual(went, []);
      mock.timers.tick(LONGEST_WAIT_MS);
      await Promise.all(others);
      assert.equal(went.length, 3);
      letGo();
      assert.equal(await renewal, 'renewed');
    });

    test('work that fails is reported once and not done again, and the next has its turn', async () => {
      let tries = 0;
      const failing = withToken('exclusive', async () => {
        tries += 1;
        throw new Error('no connection');
      });
      await assert.rejects(failing, { message: 'no connection' });
      assert.equal(tries, 1);
      assert.equal(await withToken('shared', async () => 'asked'), 'asked');
    });
  });
