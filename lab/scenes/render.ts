/** node lab/scenes/render.ts --out DIR [--count 14] [--megapixels 12] [--kind car] [--seed 1] [--bright] [--gps] [--turned] */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderScene, SCENE_KINDS } from './render-scene.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '14' },
    megapixels: { type: 'string', default: '12' },
    kind: { type: 'string' },
    seed: { type: 'string', default: '1' },
    bright: { type: 'boolean', default: false },
    gps: { type: 'boolean', default: false },
    turned: { type: 'boolean', default: false },
  },
});
if (values.out === undefined) throw new Error('--out DIR is needed');

await mkdir(values.out, { recursive: true });
const height = Math.round(Math.sqrt((Number(values.megapixels) * 1_000_000) / 12)) * 3;
const width = (height / 3) * 4;
for (let n = 0; n < Number(values.count); n += 1) {
  const kind =
    SCENE_KINDS.find((name) => name === values.kind) ?? SCENE_KINDS[n % SCENE_KINDS.length] ?? 'car';
  const started = performance.now();
  const photo = await renderScene({
    kind,
    seed: Number(values.seed) + n,
    ...(values.turned ? { width: height, height: width } : { width, height }),
    dull: !values.bright,
    takenAt: `2026:11:18 17:${String(10 + (n % 50)).padStart(2, '0')}:00`,
    orientation: values.turned ? 6 : 1,
    gps: values.gps,
  });
  const name = `IMG_20261118_${1710 + n}-${kind}.jpg`;
  await writeFile(join(values.out, name), photo);
  const took = Math.round(performance.now() - started);
  console.log(`${name} ${width}×${height} ${(photo.length / 1e6).toFixed(2)} MB ${took} ms`);
}
