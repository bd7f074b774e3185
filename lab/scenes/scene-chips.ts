/**
 * node lab/scenes/scene-chips.ts [--out DIR] [--empty]: the small pictures of the scenes in the editor, a car or a mug of our own by our
 * own engine, and under `empty` each with nothing in it; `--empty` makes these alone.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DEFAULT_BACKGROUND, SCENES, type Scene } from '#domain/recipes/background.ts';
import { inScene } from '#imaging/background/scenes/in-scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { drawCarAlone } from './kinds/car.ts';
import { drawMugAlone } from './kinds/mug.ts';
import { randomFrom } from './random.ts';
import { type Drawing, svgDocument } from './svg.ts';

const { values } = parseArgs({ options: { out: { type: 'string' }, empty: { type: 'boolean' } } });
const out = values.out ?? fileURLToPath(new URL('../../src/web/assets/scenes/', import.meta.url));
/** Made large, so that light and shadow are those of a file. */
const CANVAS = { width: 960, height: 640 };
const CHIP = { width: 240, height: 160 };
const EMPTY = { width: 120, height: 80 };

// The engine reads no drawings of strangers; these are ours.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

async function alone(drawing: Drawing, box: { width: number; height: number }, width: number): Promise<Raw> {
  const scale = width / box.width;
  const size = { width, height: Math.round(box.height * scale) };
  const svg = await svgDocument(drawing, { ...box, random: randomFrom(1) }, size);
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 4 };
}

/** `object` in the scene as a small picture, in a file. */
async function write(scene: Scene, object: Raw, to: { path: string; width: number; height: number }) {
  const { data, ...size } = await inScene(
    object,
    { ...DEFAULT_BACKGROUND, kind: 'scene', scene },
    {
      canvas: CANVAS,
      photo: { width: object.width, height: object.height },
      cut: { x: 0, y: 0, width: 1, height: 1 },
      x: Math.round((CANVAS.width - object.width) / 2),
      y: Math.round((CANVAS.height - object.height) * (scene.startsWith('pedestal') ? 0.4 : 0.55)),
      scale: 1,
      wide: CANVAS.width,
      tooSmall: false,
    },
  );
  const picture = sharp(data, { raw: { width: size.width, height: size.height, channels: 3 } });
  const chip = picture.resize(to.width, to.height);
  const bytes = await chip.webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
  await writeFile(to.path, bytes);
  console.log(to.path, bytes.length);
}

const car = await alone(drawCarAlone(), { width: 1000, height: 424 }, 700);
const mug = await alone(drawMugAlone(), { width: 440, height: 460 }, 330);
await mkdir(join(out, 'empty'), { recursive: true });
for (const scene of SCENES) {
  const object = scene.startsWith('showroom') ? car : mug;
  const nothing = { ...object, data: new Uint8Array(object.data.length) };
  await write(scene, nothing, { path: join(out, 'empty', `${scene}.webp`), ...EMPTY });
  if (!values.empty) await write(scene, object, { path: join(out, `${scene}.webp`), ...CHIP });
}
