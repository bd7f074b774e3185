import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { AppError } from '#domain/errors.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { NO_EDITS, NO_FILES } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { PATIENCE } from '#testing/patience.ts';
import { OLX } from '#testing/presets.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { createImaging } from './pool.ts';

test('an image process that hangs is killed at the time limit and only its own photo fails', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async (t) => {
  const folder = await makeTemporaryFolder();
  t.after(() => folder.remove());
  const path = (name: string) => join(folder.path, name);
  const source = path('photo.jpg');
  const { data, width, height } = drawScene(1600, 1200);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toFile(source);
  const pids: number[] = [];
  const log = { debug: ({ pid }: { pid?: number }) => void pids.push(pid ?? 0), warn: () => {} };
  // Processor time, which a busy machine does not use up; by the clock the pool waits six times as long.
  const limits = { milliseconds: Math.min(Math.max(3, PATIENCE), 9) * 1000 };
  const imaging = createImaging({ batchProcesses: 1, log, limits });
  t.after(() => imaging.close());
  const prepared = await imaging.prepare({
    source,
    thumbnailPath: path('thumb.webp'),
    proxyPath: path('proxy.jpg'),
  });
  const make = (name: string) =>
    imaging.process({
      source,
      format: prepared.format,
      analysis: prepared.analysis,
      lotBalance: null,
      recipe: DEFAULT_RECIPE,
      edits: NO_EDITS,
      files: NO_FILES,
      outputs: [{ spec: OLX, paths: [path(name)] }],
    });
  await make('warm.jpg');
  process.kill(pids[1] as number, 'SIGSTOP');
  const [stuck, next] = [make('stuck.jpg'), make('next.jpg')];
  await assert.rejects(
    stuck,
    (error: unknown) => error instanceof AppError && error.code === 'batches/photo-too-slow',
  );
  assert.equal((await next).length, 1);
});
