import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';

export interface UploadFolderOptions {
  readonly directory: string;
  /** The size of an upload that is over, whatever became of it; null while bytes are expected. */
  readonly sizeOnceOver: (photoId: string) => Promise<number | null>;
}

/**
 * Files on their way. One that is announced again keeps what has come of it; of one that is over nothing lies here, and it is whole.
 * Every call comes under the upload's lock, so a file has one writer, and that one only adds what is missing at its end.
 */
export class UploadFolder extends FileStore {
  readonly #sizeOnceOver: UploadFolderOptions['sizeOnceOver'];

  constructor({ directory, sizeOnceOver }: UploadFolderOptions) {
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
