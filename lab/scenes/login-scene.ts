/**
 * node lab/scenes/login-scene.ts: the two pictures of the sign-in page, cut upright out of a sample photo and put through our own engine.
 * It needs no renderer: the sample is committed.
 */

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { cutOut } from '#imaging/cutout/cut-out.ts';
import { buildPreparedPhoto } from '#imaging/jobs/prepare.ts';
import { processPhoto } from '#imaging/jobs/process.ts';
import { readHeader } from '#imaging/read/header.ts';

const assets = fileURLToPath(new URL('../../src/web/assets/', import.meta.url));
/** The photo, and where the upright cut begins, as a share of its width. */
const SAMPLE = { name: 'slides.jpg', left: 0.166 };
const MAX_BYTES = 70_000;
const SIZE = { width: 1100, height: 1240 };

/** What a newcomer gets by pressing one button, on white. */
const recipe: Recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_RECIPE.background, kind: 'white' } };
const output: OutputSpec = {
  key: 'login',
  label: 'Login',
  overlays: false,
  renditions: [
    {
      ...SIZE,
      suffix: '',
      fit: 'inside',
      pad: 'white',
      padColour: 'ffffff',
      fill: null,
      format: 'webp',
      quality: 82,
      maxBytes: MAX_BYTES,
    },
  ],
};

const photo = sharp(join(assets, 'samples', SAMPLE.name));
const { width, height } = await photo.metadata();
const upright = photo
  .extract({
    left: Math.round(SAMPLE.left * width),
    top: 0,
    width: Math.round((height * SIZE.width) / SIZE.height),
    height,
  })
  .resize(SIZE);
await toBefore(74);

const folder = await mkdtemp(join(tmpdir(), 'login-scene-'));
const source = join(folder, 'before.jpg');
await upright.clone().jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toFile(source);
const header = await readHeader(source);
const { analysis, format } = await buildPreparedPhoto(
  { source, thumbnailPath: join(folder, 'thumbnail.webp'), proxyPath: join(folder, 'proxy.jpg') },
  header,
);
const cut = {
  source,
  proxyPath: join(folder, 'proxy.jpg'),
  maskPath: join(folder, 'mask.png'),
  hints: NO_HINTS,
  previousMaskPath: null,
  knownStrokes: 0,
  urgent: true,
};
const { box } = await cutOut(cut, header);
const outputs = [{ spec: output, paths: [join(assets, 'scene-after.webp')] }];
const [after] = await processPhoto(
  {
    source,
    format,
    analysis,
    lotBalance: null,
    recipe,
    edits: {
      exception: NO_OVERRIDES,
      plates: [],
      maskPath: cut.maskPath,
      subject: box && getBoxCorners(box),
    },
    files: { logoPath: null, plateLogoPath: null, backgroundPath: null },
    outputs,
  },
  header,
);
await rm(folder, { recursive: true });
console.log(
  'before',
  (await stat(join(assets, 'scene-before.webp'))).size,
  'after',
  after?.bytes,
  after?.warnings,
);

/** The best quality that fits. */
async function toBefore(quality: number): Promise<void> {
  const bytes = await upright.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
  if (bytes.length > MAX_BYTES) return toBefore(quality - 4);
  await writeFile(join(assets, 'scene-before.webp'), bytes);
}
