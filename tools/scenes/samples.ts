/** node tools/scenes/samples.ts [--traced FILE] [KIND…]: small photos a newcomer can try the product on, drawn or traced; FILE as in login-scene.ts. The shoes come from render-samples.ts. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { atDusk } from './photo.ts';
import { renderScene, type SceneKind } from './render-scene.ts';
import { withoutSpecks } from './trace/denoise.ts';

const { values, positionals } = parseArgs({
  options: { traced: { type: 'string' } },
  allowPositionals: true,
});
const folder = fileURLToPath(new URL('../../src/web/assets/samples/', import.meta.url));
const SIZE = { width: 1600, height: 1200 };
const SAMPLES: readonly (readonly [SceneKind, number])[] = [
  ['car', 4],
  ['mug', 8],
  ['phone', 6],
  ['jacket', 3],
  ['chair', 3],
];

for (const [kind, seed] of SAMPLES) {
  if (positionals.length > 0 && !positionals.includes(kind)) continue;
  const fromYard = kind === 'car' && values.traced !== undefined;
  const photo = fromYard ? await yard(values.traced ?? '') : await drawn(kind, seed);
  const { size } = await sharp(photo)
    .resize(SIZE)
    .withExif({ IFD2: { DateTimeOriginal: `2026:11:18 17:${20 + seed}:00` } })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${folder}${kind}.jpg`);
  console.log(kind, size);
}

/** Drawn larger than needed: made smaller, the grain softens to what a phone's own preview has. */
function drawn(kind: SceneKind, seed: number): Promise<Buffer> {
  return renderScene({ kind, seed, width: SIZE.width * 1.75, height: SIZE.height * 1.75, dull: true });
}

/** The lower part of the traced yard, where the car stands. */
async function yard(file: string): Promise<Buffer> {
  const picture = sharp(file).removeAlpha();
  const { width, height } = await picture.metadata();
  const tall = Math.round(width * 0.75);
  const { data, info } = await picture
    .extract({ left: 0, top: height - tall, width, height: tall })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const clean = withoutSpecks({ data, width: info.width, height: info.height });
  atDusk(clean);
  return sharp(clean.data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
}
