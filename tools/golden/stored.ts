import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeDifference, fromLine, toLine } from './fingerprint.ts';
import type { GoldenSet } from './golden-set.ts';

const PATH = join(import.meta.dirname, 'golden.json');
const ABOUT =
  'Size, difference hash, mean colours and loose bits of every file that the drawn photos come out as. Made anew by: node tools/golden/write.ts. Only what was meant to change may differ; name it in the commit.';

interface Stored {
  readonly about: string;
  /** Lines of fingerprints. */
  readonly photos: Record<string, Record<string, string>>;
}

export async function readGoldenSet(): Promise<GoldenSet> {
  const { photos }: Stored = JSON.parse(await readFile(PATH, 'utf8'));
  return mapFiles(photos, fromLine);
}

export async function writeGoldenSet(set: GoldenSet): Promise<void> {
  const stored: Stored = { about: ABOUT, photos: mapFiles(set, toLine) };
  await writeFile(PATH, `${JSON.stringify(stored, null, 2)}\n`);
}

function mapFiles<A, B>(
  set: Readonly<Record<string, Readonly<Record<string, A>>>>,
  change: (value: A) => B,
): Record<string, Record<string, B>> {
  const inner = (files: Readonly<Record<string, A>>) =>
    Object.fromEntries(Object.entries(files).map(([name, value]) => [name, change(value)]));
  return Object.fromEntries(Object.entries(set).map(([photo, files]) => [photo, inner(files)]));
}

/** For people, a line a file: „vinted → vinted of shirt-3x4: 1200×1600 → 900×1200”. What is new or gone is a difference too. */
export function listDifferences(was: GoldenSet, is: GoldenSet): string[] {
  const photos = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return photos.flatMap((photo) => {
    const [before, after] = [was[photo] ?? {}, is[photo] ?? {}];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      const [old, now] = [before[name], after[name]];
      const found = !old ? 'is new' : !now ? 'is gone' : describeDifference(old, now);
      return found === null ? [] : [`${name} of ${photo}: ${found}`];
    });
  });
}
