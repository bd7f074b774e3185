import { mkdir, readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { batchBalance } from '#domain/photos/analysis.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { cornersOf } from '#domain/recipes/geometry.ts';
import { resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { builtInRecipes, type NamedRecipe } from '#domain/recipes/saved.ts';
import { cutOut } from '#imaging/cutout/cut-out.ts';
import { prepare } from '#imaging/jobs/prepare.ts';
import { processPhoto } from '#imaging/jobs/process.ts';
import type { FoundCutout, PreparedPhoto } from '#imaging/messages.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { silent } from './data-folder.ts';
import { type Cell, cellOf, writeContactSheet } from './write-contact-sheet.ts';

/**
 * node tools/contact-sheet.ts FOLDER OUT [RECIPE…]: the photos of a folder through the built-in recipes (all, or those named by their
 * ids), by the engine's own code; sheets before | after with names. For eyes: nothing here says whether a picture is good.
 */
const ROWS = 5;
const MIGRATIONS = join(import.meta.dirname, '../src/server/adapters/database/migrations');

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
  const presets = await shippedPresets();
  const recipes = builtInRecipes(DEFAULT_RECIPE, presets).filter(
    ({ id }) => ids.length === 0 || ids.includes(id),
  );
  const photos = await read(
    folder,
    recipes.some(({ recipe }) => recipe.background.kind !== 'keep'),
  );
  for (const recipe of recipes) await contactSheetsOf(recipe, photos, { presets, to: out });
} finally {
  await scratch.remove();
}

/** The ones that a new database has. */
async function shippedPresets(): Promise<Preset[]> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: scratch.path, log: silent });
  const { db, pool, close } = openDatabase(url, silent);
  await migrate(pool, MIGRATIONS);
  const presets = await presetsAt(db, new Date());
  await close();
  await stop();
  return presets;
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
      const prepared = await prepare(
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

async function contactSheetsOf(
  named: NamedRecipe,
  photos: readonly Photo[],
  { presets, to }: { presets: readonly Preset[]; to: string },
) {
  const rows: Cell[][] = [];
  const balance = batchBalance(photos.map(({ prepared }) => prepared.analysis));
  for (const photo of photos) {
    const before = await cellOf(photo.header.source, captionOf(photo));
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
  const specs = resolveOutputs(outputs, presets);
  const files = await processPhoto(
    {
      source: header.source,
      format: header.format,
      analysis: prepared.analysis,
      lotBalance: recipe.light.sameForLot ? balance : null,
      recipe,
      edits: {
        exception: NO_OVERRIDES,
        plates: [],
        maskPath: isCut ? maskPath : null,
        subject: isCut && cutout.box ? cornersOf(cutout.box) : null,
      },
      files: { logoPath: null, plateLogoPath: null, backgroundPath: null },
      outputs: specs.map((spec) => ({
        spec,
        paths: spec.renditions.map(({ suffix, format }) =>
          scratched(`${parse(name).name}-${spec.key}${suffix}.${format}`),
        ),
      })),
    },
    header,
  );
  return Promise.all(
    files.map(({ path, outputKey, suffix, width, height, bytes, warnings }) =>
      cellOf(
        path,
        [`${outputKey}${suffix} ${width}×${height}`, `${Math.round(bytes / 1000)} kB`, ...warnings].join(
          ' · ',
        ),
      ),
    ),
  );
}

function captionOf({ name, header, prepared: { analysis }, cutout }: Photo): string {
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
