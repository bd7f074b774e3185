/**
 * node lab/plates/draw.ts --out FOLDER [--count 10] [--seed 1] [--photos FOLDER] [--fonts "A,B"] [--kinds "far,sign"]: photographs with
 * and without a plate and truth.json, which says where: { "file.jpg": { kind, plate: [{x, y} × 4] | null, characters: plates } }, in
 * shares of the sides.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Quad, Size } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { type Photograph, WITH, WITHOUT, withoutPlate, withPlate } from './photograph.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    photos: { type: 'string' },
    kinds: { type: 'string' },
    fonts: { type: 'string', default: 'DejaVu Sans,Liberation Sans,Liberation Sans Narrow' },
  },
});
const { out } = values;
if (out === undefined) throw new Error('--out is missing');

async function groundsIn(folder: string): Promise<Raw[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort();
  return Promise.all(
    names.map(async (name) => {
      const { data, info } = await sharp(join(folder, name))
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 as const };
    }),
  );
}

const means = {
  fonts: values.fonts.split(','),
  grounds: values.photos === undefined ? [] : await groundsIn(values.photos),
};
const inShares = (quad: Quad, { width, height }: Size) =>
  quad.map(({ x, y }) => ({ x: x / width, y: y / height }));
const truth: Record<string, object> = {};
const keep = async ({ kind, jpeg, size, plate, characters }: Photograph, seed: number) => {
  const name = `${plate === null ? 'no' : 'yes'}-${kind.replaceAll(' ', '-')}-${seed}.jpg`;
  await writeFile(join(out, name), jpeg);
  truth[name] = {
    kind,
    plate: plate && inShares(plate, size),
    characters: characters.map((quad) => inShares(quad, size)),
  };
};
const wanted = values.kinds?.split(',');
const asked = (kind: string) => wanted?.includes(kind) ?? true;
const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.count); seed++) {
  for (const kind of WITH.filter(asked)) await keep(await withPlate(kind, seed, means), seed);
  for (const kind of WITHOUT.filter(asked)) await keep(await withoutPlate(kind, seed, means), seed);
}
await writeFile(join(out, 'truth.json'), JSON.stringify(truth));
