import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import type { Files, UploadQuestions, Uploads } from '#server/adapters/files/port.ts';

/** Uploads as files of a folder on the volume of the stored files: `files` links to them. */
export async function uploadsInFolder(directory: string, files: Pick<Files, 'adopt'>): Promise<Uploads> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pathOf = (photoId: string) => join(directory, photoId);
  return {
    store: (questions) => new UploadFolder({ directory, ...questions }),
    sizeOf: async (photoId) => (await stat(pathOf(photoId)).catch(() => null))?.size ?? null,
    adopt: (photoId, key) => files.adopt(pathOf(photoId), key),
    // The file, then tus's note of it.
    remove: async (photoId) => {
      for (const path of [pathOf(photoId), `${pathOf(photoId)}.json`]) await rm(path, { force: true });
    },
    list: () => filesIn(directory),
    close: () => {},
  };
}

async function* filesIn(directory: string) {
  for (const name of await readdir(directory).catch(() => [])) {
    const found = await stat(join(directory, name)).catch(() => null);
    if (found) yield { photoId: name.replace(/\.json$/, ''), modifiedAt: found.mtime };
  }
}

/**
 * Uploads as files. An upload announced again keeps the bytes that came; one that is over has no file and counts as whole. Every call comes
 * under the upload's lock, so a file has one writer, which only appends.
 */
export class UploadFolder extends FileStore {
  readonly #sizeOnceOver: UploadQuestions['sizeOnceOver'];

  constructor({ directory, sizeOnceOver }: { directory: string } & Pick<UploadQuestions, 'sizeOnceOver'>) {
    super({ directory });
    this.extensions = ['creation'];
    this.#sizeOnceOver = sizeOnceOver;
  }

  override async create(upload: Upload): Promise<Upload> {
    const isKnown = (await this.configstore.get(upload.id)) !== undefined;
    // Checked last: the upload may have ended, and its file gone, since it was announced.
    if (!isKnown && (await this.#sizeOnceOver(upload.id)) === null) await super.create(upload);
    return upload;
  }

  /** A client that lost the last response asks again, even when the file is gone. */
  override async getUpload(id: string): Promise<Upload> {
    const size = await this.#sizeOnceOver(id);
    return size === null ? super.getUpload(id) : new Upload({ id, size, offset: size });
  }

  /** Throws the disk's own error, which the library's method would hide behind a general one. */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const size = await this.#sizeOnceOver(id);
    if (size !== null) return size;
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(bytes, file);
    return offset + file.bytesWritten;
  }
}
