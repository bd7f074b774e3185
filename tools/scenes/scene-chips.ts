/**
 * node tools/scenes/scene-chips.ts [--out DIR]: the small pictures of the scenes in the editor, a car or a mug of our own by our own engine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DEFAULT_BACKGROUND, SCENES } from '#domain/recipes/background.ts';
import { inScene } from '#imaging/background/scenes/in-scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { drawCarAlone } from './kinds/car.ts';
import { drawMugAlone } from './kinds/mug.ts';
import { randomFrom } from './random.ts';
import { type Drawing, svgDocument } from './svg.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? fileURLToPath(new URL('../../src/web/assets/scenes/', import.meta.url));
/** Made large, so that light and shadow are those of a file. */
const CANVAS = { width: 960, height: 640 };
const CHIP = { width: 240, height: 160 };

// The engine reads no drawings of strangers; these are ours.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

async function alone(drawing: Drawing, box: { width: number; height: number }, width: number): Promise<Raw> {
  const scale = width / box.width;
  const size = { width, height: Math.round(box.height * scale) };
  const svg = await svgDocument(drawing, { ...box, random: randomFrom(1) }, size);
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 4 };
}

const car = await alone(drawCarAlone(), { width: 1000, height: 424 }, 700);
const mug = await alone(drawMugAlone(), { width: 440, height: 460 }, 330);
await mkdir(out, { recursive: true });
for (const scene of SCENES) {
  const object = scene.startsWith('showroom') ? car : mug;
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
  const chip = sharp(data, { raw: { width: size.width, height: size.height, channels: 3 } });
  const bytes = await chip.resize(CHIP).webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
  await writeFile(join(out, `${scene}.webp`), bytes);
  console.log(scene, bytes.length);
}
