import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  type FetchableModel,
  findModelByHash,
  type ModelFigures,
  type ModelManifest,
} from '#domain/photos/cutout-models.ts';
import type { ListedModel } from './port.ts';

/** Key of the model whose address CUTOUT_MODEL's manifest names. */
export const OWN = 'own';

/**
 * Returns the operator's model as one more of the catalogue, if its manifest names an `address` and `bytes`; null without an address: then
 * its file lies beside it. Throws for a malformed manifest; other problems show when the model is tried.
 */
export function ownModel(path: string): FetchableModel | null {
  const fields = fieldsIn(path);
  const { address, bytes, source, ...manifest } = fields;
  if (address === undefined) return null;
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw buildModelError(path, 'address must be an https address');
  if (!Number.isInteger(bytes) || Number(bytes) < 1)
    throw buildModelError(path, 'bytes must be the size of the file');
  if (typeof manifest.sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(manifest.sha256))
    throw buildModelError(path, 'sha256 must be 64 hexadecimal digits');
  for (const name of ['name', 'licence', 'file'] as const)
    if (typeof manifest[name] !== 'string' || manifest[name] === '')
      throw buildModelError(path, `${name} must be a text`);
  return {
    key: OWN,
    // The image process checks the fields that only it reads.
    manifest: { ...manifest, sha256: manifest.sha256.toLowerCase() } as unknown as ModelManifest,
    source: readSource(source),
    address: url.href,
    bytes: Number(bytes),
    ...findFigures(manifest.sha256),
  };
}

/**
 * Returns the operator's model whose file lies beside its manifest, with what the catalogue knows of these weights; null while manifest or
 * file cannot be read: the trial says why.
 */
export function readFixedModel(path: string): ListedModel | null {
  try {
    const fields = fieldsIn(path);
    const { name, licence, sha256, file, source } = fields;
    if (typeof sha256 !== 'string' || typeof file !== 'string') return null;
    if (typeof name !== 'string' || typeof licence !== 'string') return null;
    const manifest = { ...fields, sha256: sha256.toLowerCase() } as unknown as ModelManifest;
    const { size } = statSync(join(dirname(path), basename(file)));
    return { key: OWN, manifest, source: readSource(source), bytes: size, ...findFigures(manifest.sha256) };
  } catch {
    return null;
  }
}

function findFigures(sha256: string): ModelFigures {
  const { memoryBytes = null, coreSeconds = null } = findModelByHash(sha256) ?? {};
  return { memoryBytes, coreSeconds };
}

function readSource(source: unknown): string | null {
  return typeof source === 'string' && /^https?:\/\//.test(source) ? source : null;
}

function fieldsIn(path: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof fields === 'object' && fields !== null) return fields as Record<string, unknown>;
  } catch (error) {
    throw buildModelError(path, error instanceof Error ? error.message : String(error));
  }
  throw buildModelError(path, 'must be an object');
}

function buildModelError(path: string, what: string): Error {
  return new Error(`CUTOUT_MODEL: ${basename(path)}: ${what}`);
}
