import { deepEqual, equal, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { ProcessJob, WrittenFile } from '#imaging/messages.ts';
import type { BorrowedFile } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';
import { claimPhoto } from '#server/batches/runs/claim-store.ts';
import { type Processing, RUNS_WAKE, startProcessing } from '#server/batches/runs/process-photos.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { workOnClaim } from '#server/batches/runs/work-on-claim.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { pollUntil } from '#testing/server.ts';

const PHOTO_MS = 60_000;
const HERE: BorrowedFile = { path: '/nowhere', [Symbol.asyncDispose]: async () => {} };
const unavailable = () => Promise.reject(new AppError('http/unavailable'));
const ofTheSystem = (code: string) => () =>
  Promise.reject(Object.assign(new Error(code), { code, syscall: 'open' }));

/** All requested files, one byte each. */
async function made({ outputs }: ProcessJob): Promise<readonly WrittenFile[]> {
  const files = outputs.flatMap(({ spec, paths }) =>
    spec.renditions.map(({ suffix }, n) => ({
      outputKey: spec.key,
      suffix,
      path: paths[n] ?? '',
      thumbnailPath: null,
      width: 1,
      height: 1,
      bytes: 1,
      sha256: 'aa',
      warnings: [],
      facts: {},
    })),
  );
  for (const { path } of files) await writeFile(path, '.');
  return files as unknown as readonly WrittenFile[];
}

/** A fault that happens once; everything else works as if there were files. */
interface Fault {
  readonly borrow?: () => Promise<BorrowedFile>;
  readonly process?: () => Promise<readonly WrittenFile[]>;
  readonly keep?: () => Promise<void>;
  readonly remove?: App['files']['remove'];
  readonly isLost?: boolean;
  readonly photoMs?: number;
}

describe('a photo in work that meets an outage', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  function working(fault: Fault, missing: string[]): Processing {
    const { photoMs } = fault;
    return startProcessing(appWith(fault), { missing: async () => missing, ...(photoMs && { photoMs }) });
  }

  function appWith({ borrow, process, keep, remove, isLost = false }: Fault): App {
    let hasFailed = false;
    const once =
      <A extends unknown[], T>(failing: (() => Promise<T>) | undefined, works: (...given: A) => Promise<T>) =>
      (...given: A) => {
        if (!failing || hasFailed) return works(...given);
        hasFailed = true;
        return failing();
      };
    return {
      ...t.app,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      files: {
        ...t.app.files,
        borrow: once(borrow, async () => HERE),
        isLost: async () => isLost,
        keep: once(keep, t.app.files.keep),
        ...(remove && { remove }),
      },
      imaging: { batchProcesses: 1, process: once(process, made) },
    } as unknown as App;
  }

  async function startedBy() {
    const user = await t.newUser();
    const batch = await t.newBatch(user, 1);
    await startBatch(t.app, user, { ...batch, cost: 1, idempotencyKey: t.app.newId('key') });
    return { user, photoId: batch.photoIds[0] ?? '' };
  }

  /** A batch of one photo. */
  async function started(): Promise<string> {
    return (await startedBy()).photoId;
  }

  async function stateOf(photoId: string) {
    const { rows } = await sql<{ state: string; attempts: number }>`
      select state, attempts from run_photos where photo_id = ${photoId}`.execute(t.app.db);
    return rows[0];
  }

  /** Makes a photo that waits for its next try free now. */
  async function freed(photoId: string): Promise<void> {
    await sql`update run_photos set lease_until = now()
      where photo_id = ${photoId} and lease_until < now() + interval '4 seconds'`.execute(t.app.db);
    await t.app.live.wake(RUNS_WAKE);
  }

  async function ended(photoId: string) {
    return pollUntil(
      async () => {
        await freed(photoId);
        return stateOf(photoId);
      },
      (photo) => photo?.state === 'done' || photo?.state === 'failed',
    );
  }

  const cases: readonly (readonly [string, Fault, { state: string; attempts: number }])[] = [
    ['its storage is away', { borrow: unavailable }, { state: 'done', attempts: 1 }],
    ['the disk is full', { borrow: ofTheSystem('ENOSPC') }, { state: 'done', attempts: 1 }],
    ['the disk fails', { borrow: ofTheSystem('EIO') }, { state: 'done', attempts: 1 }],
    ['the database is away', { borrow: ofTheSystem('ECONNREFUSED') }, { state: 'done', attempts: 1 }],
    ['the database’s host has no name', { borrow: ofTheSystem('ENOTFOUND') }, { state: 'done', attempts: 1 }],
    [
      'its copy vanishes from under the image process',
      { process: () => Promise.reject(new AppError('photos/file-missing')) },
      { state: 'done', attempts: 1 },
    ],
    [
      'its storage is away and nothing can be removed there either',
      { keep: unavailable, remove: async (keys) => (keys.length > 0 ? unavailable() : undefined) },
      { state: 'done', attempts: 1 },
    ],
  ];
  for (const [what, fault, expected] of cases)
    it(`is tried again without the try being counted when ${what}`, async () => {
      const photoId = await started();
      const processing = working(fault, []);
      deepEqual(await ended(photoId), expected);
      await processing.stop();
    });

  it('counts a try in which the program failed', async () => {
    const photoId = await started();
    const processing = working({ process: () => Promise.reject(new Error('a mistake of ours')) }, []);
    deepEqual(await ended(photoId), { state: 'done', attempts: 2 });
    await processing.stop();
  });

  it('fails when its file is surely lost', async () => {
    const photoId = await started();
    const missing = () => Promise.reject(new AppError('photos/file-missing'));
    const processing = working({ borrow: missing, isLost: true }, []);
    deepEqual(await ended(photoId), { state: 'failed', attempts: 1 });
    await processing.stop();
  });

  it('is given up and counted when a call never returns, so that its lease is not renewed for ever', async () => {
    const photoId = await started();
    const processing = working({ borrow: () => new Promise(() => {}), photoMs: 50 }, []);
    deepEqual(await ended(photoId), { state: 'done', attempts: 2 });
    await processing.stop();
  });

  it('is not given up when all of its time goes by before an image process is free for it', async () => {
    const photoId = await started();
    const claim = await claimPhoto(t.app);
    ok(claim?.photoId === photoId);
    // From here on only the test moves the clock.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const imaging: App['imaging'] = {
        ...t.app.imaging,
        process: async (job) => {
          mock.timers.tick(10 * PHOTO_MS);
          return made(job);
        },
      };
      const limits = { signal: new AbortController().signal, photoMs: PHOTO_MS };
      ok(await workOnClaim({ ...appWith({}), imaging }, claim, limits));
    } finally {
      mock.timers.reset();
    }
    deepEqual(await stateOf(photoId), { state: 'done', attempts: 1 });
  });

  it('that takes too long itself fails alone: not paid, and no photo waits for it', async () => {
    const { user, photoId } = await startedBy();
    const tooSlow = () => Promise.reject(new AppError('batches/photo-too-slow'));
    // Services are checked only where an outage holds work up.
    const processing = working({ process: tooSlow }, ['files']);
    deepEqual(await ended(photoId), { state: 'failed', attempts: 1 });
    equal(await spendableCredits(t.app.db, user.id, t.app.now()), 3);
    deepEqual(await ended(await started()), { state: 'done', attempts: 1 });
    await processing.stop();
  });

  it('is not claimed again before the missing service is back', async () => {
    const photoId = await started();
    const missing = ['files'];
    let looks = 0;
    const counted = new Proxy(missing, {
      get: (target, key) => {
        if (key === 'length') looks += 1;
        return Reflect.get(target, key);
      },
    });
    const processing = working({ borrow: unavailable }, counted);
    await pollUntil(
      async () => {
        await freed(photoId);
        return looks;
      },
      (n) => n >= 1,
    );
    equal((await stateOf(photoId))?.attempts, 0);
    missing.pop();
    deepEqual(await ended(photoId), { state: 'done', attempts: 1 });
    await processing.stop();
  });
});
