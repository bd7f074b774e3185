/**
 * node tools/scenes/login-scene.ts [--traced FILE]: the two pictures of the sign-in page. The yard is traced (about ten minutes;
 * FILE keeps the result and is used when it exists), dimmed as a phone sees it at dusk, and put through our own engine.
 */

import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { prepare } from '#imaging/jobs/prepare.ts';
import { processPhoto } from '#imaging/jobs/process.ts';
import { readHeader } from '#imaging/read/header.ts';
import { atDusk, type Pixels } from './photo.ts';
import { withoutSpecks } from './trace/denoise.ts';
import { traceYard } from './trace/trace-yard.ts';

const { values } = parseArgs({
  options: { traced: { type: 'string' }, out: { type: 'string' }, rays: { type: 'string', default: '32' } },
});
const assets = values.out ?? fileURLToPath(new URL('../../src/web/assets/', import.meta.url));
const MAX_BYTES = 70_000;
const SIZE = { width: 1100, height: 1240 };

/** The photo that a newcomer gets by pressing one button; it is traced at its final size, so there is nothing to sharpen. */
const recipe: Recipe = { ...DEFAULT_RECIPE, sharpen: 'off' };
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

async function traced(): Promise<Pixels> {
  const file = values.traced;
  if (file !== undefined && existsSync(file)) {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  }
  const pixels = await traceYard({ ...SIZE, rays: Number(values.rays) });
  if (file !== undefined) await picture(pixels).png().toFile(file);
  return pixels;
}

function picture({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const yard = withoutSpecks(await traced());
atDusk(yard);
await picture(yard)
  .webp({ quality: 74, effort: 6, smartSubsample: true })
  .toFile(join(assets, 'scene-before.webp'));

const folder = await mkdtemp(join(tmpdir(), 'login-scene-'));
const source = join(folder, 'before.jpg');
await picture(yard).jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toFile(source);
const header = await readHeader(source);
const { analysis, format } = await prepare(
  { source, thumbnailPath: join(folder, 'thumbnail.webp'), proxyPath: join(folder, 'proxy.jpg') },
  header,
);
const outputs = [{ spec: output, paths: [join(assets, 'scene-after.webp')] }];
const [after] = await processPhoto(
  {
    source,
    format,
    analysis,
    lotBalance: null,
    recipe,
    edits: { exception: NO_OVERRIDES, plates: [], maskPath: null, subject: null },
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
