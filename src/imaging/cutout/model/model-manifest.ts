/** The file that an operator writes beside a model. It is checked by hand: a wrong one must say what is wrong. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256OfFile } from '#imaging/pixels/write.ts';

export interface Manifest {
  readonly name: string;
  readonly licence: string;
  /** Absolute path. */
  readonly file: string;
  readonly folder: string;
  readonly sha256: string;
  /** Side of the square in pixels. */
  readonly input: number;
  /** Means of R, G, B in 0–1. */
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

export type Fields = Readonly<Record<string, unknown>>;

const MOST_SIDE = 2048;

/**
 * Reads and checks the manifest. `more` reads the fields that only this kind of model has. Throws an error with a sentence for the operator
 * when a field is missing or wrong, or the file's SHA-256 is not the one written down.
 */
export async function readManifest<More extends object>(
  path: string,
  more: (fields: Fields) => More,
): Promise<Manifest & More> {
  try {
    return await manifestIn(dirname(path), JSON.parse(await readFile(path, 'utf8')) as Fields, more);
  } catch (error) {
    throw new Error(`${basename(path)}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function manifestIn<More extends object>(
  folder: string,
  fields: Fields,
  more: (fields: Fields) => More,
): Promise<Manifest & More> {
  const text = (name: string) => {
    const value = fields[name];
    if (typeof value !== 'string' || value === '') throw new Error(`${name} must be a text`);
    return value;
  };
  const triple = (name: string, least: number) => {
    const value = fields[name];
    const isFine = Array.isArray(value) && value.length === 3 && value.every((n) => Number(n) >= least);
    if (!isFine) throw new Error(`${name} must be three numbers`);
    return value.map(Number);
  };
  const { input } = fields;
  if (!Number.isInteger(input) || (input as number) < 32 || (input as number) > MOST_SIDE)
    throw new Error(`input must be a whole number from 32 to ${MOST_SIDE}`);
  const file = text('file');
  if (/[/\\]/.test(file)) throw new Error('file must lie beside it');
  const manifest = {
    name: text('name'),
    licence: text('licence'),
    file: join(folder, file),
    folder,
    sha256: text('sha256').toLowerCase(),
    input: input as number,
    mean: triple('mean', 0),
    std: triple('std', 1e-6),
    ...more(fields),
  };
  const found = await sha256OfFile(manifest.file);
  if (found !== manifest.sha256) throw new Error(`sha256 is not the file's, which is ${found}`);
  return manifest;
}
