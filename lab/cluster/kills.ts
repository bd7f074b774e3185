import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '#contract/auth.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { PASSWORD, pollUntil } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { Dealer } from './people.ts';

const ROLES = ['web', 'web', 'web', 'worker', 'worker'] as const;
const GIVEN = 200;
const GIFT = 3;

interface Rounds {
  readonly rounds: number;
  /** What is killed is back after so many milliseconds at most. */
  readonly awayMs: number;
  readonly seed: number;
}

/** kill -9 of a process of the cluster, of PostgreSQL or of the store, round after round, while three people work. */
export function describeKills({ rounds, awayMs, seed }: Rounds): void {
  describe('three web processes and two workers', () => {
    let postgres: OwnPostgres;
    let all: Cluster;
    const members: Member[] = [];
    const urls: string[] = [];
    let dealers: Dealer[];

    before(async () => {
      postgres = await ownPostgres(120);
      all = await startCluster({ isSelling: true });
      for (const member of await Promise.all(ROLES.map((role) => all.start(role)))) members.push(member);
      urls.push(...members.slice(0, 3).map(({ url }) => url));
      dealers = [1, 2, 3].map((n) => new Dealer(n, urls));
      for (const dealer of dealers) {
        const userId = await dealer.registerAccount();
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
    });

    it(`lose nothing that was acknowledged in ${rounds} kills, end each lot, and account for each credit`, async (t) => {
      const noise = noiseFrom(seed);
      const draw = (below: number) => Math.min(below - 1, Math.floor(noise() * below));
      const takenOver: number[] = [];
      for (const dealer of dealers) dealer.startWork();
      for (let round = 1; round <= rounds; round++) {
        dealers[round % dealers.length]?.buysNext();
        const before = dealers.map(({ started }) => started);
        await wait(draw(2000));
        const away = draw(awayMs);
        if (round % 5 === 2) await killPostgres(postgres.folder);
        else if (round % 5 === 4) await all.store.kill(away);
        else {
          const n = draw(members.length);
          const isWorker = ROLES[n] === 'worker';
          const held = isWorker ? await listLeases() : [];
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
        await pollUntil(
          async () => dealers.map(({ started }, n) => started - (before[n] ?? 0)),
          (more) => more.every((n) => n > 0),
        ).catch((error) => {
          throw new Error(`round ${round}: ${dealers.map(({ lastError }) => lastError).join(' | ')}`, {
            cause: error,
          });
        });
      }
      for (const dealer of dealers) await dealer.stopWork();
      for (const dealer of dealers) await dealer.checkAcknowledged(GIVEN + GIFT);
      const mails = Map.groupBy(all.smtp.taken, ({ mail }) => mail.whole.messageId);
      ok([...mails.values()].every((same) => same.length <= 2));
      const { rows } = await all.database.pool.query(
        "select photo_id, attempts from run_photos where attempts > 8 or state <> 'done'",
      );
      deepEqual(rows, []);
      await pollUntil(jobsLeft, (n) => n === 0);
      // What a process stored that was killed before it could name it goes with the next sweep.
      equal(await all.sweep(), 0);
      deepEqual(await all.broken(0), []);
      const bought = dealers.map(({ bought }) => bought);
      t.diagnostic(
        `${dealers.map(({ started }) => started).join(' + ')} lots, ${bought.join(' + ')} credits bought; of killed workers ${takenOver.length} photos were in work again, or done, after at most ${formatLongestSeconds(takenOver)}`,
      );
    });

    it('go on with the jobs of a worker that was killed', async (t) => {
      const [, , , doomed] = members;
      const uploads = new RoamingClient(urls);
      await uploads.call(register, { body: { email: 'om4@fotolot.example', password: PASSWORD } });
      // Each job is long enough to be met.
      await all.store.goesWrong({ delayMs: 800 });
      const photoIds = await Promise.all(
        [41, 42, 43, 44, 45, 46].map(async (seed) =>
          uploads.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` }),
        ),
      );
      const jobs = await pollUntil(jobsInWork, ({ length }) => length >= 2);
      doomed?.tell('SIGKILL');
      const killed = performance.now();
      const times = await Promise.all(
        jobs.map((job) => isTakenUp(job).then(() => performance.now() - killed)),
      );
      await all.store.goesWrong();
      await photosReady(uploads, photoIds);
      t.diagnostic(
        `${jobs.length} jobs were in work again, or over, after at most ${formatLongestSeconds(times)}`,
      );
    });

    /** Jobs that store or remove files, in work or waiting. */
    async function jobsLeft(): Promise<number> {
      const { rows } = await all.database.pool.query(
        "select count(*)::int as n from jobs.job where state < 'completed' and name in ('prepare-photo', 'cut-out', 'remove-files')",
      );
      return rows[0].n;
    }

    /** Photos in work, by their leases. */
    async function listLeases(): Promise<string[]> {
      const { rows } = await all.database.pool.query(
        "select lease_token from run_photos where state = 'working'",
      );
      return rows.map(({ lease_token }) => lease_token);
    }

    /** Jobs in work, each with the moment at which it began. */
    async function jobsInWork(): Promise<{ id: string; begun: string }[]> {
      const { rows } = await all.database.pool.query(
        "select id, started_on::text as begun from jobs.job where state = 'active'",
      );
      return rows;
    }

    /** In work anew, or over; while it is neither the failure says how it stands. */
    async function isTakenUp({ id, begun }: { id: string; begun: string }): Promise<void> {
      await pollUntil(
        async () =>
          (
            await all.database.pool.query(
              `select name, state, retry_count, now() - heartbeat_on as beat, now() - start_after as due from jobs.job
               where id = $1 and started_on::text = $2 and state in ('active', 'retry')`,
              [id, begun],
            )
          ).rows,
        (waiting) => waiting.length === 0,
      );
    }

    async function isOver(lease: string): Promise<void> {
      await pollUntil(
        async () =>
          (await all.database.pool.query('select 1 from run_photos where lease_token = $1', [lease]))
            .rowCount,
        (held) => held === 0,
      );
    }
  });
}

/** The longest of these milliseconds. */
function formatLongestSeconds(of: readonly number[]): string {
  return `${(Math.max(0, ...of) / 1000).toFixed(1)} s`;
}

/** It is started again by who watches it. */
async function killPostgres(folder: string): Promise<void> {
  const elsewhere = await readFile(join(folder, 'postgres-location'), 'utf8').catch(() =>
    join(folder, 'postgres'),
  );
  const pid = await readFile(join(elsewhere.trim(), 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(Number(pid.split('\n')[0]), 'SIGKILL');
}
