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
 * Files on their way. One that is announced again keeps what has come of it; of one that is over nothing lies here, and it is whole.
 * Every call comes under the upload's lock, so a file has one writer, and that one only adds what is missing at its end.
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
    // Looked at last: it may have ended, and its file gone, since it was announced.
    if (!isKnown && (await this.#sizeOnceOver(upload.id)) === null) await super.create(upload);
    return upload;
  }

  /** A client that lost the last response asks again, also when the file is gone. */
  override async getUpload(id: string): Promise<Upload> {
    const size = await this.#sizeOnceOver(id);
    return size === null ? super.getUpload(id) : new Upload({ id, size, offset: size });
  }

  /** Fails with what failed: the store's own would hide a full or failing disk behind one general error. */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const size = await this.#sizeOnceOver(id);
    if (size !== null) return size;
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(bytes, file);
    return offset + file.bytesWritten;
  }
}
