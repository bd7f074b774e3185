import { fromKysely, PgBoss } from 'pg-boss';
import type { Queue } from '#server/adapters/queue/port.ts';
import type { Job, Log } from '#server/app.ts';

export interface RunningQueue extends Queue {
  /** Begins to carry jobs out. */
  work(jobs: Readonly<Record<string, Job>>): Promise<void>;
  stop(): Promise<void>;
}

/** pg-boss on the same database: a job dies with its transaction and outlives a kill -9 (heartbeat 10 s). */
export async function startQueue(url: string, names: readonly string[], log: Log): Promise<RunningQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    max: 4,
    useListenNotify: true,
    monitorIntervalSeconds: 2,
    superviseIntervalSeconds: 2,
    cronMonitorIntervalSeconds: 30,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ error: error.message }, 'job queue'));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, {
      heartbeatSeconds: 10,
      expireInSeconds: 600,
      deleteAfterSeconds: 3600,
      notify: true,
    });
    // A cold cache makes the first send ask on another connection, which waits for the open transaction.
    await boss.getQueue(name);
  }
  return {
    send: async (tx, job, data, { merged, ...options } = {}) => {
      const once = merged && {
        singletonKey: merged.key,
        singletonSeconds: merged.seconds,
        singletonNextSlot: true,
      };
      await boss.send(job, data, { ...options, ...once, db: fromKysely(tx) });
    },
    work: async (jobs) => {
      for (const [name, job] of Object.entries(jobs)) await carryOut(boss, name, job, log);
    },
    stop: () => boss.stop({ graceful: true, timeout: 15_000, close: true }),
  };
}

async function carryOut(boss: PgBoss, name: string, job: Job, log: Log): Promise<void> {
  await boss.updateQueue(name, {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: (job.minutes ?? 10) * 60,
    deadLetter: job.failed ?? null,
  });
  const options = {
    localConcurrency: job.atOnce,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 5,
  };
  const worker = await boss.work<Record<string, string>>(name, options, async (batch) => {
    for (const { data } of batch) {
      try {
        await job.run(data ?? {});
      } catch (error) {
        log.error({ error, job: name }, 'a job failed');
        throw error;
      }
    }
    // Look for the next one at once instead of at the next poll.
    boss.notifyWorker(worker);
  });
  if (job.cron) await boss.schedule(name, job.cron, {}, { tz: 'Europe/Bucharest' });
}
