import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FetchableModel, ModelManifest } from '#domain/photos/cutout-models.ts';

/** The key of the model that CUTOUT_MODEL's manifest names an address for. */
export const OWN = 'own';

/**
 * A manifest of the operator's that says where its file is to be had (`address`, `bytes`): a model more in the catalogue. Null when it says
 * no address: then its file lies beside it. What is wrong with the rest is said when it is tried, as of any other.
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
    source: typeof source === 'string' && /^https?:\/\//.test(source) ? source : null,
    address: url.href,
    bytes: Number(bytes),
    memoryBytes: null,
    coreSeconds: null,
  };
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
