/**
 * node lab/plates/gather-marks.ts FILE FOLDER…: cells of what the search takes for characters on photographs without any, for
 * learn-characters.ts. A folder has a truth.json (patterns and bare photographs are taken) or only JPEG files without writing.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { sampleMarkCells } from '#imaging/plates/characters/characters.ts';
import { greyLevels } from '#imaging/plates/grey.ts';
import { isTexture } from '#imaging/plates/plate-features.ts';
import { rectifyRow } from '#imaging/plates/rectified-row.ts';
import { textRowsIn } from '#imaging/plates/text-rows.ts';

const BARE = ['photo', 'bricks', 'grille', 'cloth', 'fence'];
/** Most marks taken of one photograph. */
const MOST = 4000;
const [out, ...folders] = process.argv.slice(2);
if (out === undefined) throw new Error('the file is missing');

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  if (!names.includes('truth.json')) return names.filter((name) => name.endsWith('.jpg'));
  const truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    { kind: string }
  >;
  return Object.keys(truth).filter(
    (name) => name.startsWith('no-') && BARE.includes(truth[name]?.kind ?? ''),
  );
}

const all: Buffer[] = [];
for (const folder of folders)
  for (const name of await namesIn(folder)) {
    const image = sharp(join(folder, name)).toColourspace('srgb').removeAlpha();
    const { data, info } = await image
      .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = {
      data: new Uint8Array(data),
      width: info.width,
      height: info.height,
      channels: 3 as const,
    };
    const cells = greyLevels(picture)
      .flatMap(textRowsIn)
      .filter(({ row }) => !isTexture(row))
      .flatMap(({ grey, row, light }) => sampleMarkCells(rectifyRow(grey, row, light), row));
    all.push(...cells.slice(0, MOST).map((one) => Buffer.from(one.buffer)));
  }
await writeFile(out, Buffer.concat(all));
