import { test } from 'node:test';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { resized } from './decode.ts';
import { FORM, imageOf, NO_EDITS, NO_FILES, openBench } from './fixtures/bench.ts';
import { meanDifference } from './fixtures/colour-difference.ts';
import { scene } from './fixtures/scene.ts';
import { readHeader } from './header.ts';
import { prepare } from './prepare.ts';
import { previewPicture } from './preview.ts';
test('measure', async () => {
  const bench = await openBench();
  const source = await bench.save('photo.jpg', imageOf(scene(2400, 1800)).resize(4000, 3000).jpeg({ quality: 92 }));
  for (const src of [source, '/work/shared/photos/car-park-pixel6-ultrahdr-p3.jpg', '/work/shared/photos/product-box-nikon-d60.jpg','/work/shared/photos/people-24mp.jpg','/work/shared/photos/car-iphone-p3-gps.heic']) {
    const job = { source: src, thumbnailPath: bench.path('t.webp'), proxyPath: bench.path('p.jpg') };
    const prepared = await prepare(job, await readHeader(src));
    for (const [name, crop] of [['whole', null], ['half', { x: 0.25, y: 0.3, width: 0.5, height: 0.5 }], ['0.25', { x: 0.4, y: 0.4, width: 0.25, height: 0.25 }], ['0.1', { x: 0.413, y: 0.437, width: 0.11, height: 0.13 }]] as const) {
      const base = { photoKey: src + name, source: src, proxyPath: bench.path('p.jpg'), format: 'jpeg' as const, analysis: prepared.analysis, lotBalance: null, recipe: DEFAULT_RECIPE, edits: { ...NO_EDITS, exception: { ...NO_EXCEPTION, crop } }, files: NO_FILES, overlays: true, rendition: { ...FORM, width: 1600, height: 1200 }, stage: 'after' as const };
      const quick = await previewPicture({ ...base, side: 640 });
      const exact = await previewPicture({ ...base, side: 1024 });
      const t0 = performance.now();
      await previewPicture({ ...base, side: 640, recipe: { ...base.recipe, light: { ...base.recipe.light, levels: 60 } } });
      const ms = performance.now() - t0;
      const down = meanDifference(quick, await resized(exact, quick));
      const up = meanDifference(await resized(quick, exact), exact);
      console.log(src.split('/').at(-1), name, quick.width, quick.height, exact.width, exact.height, 'down', down.toFixed(2), 'up', up.toFixed(2), ms.toFixed(0) + ' ms');
    }
  }
  await bench.remove();
});
