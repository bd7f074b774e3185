import { mkdir, readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { batchBalance } from '#domain/photos/analysis.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { builtInRecipes, type NamedRecipe } from '#domain/recipes/saved.ts';
import { cutOut } from '#imaging/cutout/cut-out.ts';
import { buildPreparedPhoto } from '#imaging/jobs/prepare.ts';
import type { FoundCutout, PreparedPhoto } from '#imaging/messages.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { runRecipe } from './golden/run-recipe.ts';
import { shippedPresets } from './golden/shipped-presets.ts';
import { buildCell, type Cell, writeContactSheet } from './write-contact-sheet.ts';

/**
 * node tools/contact-sheet.ts FOLDER OUT [RECIPE…]: the photos of a folder through the built-in recipes (all, or those named by their
 * ids), by the engine's own code; sheets before | after with names. For eyes: nothing here says whether a picture is good.
 */
const ROWS = 5;

interface Photo {
  readonly name: string;
  readonly header: Header;
  readonly prepared: PreparedPhoto;
  readonly cutout: FoundCutout | null;
  readonly maskPath: string;
}

const [folder, out, ...ids] = process.argv.slice(2);
if (!folder || !out) throw new Error('usage: node tools/contact-sheet.ts FOLDER OUT [RECIPE…]');
const scratch = await makeTemporaryFolder();
await mkdir(out, { recursive: true });
try {
  const presets = await shippedPresets(scratch.path);
  const recipes = builtInRecipes(DEFAULT_RECIPE, presets).filter(
    ({ id }) => ids.length === 0 || ids.includes(id),
  );
  const photos = await read(
    folder,
    recipes.some(({ recipe }) => recipe.background.kind !== 'keep'),
  );
  for (const recipe of recipes) await buildContactSheets(recipe, photos, { presets, to: out });
} finally {
  await scratch.remove();
}

async function read(from: string, withCutouts: boolean): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (const name of (await readdir(from)).filter((file) => /\.(jpe?g|png|webp|avif|hei[cf])$/i.test(file))) {
    const [source, proxyPath, maskPath] = [
      join(from, name),
      scratched('proxy.jpg'),
      scratched(`${name}.png`),
    ];
    try {
      const header = await readHeader(source);
      const prepared = await buildPreparedPhoto(
        { source, proxyPath, thumbnailPath: scratched('thumbnail.webp') },
        header,
      );
      const job = {
        source,
        proxyPath,
        maskPath,
        hints: NO_HINTS,
        previousMaskPath: null,
        knownStrokes: 0,
        urgent: false,
      };
      photos.push({
        name,
        header,
        prepared,
        maskPath,
        cutout: withCutouts ? await cutOut(job, header) : null,
      });
    } catch (error) {
      console.log(`${name}: ${error}`);
    }
  }
  return photos;
}

async function buildContactSheets(
  named: NamedRecipe,
  photos: readonly Photo[],
  { presets, to }: { presets: readonly Preset[]; to: string },
) {
  const rows: Cell[][] = [];
  const balance = batchBalance(photos.map(({ prepared }) => prepared.analysis));
  for (const photo of photos) {
    const before = await buildCell(photo.header.source, buildCaption(photo));
    rows.push([before, ...(await made(named, photo, { presets, balance }))]);
  }
  for (let n = 0; n * ROWS < rows.length; n++) {
    const path = join(to, `${named.id}-${String(n + 1).padStart(2, '0')}.jpg`);
    await writeContactSheet(path, rows.slice(n * ROWS, (n + 1) * ROWS));
    console.log(`${path}  ${named.name}`);
  }
}

/** As a run would: an unsure cut-out is none, and no plate is confirmed. */
async function made(
  { recipe, outputs }: NamedRecipe,
  { name, header, prepared, cutout, maskPath }: Photo,
  { presets, balance }: { presets: readonly Preset[]; balance: ReturnType<typeof batchBalance> },
): Promise<Cell[]> {
  const isCut = recipe.background.kind !== 'keep' && cutout?.sure === true;
  const edits = {
    exception: NO_OVERRIDES,
    plates: [],
    maskPath: isCut ? maskPath : null,
    subject: isCut && cutout.box ? getBoxCorners(cutout.box) : null,
  };
  const lot = { recipe, specs: resolveOutputs(outputs, presets), balance };
  const files = await runRecipe({ header, prepared, edits }, lot, (file) =>
    scratched(`${parse(name).name}-${file}`),
  );
  return Promise.all(
    files.map(({ path, outputKey, suffix, width, height, bytes, warnings }) =>
      buildCell(
        path,
        [`${outputKey}${suffix} ${width}×${height}`, `${Math.round(bytes / 1000)} kB`, ...warnings].join(
          ' · ',
        ),
      ),
    ),
  );
}

function buildCaption({ name, header, prepared: { analysis }, cutout }: Photo): string {
  const { tilt, balance } = analysis;
  return [
    `${name} ${header.width}×${header.height}`,
    ...(tilt === null ? [] : [`tilt ${tilt}°`]),
    ...(balance === null ? [] : [`balance ${balance.join(' ')}`]),
    ...(cutout === null
      ? []
      : [`${cutout.engine} ${cutout.confidence.toFixed(2)}${cutout.sure ? ' sure' : ''}`]),
  ].join(' · ');
}

function scratched(name: string): string {
  return join(scratch.path, name);
}
