/** What an operator writes beside a model: model.json. Checked by hand: a wrong one must say what is wrong. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256OfFile } from '#imaging/write.ts';

export interface Manifest {
  readonly name: string;
  readonly licence: string;
  /** Absolute path. */
  readonly file: string;
  readonly folder: string;
  readonly sha256: string;
  /** Side of the square in pixels. */
  readonly input: number;
  /** Of R, G, B in 0–1. */
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly activation: 'none' | 'sigmoid';
}

const MOST_SIDE = 2048;

/** Refuses with a sentence for the operator. The file's fingerprint must be the one written down. */
export async function readManifest(path: string): Promise<Manifest> {
  const fields = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  const text = (name: string) => {
    const value = fields[name];
    if (typeof value !== 'string' || value === '') throw new Error(`model.json: ${name} must be a text`);
    return value;
  };
  const triple = (name: string, least: number) => {
    const value = fields[name];
    const isFine = Array.isArray(value) && value.length === 3 && value.every((n) => Number(n) >= least);
    if (!isFine) throw new Error(`model.json: ${name} must be three numbers`);
    return value.map(Number);
  };
  const { input, activation = 'none' } = fields;
  if (!Number.isInteger(input) || (input as number) < 32 || (input as number) > MOST_SIDE)
    throw new Error(`model.json: input must be a whole number from 32 to ${MOST_SIDE}`);
  if (activation !== 'none' && activation !== 'sigmoid')
    throw new Error('model.json: activation must be none or sigmoid');
  const file = text('file');
  if (/[/\\]/.test(file)) throw new Error('model.json: file must lie beside it');
  const folder = dirname(path);
  const manifest = {
    name: text('name'),
    licence: text('licence'),
    file: join(folder, file),
    folder,
    sha256: text('sha256').toLowerCase(),
    input: input as number,
    mean: triple('mean', 0),
    std: triple('std', 1e-6),
    activation,
  } as const;
  const found = await sha256OfFile(manifest.file);
  if (found !== manifest.sha256) throw new Error(`model.json: sha256 is not the file's, which is ${found}`);
  return manifest;
}
