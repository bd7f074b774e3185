/**
 * node tools/scenes/render-samples.ts [--samples N] [--keep FOLDER] [KIND…]: photographs of things for a newcomer to try the product on, rendered by
 * Blender's Cycles (Debian's `blender` and `python3-numpy`; two minutes of a processor each) in the light of real rooms and streets
 * (panoramas of npm's @pmndrs/assets, CC0), then seen as a phone sees them in the evening. What it writes is committed; nothing else needs
 * Blender. FOLDER keeps the renderings and is used when it has them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { grainLikePhone, type Pixels } from './photo.ts';

const PANORAMAS = '@pmndrs/assets@1.7.0';
/** No phone's pixel is as sharp as a rendered one: the rendering is a fifth smaller each way than the photo made of it. */
const RENDERED = { width: 1280, height: 960 };
const SIZE = { width: 1600, height: 1200 };
/** Bytes of one sample at most: the page that offers them loads all. */
const MOST_BYTES = 140_000;
/** What the sensor's grain may weigh; the JPEG below must hold it. */
const GRAIN_BYTES_PER_PIXEL = 0.12;
/** How much darker the corners are than the middle. */
const VIGNETTE = 0.22;
/** What an evening takes from each channel, and the haze that lifts black, in levels of 255. */
const EVENING = [0.96, 0.9, 0.81];
const HAZE = [9, 8, 7];

interface RenderedKind {
  /** The panorama whose light it stands in. */
  readonly room: string;
  readonly takenAt: string;
}

const KINDS: Readonly<Record<string, RenderedKind>> = {
  sneakers: { room: 'apartment', takenAt: '2026:11:18 15:22:00' },
  chair: { room: 'apartment', takenAt: '2026:11:18 15:23:00' },
  jacket: { room: 'apartment', takenAt: '2026:11:18 15:23:40' },
  car: { room: 'city', takenAt: '2026:11:18 15:24:00' },
  phone: { room: 'lobby', takenAt: '2026:11:18 15:26:00' },
  mug: { room: 'apartment', takenAt: '2026:11:18 15:28:00' },
};

const { values, positionals } = parseArgs({
  options: { samples: { type: 'string', default: '14' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : Object.keys(KINDS);
const assets = fileURLToPath(new URL('../../src/web/assets/samples/', import.meta.url));
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'fotolot-samples-')));

for (const [kind, { room, takenAt }] of Object.entries(KINDS)) {
  if (!wanted.includes(kind)) continue;
  const rendered = join(folder, `full-${kind}.png`);
  if (!existsSync(rendered)) await renderKind(kind, room, rendered);
  const photo = await takePhoto(rendered);
  console.log(kind, await writeSample(photo, `${assets}${kind}.jpg`, takenAt));
}
if (values.keep === undefined) await rm(folder, { recursive: true });

async function renderKind(kind: string, room: string, to: string): Promise<void> {
  const script = fileURLToPath(new URL(`./blender/${kind}.py`, import.meta.url));
  const panorama = await unpackPanorama(room);
  const size = [String(RENDERED.width), String(RENDERED.height)];
  execFileSync('blender', ['-b', '--python', script, '--', to, panorama, ...size, values.samples], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Returns the path of the panorama, an EXR. */
async function unpackPanorama(name: string): Promise<string> {
  const path = join(folder, `${name}.exr`);
  if (existsSync(path)) return path;
  execFileSync('npm', ['pack', '--silent', PANORAMAS], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('tar', ['-xzf', 'pmndrs-assets-1.7.0.tgz', 'package/hdri'], { cwd: folder });
  const { default: url } = (await import(
    pathToFileURL(join(folder, 'package/hdri', `${name}.exr.js`)).href
  )) as { default: string };
  await writeFile(path, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  return path;
}

/** The rendering as a phone sees it in the evening, with the grain of its sensor. */
async function takePhoto(path: string): Promise<Pixels> {
  const data = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .median(3)
    .resize(SIZE)
    .sharpen({ sigma: 1.1, m1: 2, m2: 5, y2: 20 })
    .raw()
    .toBuffer();
  const { width, height } = SIZE;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [(Math.floor(i / 3) % width) / width - 0.5, Math.floor(i / 3 / width) / height - 0.5];
    const light = (EVENING[i % 3] ?? 0) * (1 - VIGNETTE * 2 * (x * x + y * y));
    data[i] = (HAZE[i % 3] ?? 0) + Math.round((data[i] ?? 0) * light * 0.94);
  }
  return grainLikePhone({ data, width, height }, 7, GRAIN_BYTES_PER_PIXEL);
}

/** The best quality that fits; returns its bytes. */
async function writeSample({ data, width, height }: Pixels, path: string, takenAt: string): Promise<number> {
  for (let quality = 84; ; quality -= 2) {
    const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
      .withExif({ IFD2: { DateTimeOriginal: takenAt } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (bytes.length > MOST_BYTES && quality > 40) continue;
    await writeFile(path, bytes);
    return bytes.length;
  }
}
