import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFiles } from '#server/adapters/files/disk.ts';
import type { OpenedFiles } from '#server/adapters/files/port.ts';
import { s3Files } from '#server/adapters/files/s3.ts';
import type { BucketAddress } from '#server/adapters/files/s3-bucket.ts';

/** Settings that say where the files are. */
export interface FilesSettings {
  readonly DATA_DIR: string;
  /** Null: folders in DATA_DIR. */
  readonly FILES_URL: BucketAddress | null;
  readonly SCRATCH_DIR: string;
  readonly SCRATCH_BYTES: number;
  readonly DISK_GUARD: 'on' | 'off';
}

/**
 * Opens the files of an installation. `isTool`: a program beside a server, whose temporary files and copies it leaves alone. Throws when
 * folders can't be made.
 */
export async function openFiles(settings: FilesSettings, { isTool = false } = {}): Promise<OpenedFiles> {
  const { DATA_DIR, FILES_URL, SCRATCH_DIR, SCRATCH_BYTES, DISK_GUARD } = settings;
  if (FILES_URL === null) {
    const files = await diskFiles(DATA_DIR, {
      keepTemporary: isTool,
      ...(DISK_GUARD === 'off' && { room: async () => null }),
    });
    return { ...files, close: async () => {} };
  }
  const folder = SCRATCH_DIR || join(DATA_DIR, 'scratch');
  const scratchFolder = isTool ? join(folder, `tool-${process.pid}`) : folder;
  const files = await s3Files({ address: FILES_URL, scratchFolder, scratchBytes: SCRATCH_BYTES });
  if (!isTool) return files;
  const close = async () => {
    await files.close();
    await rm(scratchFolder, { recursive: true, force: true });
  };
  return { ...files, close };
}
