import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { NO_EDITS, NO_FILES } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { PreviewJob } from '#imaging/messages.ts';
import { OLX } from '#testing/presets.ts';
import { createImaging } from './pool.ts';

const [width, height] = [1600, 1200];

test('a visitor’s photo begins only while no preview waits or is made, and too many that wait are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-visitors-'));
  const photo = join(folder, 'photo.jpg');
  const imaging = createImaging({ batchProcesses: 1, log: { debug: () => {}, warn: () => {} } });
  try {
    await sharp(drawScene(width, height).data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toFile(photo);
    const proxyPath = join(folder, 'proxy.jpg');
    const { analysis, format } = await imaging.prepare({
      source: photo,
      thumbnailPath: join(folder, 'thumb.webp'),
      proxyPath,
    });
    const rendition = { ...OLX.renditions[0] } as PreviewJob['rendition'];
    const order: string[] = [];
    const previews = [1, 2, 3].map(async (n) => {
      const treatment = {
        analysis,
        lotBalance: null,
        recipe: DEFAULT_RECIPE,
        edits: NO_EDITS,
        files: NO_FILES,
      };
      const shown = { overlays: true, rendition, side: 640, stage: 'after' } as const;
      await imaging.preview({
        photoKey: `busy ${n}`,
        source: photo,
        proxyPath,
        format,
        ...treatment,
        ...shown,
      });
      order.push('preview');
    });
    const bytes = await readFile(photo);
    const job = { bytes, mostSide: width, recipe: DEFAULT_RECIPE, rendition, side: 800, proof: 'probă' };
    const visitors = [1, 2, 3].map(async () => {
      await imaging.tryPhoto(job);
      order.push('visitor');
    });
    await assert.rejects(imaging.tryPhoto(job), { code: 'photos/try-busy' });
    await Promise.all([...previews, ...visitors]);
    assert.deepEqual(order.slice(0, 3), ['preview', 'preview', 'preview']);
    await assert.rejects(imaging.tryPhoto(job, AbortSignal.abort(new Error('gone'))), /gone/);
  } finally {
    await imaging.close();
    await rm(folder, { recursive: true });
  }
});
