import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { FetchableModel } from '#domain/photos/cutout-models.ts';
import { PACE_NOTE, parsePaceNote } from '#domain/photos/model-pace.ts';
import { syncPath } from '#server/sync-path.ts';
import { hashFile } from './download.ts';

/** Fetched models, each in a folder of its own like an operator's: model.json beside model.onnx. */
export interface ModelFolder {
  /** Path of the manifest when the model is wholly here, else null. */
  manifest(model: FetchableModel): string | null;
  /** Returns the processor seconds of the model's look on this machine; null before it has looked here. */
  readLookSeconds(model: FetchableModel): number | null;
  /** Path of the unfinished file; `begun`: its bytes, or null when it was never begun. */
  part(model: FetchableModel): string;
  begun(model: FetchableModel): number | null;
  /** Makes the folder and an empty part, so that a restarted server knows of it. */
  begin(model: FetchableModel): Promise<void>;
  /** Takes a whole file without its manifest, left by an ill-timed end; false when there is none. */
  adopt(model: FetchableModel): Promise<boolean>;
  /** Makes the checked and synced part the model; durable when it resolves. */
  finish(model: FetchableModel): Promise<void>;
  dropPart(model: FetchableModel): Promise<void>;
  /** Reads the whole file: false when it isn't the model's any more or the disk can't read it. */
  isSound(model: FetchableModel): Promise<boolean>;
  /** Removes a damaged file; an unfinished one beside it stays. */
  discard(model: FetchableModel): Promise<void>;
  remove(model: FetchableModel): Promise<void>;
}

const FILE = 'model.onnx';
const MACHINE = { arch: process.arch, processor: cpus()[0]?.model };
const manifestText = ({ manifest }: FetchableModel) =>
  `${JSON.stringify({ ...manifest, file: FILE }, null, 2)}\n`;

/** `partName`: a program beside the server has its own unfinished file. */
export function modelFolder(root: string, partName = `${FILE}.part`): ModelFolder {
  const folderOf = ({ key }: FetchableModel) => join(root, key);
  const at = (model: FetchableModel, name: string) => join(folderOf(model), name);
  const finish = async (model: FetchableModel, from: string) => {
    const path = at(model, 'model.json');
    // Never beside a file of another manifest.
    await rm(path, { force: true });
    await rename(from, at(model, FILE));
    await writeSynced(`${path}.new`, manifestText(model));
    await rename(`${path}.new`, path);
    await syncPath(folderOf(model));
  };
  return {
    manifest: (model) => {
      const path = at(model, 'model.json');
      // A manifest that was corrected since is rewritten by the next try, which finds its file.
      const isWhole = textAt(path) === manifestText(model) && sizeAt(at(model, FILE)) === model.bytes;
      return isWhole ? path : null;
    },
    readLookSeconds: (model) => parsePaceNote(textAt(at(model, PACE_NOTE)), MACHINE),
    part: (model) => at(model, partName),
    begun: (model) => sizeAt(at(model, partName)),
    begin: async (model) => {
      await mkdir(folderOf(model), { recursive: true, mode: 0o700 });
      await (await open(at(model, partName), 'a', 0o600)).close();
    },
    adopt: async (model) => {
      const path = at(model, FILE);
      if (sizeAt(path) !== model.bytes || (await hashFile(path)) !== model.manifest.sha256) return false;
      await finish(model, path);
      await rm(at(model, partName), { force: true });
      return true;
    },
    finish: (model) => finish(model, at(model, partName)),
    isSound: async (model) => {
      const found = await hashFile(at(model, FILE)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EIO' || error.code === 'ENOENT') return null;
        throw error;
      });
      return found === model.manifest.sha256;
    },
    discard: async (model) => {
      for (const name of ['model.json', FILE]) await rm(at(model, name), { force: true });
    },
    dropPart: (model) => rm(at(model, partName), { force: true }),
    remove: (model) => rm(folderOf(model), { recursive: true, force: true }),
  };
}

/** A file that can't be examined counts as missing: the try that follows says why. */
function sizeAt(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
