import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { AppError } from '#domain/errors.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { NO_EDITS, NO_FILES } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { PreparedPhoto, PreviewJob, ProcessJob } from '#imaging/messages.ts';
import { drawRows } from '#testing/draws.ts';
import { oddFiles } from '#testing/files/odd-files.ts';
import { PATIENCE } from '#testing/patience.ts';
import { OLX } from '#testing/presets.ts';
import { residentBytes } from './memory.ts';
import { createImaging, type ImagingOptions } from './pool.ts';

const LINUX = process.platform === 'linux' ? false : 'needs /proc';
let folder: string;
let photo: string;
const path = (name: string) => join(folder, name);
const prepareJob = (source: string) => ({
  source,
  thumbnailPath: path('thumb.webp'),
  proxyPath: path('proxy.jpg'),
});

describe('image processes', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-pool-'));
    photo = path('photo.jpg');
    await savePicture(photo, 1600, 1200);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function savePicture(to: string, width: number, height: number) {
    const { data } = drawScene(width, height);
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toFile(to);
  }

  function startPool(options: Partial<ImagingOptions> = {}) {
    const started: { pid: number; nice: number }[] = [];
    const lost: object[] = [];
    const log = {
      debug: (fields: object) => void started.push(fields as { pid: number; nice: number }),
      warn: (fields: object) => void lost.push(fields),
    };
    return { imaging: createImaging({ batchProcesses: 1, log, ...options }), started, lost };
  }

  function jobFor(source: string, prepared: PreparedPhoto, name: string): ProcessJob {
    const { analysis, format } = prepared;
    const outputs = [{ spec: OLX, paths: [path(name)] }];
    const recipe = { recipe: DEFAULT_RECIPE, edits: NO_EDITS, files: NO_FILES };
    return { source, format, analysis, lotBalance: null, ...recipe, outputs };
  }

  function previewOf(prepared: PreparedPhoto, key: string): PreviewJob {
    const { analysis, format } = prepared;
    const rendition = { ...OLX.renditions[0] } as PreviewJob['rendition'];
    const shared = {
      lotBalance: null,
      recipe: DEFAULT_RECIPE,
      edits: NO_EDITS,
      files: NO_FILES,
      overlays: true,
      rendition,
      stage: 'after',
    } as const;
    return {
      photoKey: key,
      source: photo,
      proxyPath: path('proxy.jpg'),
      format,
      analysis,
      side: 640,
      ...shared,
    };
  }

  const refusal = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

  test('a photo is prepared, processed and shown by processes of the right priority', {
    skip: LINUX,
  }, async () => {
    const { imaging, started } = startPool();
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      const [file] = await imaging.process(jobFor(photo, prepared, 'olx.jpg'));
      assert.equal(file?.bytes, (await stat(path('olx.jpg'))).size);
      assert.equal((await sharp(await imaging.preview(previewOf(prepared, 'a'))).metadata()).width, 640);
      assert.deepEqual(
        started.map(({ nice }) => nice),
        [0, 19, 0],
      );
      const [upload, batch, shown] = started.map(({ pid }) => pid) as [number, number, number];
      assert.equal(await niceOf(upload), 0);
      assert.equal(await niceOf(shown), 0);
      assert.equal(await niceOf(batch), 19);
      assert.equal(await environmentOf(batch), 'MALLOC_ARENA_MAX=2');
    } finally {
      await imaging.close();
    }
  });

  async function niceOf(pid: number): Promise<number> {
    const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ')[1]?.split(' ') ?? [];
    return Number(fields[16]);
  }

  async function environmentOf(pid: number): Promise<string> {
    const names = (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0');
    return names.filter((name) => name !== '' && !/^NODE_(CHANNEL|COMPILE)_/.test(name)).join(' ');
  }

  test('odd and hostile files end in a photo or a named refusal, and the processes stay alive', async (t) => {
    const { imaging, lost } = startPool();
    try {
      const files = await oddFiles();
      const names = drawRows(
        files.map(({ name }) => name),
        30,
      );
      for (const { name, bytes, answer } of files.filter((file) => names.includes(file.name))) {
        await t.test(`${name}: ${answer}`, async () => {
          await mkdir(path('odd'), { recursive: true });
          await writeFile(path('odd/file'), bytes);
          const outcome = await imaging
            .prepare(prepareJob(path('odd/file')))
            .catch((error: unknown) => error);
          if (outcome instanceof AppError) {
            if (answer === 'either') assert.match(outcome.code, /^photos\//);
            else assert.equal(outcome.code, answer);
            return;
          }
          assert.ok(!(outcome instanceof Error), String(outcome));
          assert.ok(answer === 'photo' || answer === 'either', `${name} was taken for a photo`);
          const [file] = await imaging.process(
            jobFor(path('odd/file'), outcome as PreparedPhoto, 'odd/out.jpg'),
          );
          assert.ok((file?.bytes ?? 0) > 0);
        });
      }
      assert.deepEqual(lost, [], 'no process was lost');
    } finally {
      await imaging.close();
    }
  });

  test('a process killed in the middle of a photo is replaced and the photo still delivered', {
    skip: LINUX,
  }, async () => {
    const { imaging, started, lost } = startPool();
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      await imaging.process(jobFor(photo, prepared, 'first.jpg'));
      const delivered = imaging.process(jobFor(photo, prepared, 'second.jpg'));
      process.kill(started[1]?.pid as number, 'SIGKILL');
      assert.equal((await delivered)[0]?.width, 1600);
      assert.deepEqual(
        lost.map((fields) => 'ending' in fields && fields.ending),
        ['SIGKILL'],
      );
      assert.equal(started.length, 3);
    } finally {
      await imaging.close();
    }
  });

  test('a photo is delivered when all image processes are killed, one after the other', {
    skip: LINUX,
  }, async () => {
    const started: number[] = [];
    const signal = (pid: number | undefined, name: NodeJS.Signals) => process.kill(pid as number, name);
    const log = {
      debug: (fields: object) => {
        const { pid, nice } = fields as { pid: number; nice: number };
        if (nice === 19) started.push(pid);
      },
      // The one at rest dies when the other's end is known.
      warn: () => signal(started[0], 'SIGKILL'),
    };
    const imaging = createImaging({ batchProcesses: 2, log });
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      await savePicture(path('large.jpg'), 3200, 2400);
      const large = await imaging.prepare(prepareJob(path('large.jpg')));
      const quick = imaging.process(jobFor(photo, prepared, 'quick.jpg'));
      const delivered = imaging.process(jobFor(path('large.jpg'), large, 'killed-one-by-one.jpg'));
      // Held, so that on no machine the large one is done before the quick one.
      signal(started[1], 'SIGSTOP');
      await quick;
      signal(started[1], 'SIGKILL');
      assert.equal((await delivered)[0]?.width, 1600);
      assert.equal(started.length, 3);
    } finally {
      await imaging.close();
    }
  });

  test('a photo that takes its process down twice is refused, and the next one is delivered', {
    skip: LINUX,
  }, async () => {
    const started: number[] = [];
    const killer = {
      debug: (fields: object) => {
        const { pid, nice } = fields as { pid: number; nice: number };
        if (nice === 19 && started.push(pid) <= 2) process.kill(pid, 'SIGKILL');
      },
      warn: () => {},
    };
    const imaging = createImaging({ batchProcesses: 1, log: killer });
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      const bad = imaging.process(jobFor(photo, prepared, 'bad.jpg'));
      const good = imaging.process(jobFor(photo, prepared, 'good.jpg'));
      await assert.rejects(bad, refusal('photos/too-heavy'));
      assert.equal((await good).length, 1);
    } finally {
      await imaging.close();
    }
  });

  test('a photo that needs more memory than the limit is refused alone', { skip: LINUX }, async () => {
    const flat = { create: { width: 8000, height: 6000, channels: 3, background: '#888' } } as const;
    await sharp(flat).jpeg({ progressive: true }).toFile(path('hungry.jpg'));
    const { imaging } = startPool({ limits: { bytes: 190 * 1024 * 1024 } });
    try {
      await assert.rejects(imaging.prepare(prepareJob(path('hungry.jpg'))), refusal('photos/too-heavy'));
      assert.equal((await imaging.prepare(prepareJob(photo))).width, 1600);
    } finally {
      await imaging.close();
    }
  });

  test('a preview given up before its turn is dropped', async () => {
    const { imaging } = startPool();
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      const given = new AbortController();
      const shown = imaging.preview(previewOf(prepared, 'shown'));
      const dropped = imaging.preview(previewOf(prepared, 'never'), given.signal);
      given.abort(new Error('a newer one was asked'));
      await assert.rejects(dropped, /a newer one/);
      assert.ok((await shown).length > 0);
    } finally {
      await imaging.close();
    }
  });

  test('an upload waits for no queue of previews, a preview for no queue of uploads', async () => {
    const { imaging, started } = startPool();
    const prepared = await imaging.prepare(prepareJob(photo));
    await imaging.preview(previewOf(prepared, 'warm'));
    const [uploads, previews] = started.map(({ pid }) => pid) as [number, number];
    /** Does `work` while a process stands still, and what waits for it with it. */
    const whileStopped = async (
      pid: number,
      { waiting, work }: Record<'waiting' | 'work', () => Promise<unknown>>,
    ) => {
      process.kill(pid, 'SIGSTOP');
      const queue = Promise.all(Array.from({ length: 3 }, waiting));
      try {
        await work();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await queue;
    };
    const upload = () => imaging.prepare(prepareJob(photo));
    let shown = 0;
    const preview = () => imaging.preview(previewOf(prepared, `flood ${shown++}`));
    try {
      await whileStopped(previews, { waiting: preview, work: upload });
      await whileStopped(uploads, { waiting: upload, work: preview });
    } finally {
      await imaging.close();
    }
  });

  test('the process for uploads ends when it has nothing to do and is there for the next upload', {
    skip: LINUX,
  }, async () => {
    const { imaging, started, lost } = startPool({ limits: { idleMilliseconds: 100 } });
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      await imaging.preview(previewOf(prepared, 'kept'));
      const [upload, shown] = started.map(({ pid }) => pid) as [number, number];
      const until = Date.now() + 5000 * PATIENCE;
      while (residentBytes(upload) !== null && Date.now() < until) await pause(20);
      assert.equal(residentBytes(upload), null);
      assert.notEqual(residentBytes(shown), null, 'it keeps decoded pictures');
      assert.equal((await imaging.prepare(prepareJob(photo))).width, 1600);
      assert.equal(started.length, 3);
      assert.deepEqual(lost, []);
    } finally {
      await imaging.close();
    }
  });

  test('a cancelled photo leaves no file behind and its process is replaced', async () => {
    const { imaging } = startPool();
    try {
      const prepared = await imaging.prepare(prepareJob(photo));
      const cancel = new AbortController();
      const cancelled = imaging.process(jobFor(photo, prepared, 'cancelled.jpg'), cancel.signal);
      cancel.abort(new Error('cancelled'));
      await assert.rejects(cancelled, /cancelled/);
      await assert.rejects(stat(path('cancelled.jpg')), { code: 'ENOENT' });
      assert.equal((await imaging.process(jobFor(photo, prepared, 'after.jpg'))).length, 1);
    } finally {
      await imaging.close();
    }
  });

  test('closing the processes refuses what waits and ends every one', { skip: LINUX }, async () => {
    const { imaging, started } = startPool({ batchProcesses: 2 });
    const prepared = await imaging.prepare(prepareJob(photo));
    const waiting = ['a', 'b', 'c'].map((name) => imaging.process(jobFor(photo, prepared, `${name}.jpg`)));
    const refused = waiting.map((promise) => assert.rejects(promise, refusal('http/unavailable')));
    await imaging.close();
    await Promise.all(refused);
    for (const { pid } of started) assert.equal(residentBytes(pid), null);
    await assert.rejects(imaging.prepare(prepareJob(photo)), refusal('http/unavailable'));
  });
});
