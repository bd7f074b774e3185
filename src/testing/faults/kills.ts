import { deepEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { type Cluster, cluster, type Member } from '#testing/cluster.ts';
import { Dealer } from '#testing/faults/people.ts';
import { until } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const ROLES = ['web', 'web', 'web', 'worker', 'worker'] as const;
const GIVEN = 200;
const GIFT = 3;
const HOUR_MS = 3_600_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface Rounds {
  readonly rounds: number;
  /** What is killed is back after so many milliseconds at most. */
  readonly awayMs: number;
  readonly seed: number;
}

/** kill -9 of a process of the cluster, of PostgreSQL or of the store, round after round, while three people work. */
export function kills({ rounds, awayMs, seed }: Rounds): void {
  describe('three web processes and two workers', () => {
    let folder: TemporaryFolder;
    let postgres: EmbeddedPostgres;
    let all: Cluster;
    const sharedUrl = process.env.TEST_DATABASE_URL;
    const members: Member[] = [];
    const urls: string[] = [];
    let dealers: Dealer[];

    before(async () => {
      folder = await makeTemporaryFolder();
      // One that may be killed: others use the run's own.
      postgres = await startEmbeddedPostgres({
        dataDir: folder.path,
        log: silent,
        settings: { max_connections: '120' },
      });
      process.env.TEST_DATABASE_URL = postgres.url;
      all = await cluster();
      for (const member of await Promise.all(ROLES.map((role) => all.start(role)))) members.push(member);
      urls.push(...members.slice(0, 3).map(({ url }) => url));
      dealers = [1, 2, 3].map((n) => new Dealer(n, urls));
      for (const dealer of dealers) {
        const userId = await dealer.arrive();
        const grant = {
          id: `grt_${userId}`,
          userId,
          source: 'gift',
          amount: GIVEN,
          expiresAt: null,
          ref: userId,
          actor: 'test',
        } as const;
        await all.database.db.transaction().execute((tx) => grantCredits(tx, grant));
      }
    });
    after(async () => {
      await all.close();
      await postgres.stop();
      await folder.remove();
      if (sharedUrl !== undefined) process.env.TEST_DATABASE_URL = sharedUrl;
    });

    it(`lose nothing that was acknowledged in ${rounds} kills, end each lot, and account for each credit`, async (t) => {
      const noise = noiseFrom(seed);
      const draw = (below: number) => Math.min(below - 1, Math.floor(noise() * below));
      const takenOver: number[] = [];
      for (const dealer of dealers) dealer.begin();
      for (let round = 1; round <= rounds; round++) {
        const before = dealers.map(({ started }) => started);
        await wait(draw(2000));
        const away = draw(awayMs);
        if (round % 5 === 2) await killPostgres(folder.path);
        else if (round % 5 === 4) await all.store.kill(away);
        else {
          const n = draw(members.length);
          const held = ROLES[n] === 'worker' ? await leases() : [];
          members[n]?.tell('SIGKILL');
          const killed = performance.now();
          const watched = Promise.all(
            held.map((lease) => isOver(lease).then(() => performance.now() - killed)),
          );
          await members[n]?.end();
          await wait(away);
          const next = await all.start(ROLES[n] ?? 'web');
          members[n] = next;
          if (n < urls.length) urls[n] = next.url;
          takenOver.push(...(await watched));
        }
        // Each has started one lot more since: all goes on.
        await until(
          async () => dealers.map(({ started }, n) => started - (before[n] ?? 0)),
          (more) => more.every((n) => n > 0),
        ).catch((error) => {
          throw new Error(`round ${round}: ${dealers.map(({ lastError }) => lastError).join(' | ')}`, {
            cause: error,
          });
        });
      }
      for (const dealer of dealers) await dealer.stop();
      for (const dealer of dealers) await dealer.check(GIVEN + GIFT);
      const mails = Map.groupBy(all.smtp.taken, ({ mail }) => mail.whole.messageId);
      ok([...mails.values()].every((same) => same.length <= 2));
      const { rows } = await all.database.pool.query(
        "select photo_id, attempts from run_photos where attempts > 8 or state <> 'done'",
      );
      deepEqual(rows, []);
      deepEqual(await all.broken(HOUR_MS), []);
      t.diagnostic(
        `${dealers.map(({ started }) => started).join(' + ')} lots; photos of killed workers were in work again, or done, after at most ${(Math.max(0, ...takenOver) / 1000).toFixed(1)} s`,
      );
    });

    /** Photos in work, by their leases. */
    async function leases(): Promise<string[]> {
      const { rows } = await all.database.pool.query(
        "select lease_token from run_photos where state = 'working'",
      );
      return rows.map(({ lease_token }) => lease_token);
    }

    async function isOver(lease: string): Promise<void> {
      await until(
        async () =>
          (await all.database.pool.query('select 1 from run_photos where lease_token = $1', [lease]))
            .rowCount,
        (held) => held === 0,
      );
    }
  });
}

/** It is started again by who watches it. */
async function killPostgres(folder: string): Promise<void> {
  const elsewhere = await readFile(join(folder, 'postgres-location'), 'utf8').catch(() =>
    join(folder, 'postgres'),
  );
  const pid = await readFile(join(elsewhere.trim(), 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(Number(pid.split('\n')[0]), 'SIGKILL');
}
