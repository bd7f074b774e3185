/**
 * node lab/scenes/render-samples.ts [--samples N] [--keep FOLDER] [KIND…]: photographs of things for a newcomer to try the product on, modelled by
 * blender/KIND.py and rendered by Blender's Cycles (Debian's `blender` and `python3-numpy`; a minute or two of a processor each), then
 * developed as a phone does (blender/sensor.py). What it writes is committed; nothing else needs Blender. FOLDER keeps the renderings and
 * is used when it has them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

/** sensor.py makes 1600 × 1200 of it. */
const RENDERED = { width: 1024, height: 768 };
/** Bytes of one sample at most: the page that offers them loads all. */
const MOST_BYTES = 140_000;
/** Of the phone's own JPEG. */
const PHONE_QUALITY = 86;

/** When each was taken. */
const KINDS: Readonly<Record<string, string>> = {
  slides: '2026:11:18 15:22:00',
  chair: '2026:11:18 15:23:00',
  book: '2026:11:18 15:24:00',
  phone: '2026:11:18 15:26:00',
  mug: '2026:11:18 15:28:00',
};

const { values, positionals } = parseArgs({
  options: { samples: { type: 'string', default: '10' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : Object.keys(KINDS);
const assets = fileURLToPath(new URL('../../src/web/assets/samples/', import.meta.url));
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'fotolot-samples-')));

for (const [kind, takenAt] of Object.entries(KINDS)) {
  if (!wanted.includes(kind)) continue;
  const rendered = join(folder, `full-${kind}.png`);
  if (!existsSync(rendered)) renderKind(kind, rendered);
  console.log(kind, await writeSample(rendered, `${assets}${kind}.jpg`, takenAt));
}
if (values.keep === undefined) await rm(folder, { recursive: true });

function renderKind(kind: string, to: string): void {
  const script = fileURLToPath(new URL(`./blender/${kind}.py`, import.meta.url));
  const size = [String(RENDERED.width), String(RENDERED.height)];
  execFileSync('blender', ['-b', '--python', script, '--', to, ...size, values.samples], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Compressed twice, as what comes from a phone by a chat is; the second time at the best quality that fits. Returns its bytes. */
async function writeSample(from: string, path: string, takenAt: string): Promise<number> {
  const first = await sharp(from).removeAlpha().jpeg({ quality: PHONE_QUALITY }).toBuffer();
  for (let quality = 84; ; quality -= 2) {
    const bytes = await sharp(first)
      .withExif({ IFD2: { DateTimeOriginal: takenAt } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (bytes.length > MOST_BYTES && quality > 40) continue;
    await writeFile(path, bytes);
    return bytes.length;
  }
}
